internal import JSONText

private let componentKeys = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
private let patternKeys = ["/", "?", "#"]

extension AssociationLint {
  mutating func examine(
    components node: JSONNode, at pointer: JSONPointer, defaults: RuleFlags, scope: inout PatternScope
  ) {
    guard let components = node.array else {
      note(
        .detailComponentsWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of the list of components; devices use “paths” instead, "
          + "and open every link if there are none.", fix: "Write a list, even for one component.", .inferred)
      return
    }
    if components.isEmpty {
      note(
        .detailComponentsEmpty, at: pointer, node.place, "“components” is empty: no link opens the app.",
        fix: "Add a component.", .observed)
    }
    for index in components.indices {
      examine(component: components[index], at: { pointer.appending(index) }, defaults: defaults, scope: &scope)
    }
  }

  private mutating func examine(
    component node: JSONNode, at pointer: () -> JSONPointer, defaults: RuleFlags, scope: inout PatternScope
  ) {
    guard let members = node.object else {
      note(
        .componentNotObject, at: pointer(), node.place,
        "Found \(node.kind.inWords) instead of a component; it restricts nothing, so every link fits.",
        fix: node.kind == .string ? "Write {\"/\": …}." : "Write an object.", .inferred)
      return
    }
    if !members.contains(where: { patternKeys.contains($0.name) }) {
      let effect = node["exclude"]?.bool == true ? "keeps every link from the app" : "opens every link of the domain"
      note(
        .componentMatchesEverything, at: pointer(), node.place,
        "The component names no path, query or fragment: it \(effect).",
        fix: "Add a path with “/”; to match everything, write \"/\": \"*\".", .documented)
    }
    let context = PatternContext(flags: RuleFlags(node).falling(backOn: defaults), knowsVariables: true)
    for member in members {
      func path() -> JSONPointer { pointer().appending(member.name) }
      switch member.name {
      case "/": examine(path: member.value, at: path, context, scope: &scope)
      case "?": examine(query: member.value, at: path(), context, scope: &scope)
      case "#": examine(fragment: member.value, at: path, context, scope: &scope)
      case "exclude", "caseSensitive", "percentEncoded": examine(flag: member, at: path)
      case "comment":
        guard member.value.kind != .string else { continue }
        note(
          .componentCommentWrongType, at: path(), member.value.place,
          "A comment is a text; devices ignore this one as well.",
          fix: "Write it in quotation marks.", .documented)
      default: noteUnknown(member, at: path())
      }
    }
  }

  private mutating func noteUnknown(_ member: JSONMember, at pointer: JSONPointer) {
    if member.name == "requiredEntitlement" {
      note(
        .componentUnknownKey, at: pointer, member.place,
        "“requiredEntitlement” is read by Apple's framework but not documented; what it does can change.",
        fix: "Remove it.", .inferred)
      return
    }
    let meant: String? =
      switch member.name {
      case "path", "paths", "url", "pattern": "Did you mean “/”?"
      case "query", "queryItems": "Did you mean “?”?"
      case "fragment", "hash": "Did you mean “#”?"
      case "not", "excluded", "isExcluded", "NOT": "Did you mean “exclude”?"
      default: member.name.hasPrefix("/") ? "A path goes after the key “/”: {\"/\": \"\(member.name)\"}." : nil
      }
    note(
      .componentUnknownKey, at: pointer, member.place,
      "“\(member.name)” means nothing in a component; it is ignored, and so is the restriction it was meant to add.",
      fix: meant ?? suggestion(member.name, componentKeys), .documented)
  }

  // MARK: The three patterns

  private mutating func examine(
    path node: JSONNode, at pointer: () -> JSONPointer, _ context: PatternContext, scope: inout PatternScope
  ) {
    guard let source = node.string else {
      note(
        .componentPathWrongType, at: pointer(), node.place,
        "Found \(node.kind.inWords) instead of a path pattern; every path fits.",
        fix: node.kind == .array ? "Write one component for each path." : "Write a text.", .inferred)
      return
    }
    if AppLinksReader.legacyPath(source).excludes {
      note(
        .componentNotPrefix, at: pointer(), node.place,
        "“NOT ” excludes only in legacy paths; here it is part of the pattern, which no link fits.",
        fix: "Write \"exclude\": true.", .documented)
    }
    examinePath(source, place: node.place, at: pointer, isLegacy: false)
    examine(pattern: source, place: node.place, at: pointer, context, scope: &scope)
  }

  private mutating func examine(
    query node: JSONNode, at pointer: JSONPointer, _ context: PatternContext, scope: inout PatternScope
  ) {
    switch node.content {
    case .string(let source):
      examine(pattern: source, place: node.place, at: { pointer }, context, scope: &scope)
    case .object(let members):
      for member in members {
        examine(item: member, at: { pointer.appending(member.name) }, context, scope: &scope)
      }
      if !context.isCaseSensitive, !members.isEmpty {
        note(
          .queryNamesStayExact, at: pointer, node.place,
          "“caseSensitive”: false covers the values of a query; its names seem to stay exact, Apple does not say.",
          fix: "Write the names as your links have them.", .inferred)
      }
    default:
      note(
        .componentQueryWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of a query pattern; every query fits.",
        fix: "Write a text for the whole query, or {\"name\": \"pattern\"}.", .inferred)
    }
  }

  private mutating func examine(
    item: JSONMember, at pointer: () -> JSONPointer, _ context: PatternContext, scope: inout PatternScope
  ) {
    guard let source = item.value.string else {
      note(
        .componentQueryValueNotString, at: pointer(), item.value.place,
        "Found \(item.value.kind.inWords) instead of a pattern: devices then ignore the whole “?”, and every query fits.",
        fix: "Write it in quotation marks.", .observed)
      return
    }
    if source == "*" {
      note(
        .queryStarDemandsNothing, at: pointer(), item.value.place,
        "“*” also matches an empty value, and a missing “\(item.name)” counts as empty: nothing is required.",
        fix: "Write \"?*\" to require a value.", .documented)
    }
    examine(pattern: source, place: item.value.place, at: pointer, context, scope: &scope)
  }

  private mutating func examine(
    fragment node: JSONNode, at pointer: () -> JSONPointer, _ context: PatternContext, scope: inout PatternScope
  ) {
    guard let source = node.string else {
      note(
        .componentFragmentWrongType, at: pointer(), node.place,
        "Found \(node.kind.inWords) instead of a fragment pattern; every fragment fits.",
        fix: "Write a text.", .inferred)
      return
    }
    examine(pattern: source, place: node.place, at: pointer, context, scope: &scope)
  }
}
