internal import JSONText

private let detailKeys = ["appIDs", "appID", "components", "paths", "defaults"]
private let undocumentedDetailKeys = ["relativeOrder", "alwaysEnabled", "enabledByDefault"]

extension AssociationLint {
  mutating func examine(
    details node: JSONNode?, of applinks: JSONNode, at pointer: JSONPointer, scope: inout PatternScope
  ) {
    guard let node else {
      note(
        .applinksDetailsMissing, at: pointer, applinks.place, "“applinks” has no “details”: no link opens an app.",
        fix: "Add \"details\": [{\"appIDs\": […], \"components\": […]}].", .documented)
      return
    }
    let path = pointer.appending("details")
    let defaults = RuleFlags(applinks["defaults"])
    var seen: [[UInt8]: Int] = [:]
    switch node.content {
    case .array(let entries):
      if entries.isEmpty { noteNoEntries(at: path, node) }
      for index in entries.indices {
        let entryPath = path.appending(index)
        guard entries[index].kind == .object else {
          noteNoObject(entries[index], at: entryPath)
          continue
        }
        examineApps(of: entries[index], number: index, at: entryPath, seen: &seen)
        examine(entry: entries[index], at: entryPath, defaults: defaults, scope: &scope)
      }
    case .object(let members):
      note(
        .applinksDetailsDictionary, at: path, node.place,
        "“details” is a dictionary keyed by app, the form of 2015: devices still read it, its order is not sure.",
        fix: "Write a list of {\"appIDs\": […], \"components\": […]}.", .observed)
      if members.isEmpty { noteNoEntries(at: path, node) }
      for (index, member) in members.enumerated() {
        let entryPath = path.appending(member.name)
        examine(appID: member.name, place: member.place, at: { entryPath })
        noteIfGoverned(member.name, by: index, place: member.place, at: { entryPath }, seen: &seen)
        guard member.value.kind == .object else {
          noteNoObject(member.value, at: entryPath)
          continue
        }
        examine(entry: member.value, at: entryPath, defaults: defaults, scope: &scope)
      }
    default:
      note(
        .applinksDetailsWrongType, at: path, node.place,
        "\(capitalized(node.kind.inWords)) stands where the list of entries belongs; no link opens an app.",
        fix: "Write a list, even for one entry.", .documented)
    }
  }

  private mutating func noteNoEntries(at pointer: JSONPointer, _ node: JSONNode) {
    note(
      .applinksDetailsEmpty, at: pointer, node.place, "“details” is empty: no link opens an app.",
      fix: "Add an entry, or take “applinks” out.", .documented)
  }

  private mutating func noteNoObject(_ node: JSONNode, at pointer: JSONPointer) {
    note(
      .detailNotObject, at: pointer, node.place,
      "\(capitalized(node.kind.inWords)) stands where an entry belongs; it is ignored.",
      fix: "Write {\"appIDs\": […], \"components\": […]}.", .documented)
  }

  // MARK: The apps of an entry

  private mutating func examineApps(
    of entry: JSONNode, number: Int, at pointer: JSONPointer, seen: inout [[UInt8]: Int]
  ) {
    let list = entry["appIDs"]
    let single = entry["appID"]
    if let list {
      examine(appIDs: list, number: number, at: pointer.appending("appIDs"), seen: &seen)
    }
    if let single {
      if list != nil {
        note(
          .detailBothAppIDAndAppIDs, at: pointer, entry.place,
          "“appIDs” and “appID” both stand here: iOS 13 and later look only at “appIDs”, older systems only at “appID”.",
          fix: "Keep both only where iOS 12 matters, and name the same app.", .observed)
      }
      if single.kind == .string {
        examine(appID: single, at: { pointer.appending("appID") })
        if list?.array == nil, let id = single.string {
          noteIfGoverned(id, by: number, place: single.place, at: { pointer.appending("appID") }, seen: &seen)
        }
      } else {
        note(
          .detailAppIDWrongType, at: pointer.appending("appID"), single.place,
          "\(capitalized(single.kind.inWords)) stands where one id belongs; it is ignored.",
          fix: "Write one id in quotation marks; a list goes under “appIDs”.", .documented)
      }
    }
    if list == nil, single == nil {
      note(
        .detailNoAppID, at: pointer, entry.place, "The entry names no app: it has no effect.",
        fix: "Add \"appIDs\": [\"TEAM123456.bundle.id\"].", .observed)
    }
  }

