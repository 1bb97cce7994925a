internal import JSONText

private let detailKeys = ["appIDs", "appID", "components", "paths", "defaults"]
private let undocumentedDetailKeys = ["relativeOrder", "alwaysEnabled", "enabledByDefault"]

extension AssociationLint {
  // MARK: The rules of an entry

  mutating func examine(
    entry: JSONNode, at pointer: JSONPointer, defaults: RuleFlags, scope: inout PatternScope
  ) {
    for member in entry.object ?? [] where !detailKeys.contains(member.name) {
      let isKnownInside = undocumentedDetailKeys.contains(member.name)
      note(
        .detailUnknownKey, at: pointer.appending(member.name), member.place,
        isKnownInside
          ? "“\(member.name)” is read by Apple's framework but not documented; what it does can change."
          : "“\(member.name)” means nothing in an entry; it is ignored.",
        fix: isKnownInside ? "Remove it." : suggestion(member.name, detailKeys),
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
    if let paths { noteMixedFormats(entry, paths, at: pointer) }
    if let components {
      let flags = RuleFlags(entry["defaults"]).falling(backOn: defaults)
      examine(components: components, at: pointer.appending("components"), defaults: flags, scope: &scope)
    }
    if let paths {
      examine(paths: paths, at: pointer.appending("paths"), isAlone: components == nil)
    }
  }

  /// “paths” beside “components”, or for apps that only new systems can read.
  private mutating func noteMixedFormats(_ entry: JSONNode, _ paths: JSONNode, at pointer: JSONPointer) {
    let isForNewSystemsOnly = entry["appIDs"] != nil && entry["appID"]?.string == nil
    switch (entry["components"] != nil, isForNewSystemsOnly) {
    case (true, false):
      note(
        .detailMixedFormats, at: pointer, entry.place,
        "The entry has both “components” and “paths”: iOS 13 and later read only “components”, older systems only "
          + "“paths”.", fix: "Keep both only if iOS 12 matters, and keep them the same.", .documented)
    case (true, true):
      note(
        .detailMixedFormats, at: pointer.appending("paths"), paths.place,
        "No system reads these paths: iOS 13 and later use “components”, and older systems need “appID”.",
        fix: "Remove “paths”, or add “appID” if iOS 12 matters.", .inferred)
    case (false, true):
      note(
        .detailMixedFormats, at: pointer.appending("paths"), paths.place,
        "This works from iOS 13 on only: iOS 12 and older need “appID” beside “paths”.",
        fix: "Use “components”, or “appID” if iOS 12 matters.", .inferred)
    case (false, false): break
    }
  }

  private mutating func examine(paths node: JSONNode, at pointer: JSONPointer, isAlone: Bool) {
    guard let paths = node.array else {
      note(
        .detailPathsWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of the list of paths; it counts as absent.",
        fix: "Write a list, even for one path.", .documented)
      return
    }
    if paths.isEmpty {
      note(
        .detailPathsEmpty, at: pointer, node.place, "“paths” is empty: it opens nothing.", fix: "Add a path.",
        .documented)
    } else if isAlone {
      note(
        .detailLegacyPaths, at: pointer, node.place,
        "“paths” is the form of iOS 9 to 12: it still works, but never sees the query or the fragment.",
        fix: "Use “components” from iOS 13 on.", .documented)
    }
    for index in paths.indices {
      guard let path = paths[index].string else {
        note(
          .detailPathNotString, at: pointer.appending(index), paths[index].place,
          "Found \(paths[index].kind.inWords) instead of a path; it opens nothing.",
          fix: paths[index].kind == .object ? "Objects go into “components”." : "Write it in quotation marks.",
          .documented)
        continue
      }
      examine(legacyPath: path, place: paths[index].place, at: pointer.appending(index))
    }
  }
}
