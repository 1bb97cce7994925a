internal import JSONText

extension AssetLinksLint {
  /// The rules that Android 15 reads beside the manifest.
  mutating func examine(extensions: JSONNode?, _ relations: [String], at pointer: JSONPointer) {
    guard let extensions else { return }
    guard let members = extensions.object else {
      note(
        .dynamicWrongType, at: pointer, extensions.place,
        "Found \(extensions.kind.inWords) instead of an object keyed by relation.",
        fix: "Write {\"\(AssetLinks.handleAllURLs)\": {\"dynamic_app_link_components\": […]}}.")
      return
    }
    for member in members where !relations.contains(member.name) {
      note(
        .dynamicWithoutRelation, at: pointer.appending(member.name), member.place,
        "The statement does not have the relation “\(member.name)”; its extension does nothing.",
        fix: suggestion(member.name, relations))
    }
    guard let node = extensions[AssetLinks.handleAllURLs]?["dynamic_app_link_components"] else { return }
    let path = pointer.appending(AssetLinks.handleAllURLs).appending("dynamic_app_link_components")
    guard let components = node.array else {
      note(
        .dynamicWrongType, at: path, node.place,
        "Found \(node.kind.inWords) instead of the list of components.", fix: "Write a list.")
      return
    }
    guard !components.isEmpty else {
      note(
        .dynamicEmpty, at: path, node.place,
        "The list of components is empty; what Android does with that is not documented.",
        fix: "Add a component, or remove the list.", .inferred)
      return
    }
    note(
      .dynamicNeedsAndroid15, at: path, node.place,
      "These rules apply from Android 15 on and can only narrow what the manifest allows; "
        + AssetLinksExplanation.refresh + "."
    )
    for index in components.indices { examine(component: components[index], at: path.appending(index)) }
    for shadow in coverage.shadows(in: AssetLinks.rules(extensions[AssetLinks.handleAllURLs]) ?? []) {
      note(
        .dynamicUnreachable, at: path.appending(shadow.rule), components[shadow.rule].place,
        "Component \(shadow.before.first ?? 0) before it matches every link that this one matches: it never decides.",
        fix: "Move it up, or remove it.")
    }
  }

  /// Google promises nothing where two statements about one app have rules.
  mutating func examineRepeats(of links: AssetLinks, in statements: [JSONNode]) {
    var first: [String: Int] = [:]
    for grant in links.grants where grant.rules != nil {
      guard let earlier = first[grant.package] else {
        first[grant.package] = grant.statement
        continue
      }
      let extensions = statements[grant.statement]["relation_extensions"]
      note(
        .dynamicRepeated, at: JSONPointer.root.appending(grant.statement).appending("relation_extensions"),
        extensions?.place,
        "Statement \(earlier) has rules for \(grant.package) too; which of the two lists Android takes is not certain.",
        fix: "Put all rules of an app into one statement.")
    }
  }

  private mutating func examine(component node: JSONNode, at pointer: JSONPointer) {
    guard let members = node.object else {
      note(
        .dynamicComponentWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of a component.", fix: "Write an object.")
      return
    }
    let known = ["/", "?", "#", "exclude", "comment", "comments"]
    if !members.contains(where: { known.prefix(3).contains($0.name) }) {
      note(
        .dynamicMatchesEverything, at: pointer, node.place,
        "The component names no path, query or fragment: it matches every link.",
        fix: "Add a path with “/”; to match everything, write \"/\": \"*\".", .inferred)
    }
    for member in members {
      let isRight: Bool
      switch member.name {
      case "/", "#", "comment", "comments": isRight = member.value.kind == .string
      case "exclude": isRight = member.value.kind == .bool
      case "?":
        if member.value.kind == .string {
          note(
            .dynamicQueryText, at: pointer.appending(member.name), member.value.place,
            "Google describes “?” as an object with a pattern for each name; what becomes of one text is not documented.",
            fix: "Write it like {\"name\": \"*\"}.", .inferred)
        }
        isRight =
          member.value.kind == .string || member.value.object?.allSatisfy { $0.value.kind == .string } ?? false
      default:
        note(
          .dynamicUnknownKey, at: pointer.appending(member.name), member.place,
          "“\(member.name)” means nothing in a component.", fix: suggestion(member.name, known))
        continue
      }
      if !isRight {
        note(
          .dynamicComponentWrongType, at: pointer.appending(member.name), member.value.place,
          "“\(member.name)” cannot be \(member.value.kind.inWords).",
          fix: "Patterns are texts, “exclude” is true or false.")
      }
    }
  }
}
