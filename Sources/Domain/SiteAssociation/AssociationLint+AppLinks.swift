internal import JSONText

private let applinksKeys = ["apps", "details", "defaults", "substitutionVariables"]
private let flagKeys = ["caseSensitive", "percentEncoded", "exclude"]

extension AssociationLint {
  mutating func examine(applinks node: JSONNode, at pointer: JSONPointer) {
    guard let members = node.object else {
      note(
        .applinksNotObject, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of an object; no link opens an app.",
        fix: "Write {\"details\": […]}.", .documented)
      return
    }
    guard !members.isEmpty else {
      note(
        .serviceEmpty, at: pointer, node.place,
        "“applinks” is empty; no link opens an app. The other services are not affected.",
        fix: "Add “details”, or remove “applinks”.", .documented)
      return
    }
    for member in members where !applinksKeys.contains(member.name) {
      note(
        .applinksUnknownKey, at: pointer.appending(member.name), member.place,
        "“\(member.name)” means nothing under “applinks”; it is ignored.", fix: suggestion(member.name, applinksKeys),
        .documented)
    }
    examine(apps: node["apps"], of: node, at: pointer)
    if let defaults = node["defaults"] { examine(defaults: defaults, at: pointer.appending("defaults")) }
    let variables = node["substitutionVariables"]
    if let variables { examine(variables: variables, at: pointer.appending("substitutionVariables")) }
    var scope = PatternScope(variables: variables)
    examine(details: node["details"], of: node, at: pointer, scope: &scope)
    noteUnused(variables, in: scope, at: pointer)
  }

  /// The list that iOS 12 and older want to see empty.
  private mutating func examine(apps: JSONNode?, of applinks: JSONNode, at pointer: JSONPointer) {
    guard let apps else {
      note(
        .applinksAppsMissing, at: pointer, applinks.place,
        "“apps” is not there. iOS 13 and later do not need it; iOS 12 and macOS 10.14 reject the file without it.",
        fix: "Add \"apps\": [] if such old systems matter.", .documented)
      return
    }
    if apps.array?.isEmpty != true {
      note(
        .applinksAppsNotEmpty, at: pointer.appending("apps"), apps.place,
        "“apps” must be an empty list for iOS 12 and older; iOS 13 and later ignore it.", fix: "Write \"apps\": [].",
        .documented)
    }
  }

  mutating func examine(defaults node: JSONNode, at pointer: JSONPointer) {
    guard let members = node.object else {
      note(
        .defaultsWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of an object; there are no defaults.",
        fix: "Write {\"caseSensitive\": false}, or remove it.", .documented)
      return
    }
    for member in members {
      if flagKeys.contains(member.name) {
        examine(flag: member, at: { pointer.appending(member.name) })
      } else {
        note(
          .defaultsUnknownKey, at: pointer.appending(member.name), member.place,
          "“\(member.name)” is not a default; it is ignored.", fix: suggestion(member.name, flagKeys), .documented)
      }
    }
  }

  mutating func examine(flag member: JSONMember, at pointer: () -> JSONPointer) {
    guard member.value.kind != .bool else { return }
    note(
      .componentFlagWrongType, at: pointer(), member.value.place,
      "Found \(member.value.kind.inWords) instead of true or false; devices guess the meaning.",
      fix: "Write true or false, without quotation marks.", .inferred)
  }

  private mutating func examine(variables node: JSONNode, at pointer: JSONPointer) {
    guard let members = node.object else {
      note(
        .substWrongType, at: pointer, node.place,
        "Found \(node.kind.inWords) instead of an object; no variable is defined.",
        fix: "Write {\"name\": [\"value\", …]}.", .documented)
      return
    }
    for member in members {
      let path = { pointer.appending(member.name) }
      if member.name.utf8.isEmpty || member.name.utf8.contains(where: { $0 == 0x24 || $0 == 0x28 || $0 == 0x29 }) {
        note(
          .substNameBadChars, at: path(), member.place,
          "“\(member.name)” cannot be used in a pattern: a name must not contain $, ( or ).", fix: "Rename it.",
          .documented)
      }
      if predefinedVariables.contains(member.name) {
        note(
          .substShadowsPredefined, at: path(), member.place,
          "$(\(member.name)) is predefined; this one replaces it in the whole file.", fix: "Choose another name.",
          .inferred)
      }
      examine(values: member.value, of: member.name, at: path)
    }
  }

  private mutating func examine(values node: JSONNode, of name: String, at pointer: () -> JSONPointer) {
    guard let values = node.array else {
      let effect =
        node.kind == .string ? "devices read it as a list of one, other readers reject it" : "the variable is unknown"
      note(
        .substValuesWrongType, at: pointer(), node.place,
        "Found \(node.kind.inWords) instead of the list of values for $(\(name)); \(effect).",
        fix: "Write a list, even for one value.", .inferred)
      return
    }
    if values.isEmpty {
      note(
        .substEmptyList, at: pointer(), node.place,
        "$(\(name)) has no values: a pattern that names it never matches.", fix: "Add values.", .inferred)
    }
    for index in values.indices {
      guard let value = values[index].string else {
        note(
          .substValueNotString, at: pointer().appending(index), values[index].place,
          "Found \(values[index].kind.inWords) instead of a value; it is skipped.",
          fix: "Write it in quotation marks.", .documented)
        continue
      }
      if PatternText(value).variables.hasAny {
        note(
          .substValueNested, at: pointer().appending(index), values[index].place,
          "A value cannot name another variable: “\(value)” is compared letter by letter.",
          fix: "Write out the values.", .documented)
      }
    }
  }

  private mutating func noteUnused(_ node: JSONNode?, in scope: PatternScope, at pointer: JSONPointer) {
    for member in node?.object ?? [] where !scope.isUsed(member.name) {
      note(
        .substUnused, at: pointer.appending("substitutionVariables").appending(member.name), member.place,
        "No pattern names $(\(member.name)).", fix: "Use it or remove it.", .documented)
    }
  }
}

/// Which variables a file defines, and which of them some pattern names.
struct PatternScope {
  private var isUsed: [[UInt8]: Bool] = [:]

  init(variables: JSONNode?) {
    for member in variables?.object ?? [] { isUsed[Array(member.name.utf8)] = false }
  }

  /// Marks a variable as named. Returns whether it is known.
  mutating func use(_ name: String) -> Bool {
    let key = Array(name.utf8)
    guard isUsed[key] != nil else { return predefinedVariables.contains(name) }
    isUsed[key] = true
    return true
  }

  func isUsed(_ name: String) -> Bool { isUsed[Array(name.utf8)] ?? false }

  var known: [String] { isUsed.keys.map { String(decoding: $0, as: UTF8.self) }.sorted() + predefinedVariables }
}
