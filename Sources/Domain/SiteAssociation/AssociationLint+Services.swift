internal import JSONText
internal import Spelling

private let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

extension AssociationLint {
  mutating func examine(root: JSONNode) {
    guard let members = root.object else {
      let extra = root.kind == .array ? " A list at the root is what assetlinks.json for Android looks like." : ""
      note(
        .rootNotObject, at: .root, root.place,
        "The root is \(root.kind.inWords); devices expect an object.\(extra)",
        fix: "Begin with {\"applinks\": …}.", .documented)
      return
    }
    if !members.contains(where: { services.contains($0.name) }) {
      note(
        .rootNoService, at: .root, root.place, "The file names no service: no device does anything with it.",
        fix: "Add “applinks” for links, “webcredentials” for passwords.", .documented)
    }
    for member in members {
      let pointer = JSONPointer.root.appending(member.name)
      switch member.name {
      case "applinks": examine(applinks: member.value, at: pointer)
      case "webcredentials", "appclips", "activitycontinuation":
        examine(service: member.value, named: member.name, at: pointer)
      default:
        note(
          .rootUnknownKey, at: pointer, member.place,
          "“\(member.name)” is not a service that devices know; it is ignored.",
          fix: suggestion(member.name, services), .documented)
      }
    }
  }

  /// The services that consist of a list of apps.
  private mutating func examine(service node: JSONNode, named name: String, at pointer: JSONPointer) {
    guard let members = node.object else {
      note(
        .serviceNotObject, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of an object; the service is off.",
        fix: "Write {\"apps\": [\"TEAM123456.bundle.id\"]}.", .documented)
      return
    }
    guard !members.isEmpty else {
      note(
        .serviceEmpty, at: pointer, node.place, "“\(name)” is empty; it does nothing.",
        fix: "Add the list “apps”, or remove the service.", .documented)
      return
    }
    for member in members where member.name != "apps" {
      if member.name == "details" {
        note(
          .serviceDetailsNotUsed, at: pointer.appending("details"), member.place,
          "“details” belongs to “applinks”; under “\(name)” it is ignored.", fix: "Remove it.", .documented)
      } else {
        note(
          .serviceUnknownKey, at: pointer.appending(member.name), member.place,
          "“\(member.name)” means nothing under “\(name)”; it is ignored.", fix: suggestion(member.name, ["apps"]),
          .documented)
      }
    }
    examine(apps: node["apps"], of: node, named: name, at: pointer)
  }

  private mutating func examine(apps: JSONNode?, of service: JSONNode, named name: String, at pointer: JSONPointer) {
    guard let apps else {
      note(
        .serviceAppsMissing, at: pointer, service.place, "“\(name)” has no list “apps”; the service is off.",
        fix: "Add \"apps\": [\"TEAM123456.bundle.id\"].", .documented)
      return
    }
    guard let ids = apps.array else {
      note(
        .serviceAppsWrongType, at: pointer.appending("apps"), apps.place,
        "Found \(apps.kind.inWords) instead of the list of apps; the service is off.",
        fix: "Write a list of ids, even for one app.", .documented)
      return
    }
    if ids.isEmpty {
      note(
        .serviceAppsEmpty, at: pointer.appending("apps"), apps.place,
        "No app is listed under “\(name)”; it does nothing.",
        fix: "List the app, or remove the service.", .documented)
    }
    for index in ids.indices { examine(appID: ids[index], at: { pointer.appending("apps").appending(index) }) }
  }
}

func suggestion(_ written: String, _ known: [String]) -> String {
  // Names are case-sensitive, which is easy to overlook.
  let small = folded(written)
  if let same = known.first(where: { folded($0) == small }) { return "Did you mean “\(same)”?" }
  return nearestWord(to: written, among: known).map { "Did you mean “\($0)”?" } ?? "Remove it."
}

private func folded(_ word: String) -> [UInt32] { word.unicodeScalars.map { SiteAssociation.folded($0.value) } }

func capitalized(_ words: String) -> String {
  let scalars = words.unicodeScalars
  guard let first = scalars.first else { return words }
  return first.properties.uppercaseMapping + String(scalars.dropFirst())
}
