internal import JSONText
internal import Spelling

extension AssociationReport {
  /// What the file contains, in a few words: `1 app, 7 rules, 935 bytes (limit 128 kB)`.
  public var summary: String {
    let size = "\(counted(size, "byte", "bytes")) (limit \(Self.deviceLimit / 1024) kB)"
    guard links.apps.isEmpty else {
      return "\(counted(links.apps.count, "app", "apps")), \(counted(links.ruleCount, "rule", "rules")), \(size)"
    }
    var parts: [String] = []
    for member in root?.object ?? [] {
      let apps = member.value["apps"]?.array?.count ?? 0
      if apps > 0 { parts.append("\(counted(apps, "app", "apps")) in \(member.name)") }
    }
    return (["no links"] + parts + [size]).joined(separator: ", ")
  }
}

extension AssetLinksReport {
  /// What the file contains, in a few words: `2 apps, 300 bytes`.
  public var summary: String {
    let apps = Set(links.packages).count
    return "\(counted(apps, "app", "apps")), \(counted(size, "byte", "bytes"))"
  }
}
