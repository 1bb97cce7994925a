internal import JSONText

/// The flags of a pattern, after the defaults of its entry and of the file.
struct PatternContext {
  let isCaseSensitive: Bool
  let isPercentEncoded: Bool
  let knowsVariables: Bool

  init(flags: RuleFlags, knowsVariables: Bool) {
    isCaseSensitive = flags.caseSensitive ?? true
    isPercentEncoded = flags.percentEncoded ?? true
    self.knowsVariables = knowsVariables
  }
}

extension AssociationLint {
  // MARK: What concerns paths only

  mutating func examine(legacyPath source: String, place: JSONPlace, at pointer: JSONPointer) {
    let path = AppLinksReader.legacyPath(source).pattern
    let octets = Array(source.utf8)
    if octets.count > 3, octets[..<3].map({ $0 | 0x20 }) == Array("not".utf8), octets[3] == 0x2F || octets[3] == 0x2A {
      note(
        .patternNotWithoutSpace, at: pointer, place,
        "“NOT” without a space after it does not exclude; it counts as the beginning of the path.",
        fix: "Write “NOT \(String(source.unicodeScalars.dropFirst(3)))”.", .inferred)
    }
    examinePath(path, place: place, at: { pointer }, isLegacy: true)
    var nowhere = PatternScope(variables: nil)
    let context = PatternContext(flags: RuleFlags(nil), knowsVariables: false)
    examine(pattern: path, place: place, at: { pointer }, context, scope: &nowhere)
  }

  mutating func examinePath(_ source: String, place: JSONPlace, at pointer: () -> JSONPointer, isLegacy: Bool) {
    let text = PatternText(source)
    if source.isEmpty {
      note(
        .patternEmpty, at: pointer(), place, "An empty path seems to mean the root page; Apple does not say.",
        fix: "Write “/” for the root page, “*” for every page.", .inferred)
      return
    }
    guard !text.isPlain || !text.starts(with: "/") else { return }
    if text.contains("://") {
      note(
        .patternFullURL, at: pointer(), place,
        "“\(source)” is a whole URL; the pattern is compared with the path alone, so no link fits.",
        fix: "Write only what follows the host.", .documented)
      return
    }
    if text.contains("#") {
      note(
        .patternFragmentInPath, at: pointer(), place, "A path never contains “#”: no link fits “\(source)”.",
        fix: isLegacy ? "Use a component with “#”." : "Move what follows the “#” to the key “#”.", .documented)
    }
    if text.looksLikeQuery {
      note(
        .patternQueryInPath, at: pointer(), place,
        text.contains("?")
          ? "“?” in a path means one character: “\(source)” never sees the query of a link."
          : "“\(source)” looks like query text, but a path pattern never sees the query of a link.",
        fix: isLegacy ? "Use a component with “?”." : "Move the query to the key “?”.", .documented)
    }
    if !text.starts(with: "/"), !text.starts(with: "*") {
      note(
        .patternNoLeadingSlash, at: pointer(), place, "“\(source)” is read as “/\(source)”.", fix: "Write the slash.",
        .observed)
    }
  }

  // MARK: What concerns every pattern

  mutating func examine(
    pattern source: String, place: JSONPlace, at pointer: () -> JSONPointer, _ context: PatternContext,
    scope: inout PatternScope
  ) {
    let text = PatternText(source)
    if !text.isPlain { examineSigns(of: text, source, place: place, at: pointer, context, scope: &scope) }
    if text.depth > LinkPattern.deepest {
      note(
        .patternTooDeep, at: pointer(), place,
        "More than \(LinkPattern.deepest) wildcards and variables: devices seem to give up, and the rule does not match.",
        fix: "Use fewer.", .inferred)
    }
  }

  private mutating func examineSigns(
    of text: PatternText, _ source: String, place: JSONPlace, at pointer: () -> JSONPointer, _ context: PatternContext,
    scope: inout PatternScope
  ) {
    if context.knowsVariables {
      examine(variables: text.variables, of: source, place: place, at: pointer, scope: &scope)
    } else if text.variables.hasAny {
      note(
        .patternVariableInPath, at: pointer(), place,
        "Whether devices replace variables in legacy paths is not documented anywhere; systems before iOS 13.5 do not.",
        fix: "Use a component.", .inferred)
    }
    if text.hasOuterBlanks {
      note(
        .patternWhitespace, at: pointer(), place, "Spaces before or after “\(source)” are part of the pattern.",
        fix: "Remove them.", .documented)
    }
    examineEncoding(text, source, place: place, at: pointer, context)
    examineForeignSigns(text, source, place: place, at: pointer, context)
  }

  private mutating func examine(
    variables: PatternText.Variables, of source: String, place: JSONPlace, at pointer: () -> JSONPointer,
    scope: inout PatternScope
  ) {
    for name in variables.names where !scope.use(name) {
      note(
        .patternUnknownVariable, at: pointer(), place, "$(\(name)) is not defined: “\(source)” never matches.",
        fix: "\(suggestion(name, scope.known)) Variables go into “substitutionVariables”.", .inferred)
    }
    if variables.isUnterminated {
      note(
        .patternUnterminatedVariable, at: pointer(), place,
        "“$(” without “)”: “\(source)” never matches.", fix: "Close the bracket.", .inferred)
    }
  }

  private mutating func examineEncoding(
    _ text: PatternText, _ source: String, place: JSONPlace, at pointer: () -> JSONPointer, _ context: PatternContext
  ) {
    guard context.isPercentEncoded else {
      if text.hasEscape {
        note(
          .patternEncodedWithDecoding, at: pointer(), place,
          "The link is decoded here but the pattern is not: “\(source)” with its escapes never matches.",
          fix: "Write the characters themselves.", .observed)
      }
      return
    }
    if text.hasInnerBlank {
      note(
        .patternUnencodedSpace, at: pointer(), place, "Links have %20 where “\(source)” has a space, so none fits.",
        fix: "Write %20, or add \"percentEncoded\": false.", .documented)
    }
    if text.hasNonASCII {
      note(
        .patternUnencodedNonASCII, at: pointer(), place,
        "Links are compared in their encoded form, where “\(source)” never occurs.",
        fix: "Write “\(text.encoded)”, or add \"percentEncoded\": false.", .documented)
    }
  }

  private mutating func examineForeignSigns(
    _ text: PatternText, _ source: String, place: JSONPlace, at pointer: () -> JSONPointer, _ context: PatternContext
  ) {
    if text.contains("\\") {
      note(
        .patternBackslash, at: pointer(), place,
        "Patterns have no escape character, and what devices do with a backslash is not documented.",
        fix: "Remove it.", .inferred)
    }
    if text.looksLikeRegex {
      note(
        .patternRegexLike, at: pointer(), place,
        "“\(source)” looks like a regular expression; only *, ? and $(variables) have a meaning.",
        fix: "Write * for any characters, ? for one.", .documented)
    } else if text.looksLikeRoute {
      note(
        .patternRouteParameter, at: pointer(), place,
        "“\(source)” looks like a route of a web framework; its parameter is compared literally.",
        fix: "Write * instead, or ?* if it must not be empty.", .documented)
    } else if context.isPercentEncoded, let (sign, escape) = text.unencoded {
      let more = sign == "|" ? " If either part is meant, write a rule for each." : ""
      note(
        .patternUnencodedCharacter, at: pointer(), place,
        "Links have \(escape) where “\(source)” has “\(sign)”, so none fits.", fix: "Write \(escape).\(more)",
        .documented)
    }
  }
}
