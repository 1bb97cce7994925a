/// Turns the text of a pattern into tokens.
struct PatternBuilder {
  let isFolded: Bool
  let variables: SubstitutionVariables?
  var tokens: [PatternToken] = []
  var alternatives: [[[PatternToken]]] = []
  var flaw: LinkPattern.Flaw?

  init(isFolded: Bool, variables: SubstitutionVariables?) {
    self.isFolded = isFolded
    self.variables = variables
  }

  mutating func read(_ source: String) {
    var scalars = source.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      // Without a table of variables the signs of one are characters like others: that is how legacy paths are read.
      if scalar == "$", scalars.first == "(", variables != nil {
        scalars.removeFirst()
        guard let end = scalars.firstIndex(of: ")") else {
          flaw = flaw ?? .unterminatedVariable
          return
        }
        append(variable: String(scalars[..<end]))
        scalars = scalars[scalars.index(after: end)...]
      } else {
        append(Self.token(scalar, isFolded: isFolded))
      }
    }
  }

  private mutating func append(_ token: PatternToken) {
    // Two stars in a row count as one.
    if token == .anyRun, tokens.last == .anyRun { return }
    tokens.append(token)
  }

  private mutating func append(variable name: String) {
    if let choices = variables?.choices(of: name, isFolded: isFolded) {
      tokens.append(PatternToken(alternatives: alternatives.count))
      alternatives.append(choices)
    } else if let characterClass = CharacterClass(name: name) {
      tokens.append(PatternToken(characterClass))
    } else if name == "region" {
      tokens.append(.region)
    } else if name == "lang" {
      tokens.append(.language)
    } else {
      flaw = flaw ?? .unknownVariable(name)
    }
  }

  private static func token(_ scalar: Unicode.Scalar, isFolded: Bool) -> PatternToken {
    switch scalar {
    case "*": .anyRun
    case "?": .anyOne
    default: PatternToken(scalar: isFolded ? folded(scalar) : scalar.value)
    }
  }

  /// A slash before and behind unless a star stands there; runs of slashes shrink to one.
  mutating func normalizePath() {
    let slash = PatternToken(UInt8(ascii: "/"))
    var normal: [PatternToken] = tokens.first == .anyRun ? [] : [slash]
    for token in tokens where token != slash || normal.last != slash { normal.append(token) }
    if normal.last != slash, normal.last != .anyRun { normal.append(slash) }
    tokens = normal
  }
}

/// The scalar without its case, where Unicode gives one scalar for it.
func folded(_ scalar: Unicode.Scalar) -> UInt32 {
  if scalar.value < 0x80 { return scalar.value >= 0x41 && scalar.value <= 0x5A ? scalar.value | 0x20 : scalar.value }
  let small = scalar.properties.lowercaseMapping.unicodeScalars
  guard let first = small.first, small.count == 1 else { return scalar.value }
  return first.value
}
