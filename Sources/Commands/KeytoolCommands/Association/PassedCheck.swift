internal import SiteAssociation
internal import Spelling

struct PassedCheck: Equatable {
  /// Its name for programs.
  let name: String
  /// What was found to be right, for people.
  let text: String
}

/// A subject of findings, recognized by how their kinds begin.
private struct Check {
  let name: String
  let text: String
  let kinds: [String]

  init(_ name: String, _ text: String, _ kinds: String...) {
    self.name = name
    self.text = text
    self.kinds = kinds
  }

  /// Whether no error and no warning is about it; notes do not count.
  func passes<Kind>(_ findings: [Finding<Kind>]) -> Bool {
    !findings.contains { finding in
      finding.level != .info && kinds.contains { finding.kind.rawValue.hasPrefix($0) }
    }
  }

  var passed: PassedCheck { PassedCheck(name: name, text: text) }
}

extension AssociationReport {
  /// What is fine in a file; if it is not JSON, nothing but its size.
  var passedChecks: [PassedCheck] {
    let size = Check("size", "\(self.size) of at most \(Self.deviceLimit) bytes", "file.too-large")
    guard fault == nil else { return size.passes(findings) ? [size.passed] : [] }
    let json = Check(
      "json", "plain JSON in UTF-8, no key twice", "file.empty", "file.not", "file.bom", "file.utf", "file.cms",
      "file.dup")
    let inside = [
      Check("services", "known services, each in its form", "root.", "service."),
      Check("applinks", "entries of apps in their form", "applinks.", "detail.", "defaults."),
      Check("app-ids", "app IDs have a prefix and a bundle ID", "app-id."),
      Check("rules", "every rule is in its form and can decide", "component.", "query.", "rule."),
      Check("patterns", "patterns mean what they seem to", "pattern."),
      Check("variables", "substitution variables are in their form", "subst."),
    ]
    return ([json, size] + inside).filter { $0.passes(findings) }.map(\.passed)
  }
}

extension AssetLinksReport {
  /// What is fine in a file; empty if it is not JSON.
  var passedChecks: [PassedCheck] {
    guard fault == nil else { return [] }
    return [
      Check("json", "plain JSON in UTF-8, no key twice", "file."),
      Check("statements", "a list of statements in their form", "root.", "statement.", "include."),
      Check("relations", "relations are known", "relation."),
      Check("targets", "targets are apps and sites", "target.", "package.", "site."),
      Check("fingerprints", "fingerprints are SHA-256", "fingerprint"),
      Check("dynamic-rules", "dynamic rules are in their form and can decide", "dynamic."),
    ].filter { $0.passes(findings) }.map(\.passed)
  }
}

extension LiveSite {
  var passedChecks: [PassedCheck] {
    guard device.status == 200 else { return [] }
    var checks = [
      Check("encryption", "served over HTTPS with a certificate that devices trust", "site.certificate", "site.no-enc"),
      Check("redirect", "no redirect", "site.redirect"),
      Check("status", "found at its place, whole", "site.status", "site.only-at", "site.broken", "site.too-large"),
    ]
    if crawler != nil { checks.append(Check("crawler", "Apple's crawler gets the same file", "site.crawler")) }
    if copy != nil { checks.append(Check("copy", "Apple's copy is the same", "site.cdn")) }
    return checks.filter { $0.passes(findings) }.map(\.passed)
  }
}