  private mutating func examine(
    appIDs node: JSONNode, number: Int, at pointer: JSONPointer, seen: inout [[UInt8]: Int]
  ) {
    guard let ids = node.array else {
      note(
        .detailAppIDsWrongType, at: pointer, node.place,
        "\(capitalized(node.kind.inWords)) stands where the list of ids belongs.",
        fix: "Write a list, even for one app.", .documented)
      return
    }
    if ids.isEmpty {
      note(
        .detailAppIDsEmpty, at: pointer, node.place,
        "“appIDs” is empty: the entry has no effect, also if “appID” names an app.", fix: "List the app.", .observed)
    }
    for index in ids.indices {
      examine(appID: ids[index], at: { pointer.appending(index) })
      guard let id = ids[index].string else { continue }
      noteIfGoverned(id, by: number, place: ids[index].place, at: { pointer.appending(index) }, seen: &seen)
    }
  }

  private mutating func noteIfGoverned(
    _ id: String, by number: Int, place: JSONPlace, at pointer: () -> JSONPointer, seen: inout [[UInt8]: Int]
  ) {
    let key = Array(id.utf8)
    guard let first = seen[key] else {
      seen[key] = number
      return
    }
    guard first != number else { return }
    note(
      .detailDuplicateApp, at: pointer(), place,
      "“\(id)” has an entry already, number \(first): devices use only the first, so these rules never count for it.",
      fix: "Join the rules in one entry.", .observed)
  }

  // MARK: The rules of an entry

  private mutating func examine(
    entry: JSONNode, at pointer: JSONPointer, defaults: RuleFlags, scope: inout PatternScope
  ) {
    for member in entry.object ?? [] where !detailKeys.contains(member.name) {
      let isKnownInside = undocumentedDetailKeys.contains(member.name)
      note(
        .detailUnknownKey, at: pointer.appending(member.name), member.place,
        isKnownInside
          ? "“\(member.name)” is read by Apple's framework but documented nowhere; what it does can change."
          : "“\(member.name)” means nothing in an entry; it is ignored.",
        fix: isKnownInside ? "Take it out." : suggestion(member.name, detailKeys),
        isKnownInside ? .inferred : .documented)
    }
    if let defaults = entry["defaults"] { examine(defaults: defaults, at: pointer.appending("defaults")) }
    let components = entry["components"]
    let paths = entry["paths"]
    if components == nil, paths == nil {
      note(
        .detailNoPatterns, at: pointer, entry.place,
        "The entry has no rules: devices open every link of the domain in the app.",
        fix: "Add “components”, with {\"/\": \"*\"} if every link is meant.", .inferred)
    }
    if components != nil, paths != nil {
      note(
        .detailMixedFormats, at: pointer, entry.place,
        "“components” and “paths” both stand here: iOS 13 and later look only at “components”, older systems only at "
          + "“paths”.", fix: "Keep both only where iOS 12 matters, and keep them in step.", .documented)
    }
    if let components {
      let flags = RuleFlags(entry["defaults"]).falling(backOn: defaults)
      examine(components: components, at: pointer.appending("components"), defaults: flags, scope: &scope)
    }
    if let paths {
      examine(paths: paths, at: pointer.appending("paths"), stands: components == nil ? .alone : .besideComponents)
    }
  }

  private enum Standing {
    case alone, besideComponents
  }

  private mutating func examine(paths node: JSONNode, at pointer: JSONPointer, stands standing: Standing) {
    guard let paths = node.array else {
      note(
        .detailPathsWrongType, at: pointer, node.place,
        "\(capitalized(node.kind.inWords)) stands where the list of paths belongs; it counts as absent.",
        fix: "Write a list, even for one path.", .documented)
      return
    }
    if paths.isEmpty {
      note(
        .detailPathsEmpty, at: pointer, node.place, "“paths” is empty: it opens nothing.", fix: "Add a path.",
        .documented)
    } else if standing == .alone {
      note(
        .detailLegacyPaths, at: pointer, node.place,
        "“paths” is the form of iOS 9 to 12: it still works, but never sees the query or the fragment.",
        fix: "Use “components” from iOS 13 on.", .documented)
    }
    for index in paths.indices {
      guard let path = paths[index].string else {
        note(
          .detailPathNotString, at: pointer.appending(index), paths[index].place,
          "\(capitalized(paths[index].kind.inWords)) is no path; it opens nothing.",
          fix: paths[index].kind == .object ? "Objects go into “components”." : "Write it in quotation marks.",
          .documented)
        continue
      }
      examine(legacyPath: path, place: paths[index].place, at: pointer.appending(index))
    }
  }
}
