internal import JSONText

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
    var seen: [[UInt8]: GoverningEntry] = [:]
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
        noteIfGoverned(
          member.name, in: index, isForOldSystems: true, place: member.place, at: { entryPath }, seen: &seen)
        guard member.value.kind == .object else {
          noteNoObject(member.value, at: entryPath)
          continue
        }
        examine(entry: member.value, at: entryPath, defaults: defaults, scope: &scope)
      }
    default:
      note(
        .applinksDetailsWrongType, at: path, node.place,
        "Found \(node.kind.inWords) instead of the list of entries; no link opens an app.",
        fix: "Write a list, even for one entry.", .documented)
    }
  }

  private mutating func noteNoEntries(at pointer: JSONPointer, _ node: JSONNode) {
    note(
      .applinksDetailsEmpty, at: pointer, node.place, "“details” is empty: no link opens an app.",
      fix: "Add an entry, or remove “applinks”.", .documented)
  }

  private mutating func noteNoObject(_ node: JSONNode, at pointer: JSONPointer) {
    note(
      .detailNotObject, at: pointer, node.place,
      "Found \(node.kind.inWords) instead of an entry; it is ignored.",
      fix: "Write {\"appIDs\": […], \"components\": […]}.", .documented)
  }

  // MARK: The apps of an entry

  private mutating func examineApps(
    of entry: JSONNode, number: Int, at pointer: JSONPointer, seen: inout [[UInt8]: GoverningEntry]
  ) {
    let list = entry["appIDs"]
    let single = entry["appID"]
    if let list {
      let old = entry["paths"]?.array == nil ? nil : single?.string
      examine(appIDs: list, oldID: old, number: number, at: pointer.appending("appIDs"), seen: &seen)
    }
    if let single {
      if list != nil {
        note(
          .detailBothAppIDAndAppIDs, at: pointer, entry.place,
          "The entry has both “appIDs” and “appID”: iOS 13 and later read only “appIDs”, older systems only “appID”.",
          fix: "Keep both only where iOS 12 matters, and name the same app.", .observed)
      }
      if single.kind == .string {
        examine(appID: single, at: { pointer.appending("appID") })
        if list?.array == nil, let id = single.string {
          noteIfGoverned(
            id, in: number, isForOldSystems: entry["paths"]?.array != nil, place: single.place,
            at: { pointer.appending("appID") }, seen: &seen)
        }
      } else {
        note(
          .detailAppIDWrongType, at: pointer.appending("appID"), single.place,
          "Found \(single.kind.inWords) instead of one id; it is ignored.",
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
    appIDs node: JSONNode, oldID: String?, number: Int, at pointer: JSONPointer, seen: inout [[UInt8]: GoverningEntry]
  ) {
    guard let ids = node.array else {
      note(
        .detailAppIDsWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of the list of ids.",
        fix: "Write a list, even for one app.", .documented)
      return
    }
    if ids.isEmpty {
      note(
        .detailAppIDsEmpty, at: pointer, node.place,
        "“appIDs” is empty: the entry has no effect, even if “appID” names an app.", fix: "List the app.", .observed)
    }
    for index in ids.indices {
      examine(appID: ids[index], at: { pointer.appending(index) })
      guard let id = ids[index].string else { continue }
      noteIfGoverned(
        id, in: number, isForOldSystems: oldID == id, place: ids[index].place, at: { pointer.appending(index) },
        seen: &seen)
    }
  }

  private mutating func noteIfGoverned(
    _ id: String, in number: Int, isForOldSystems: Bool, place: JSONPlace, at pointer: () -> JSONPointer,
    seen: inout [[UInt8]: GoverningEntry]
  ) {
    let key = Array(id.utf8)
    guard let first = seen[key] else {
      seen[key] = GoverningEntry(number: number, isForOldSystems: isForOldSystems)
      return
    }
    guard first.number != number else { return }
    if isForOldSystems, !first.isForOldSystems {
      note(
        .detailDuplicateApp, at: pointer(), place,
        "“\(id)” is in entry \(first.number) already: iOS 13 and later use only that one; older systems, which do not "
          + "know “appIDs”, use this one.", fix: "Keep both only if iOS 12 matters, and keep them the same.", .observed)
      return
    }
    note(
      .detailDuplicateApp, at: pointer(), place,
      "“\(id)” is in entry \(first.number) already: devices use only the first entry, so these rules never apply to it.",
      fix: "Join the rules in one entry.", .observed)
  }
}

struct GoverningEntry {
  let number: Int
  /// Whether iOS 12 and older, which know only “appID” with “paths”, can read it.
  let isForOldSystems: Bool
}
