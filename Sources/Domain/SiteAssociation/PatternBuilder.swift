internal import Octets

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
    tokens.reserveCapacity(source.utf8.count + 2)
    guard variables != nil, source.utf8.contains(0x24) else {
      for scalar in source.unicodeScalars { append(Self.token(scalar.value, isFolded: isFolded)) }
      return
    }
    let scalars = source.unicodeScalars.map { $0.value }
    var at = 0
    while at < scalars.count {
      // Without a table of variables the signs of one are characters like others: that is how legacy paths are read.
      if scalars[at] == 0x24, at + 1 < scalars.count, scalars[at + 1] == 0x28, variables != nil {
        guard let end = scalars[(at + 2)...].firstIndex(of: 0x29) else {
          flaw = flaw ?? .unterminatedVariable
          return
        }
        append(variable: text(Array(scalars[(at + 2)..<end])))
        at = end + 1
      } else {
        append(Self.token(scalars[at], isFolded: isFolded))
        at += 1
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

  private static func token(_ scalar: UInt32, isFolded: Bool) -> PatternToken {
    switch scalar {
    case 0x2A: .anyRun
    case 0x3F: .anyOne
    default: PatternToken(scalar: isFolded ? folded(scalar) : scalar)
    }
  }

  /// A slash before and after unless a star is there; runs of slashes shrink to one.
  mutating func normalizePath() {
    let slash = PatternToken(UInt8(ascii: "/"))
    if isNormal(slash) { return }
    var normal: [PatternToken] = []
    normal.reserveCapacity(tokens.count + 2)
    if tokens.first != .anyRun { normal.append(slash) }
    for token in tokens where token != slash || normal.last != slash { normal.append(token) }
    if normal.last != slash, normal.last != .anyRun { normal.append(slash) }
    tokens = normal
  }
}

extension PatternBuilder {
  /// Whether it is normal already, as most paths are.
  private func isNormal(_ slash: PatternToken) -> Bool {
    guard tokens.first == slash || tokens.first == .anyRun, tokens.last == slash || tokens.last == .anyRun else {
      return false
    }
    return tokens.indices.dropFirst().allSatisfy { tokens[$0] != slash || tokens[$0 - 1] != slash }
  }
}

/// The scalar without its case, where Unicode gives one scalar for it.
func folded(_ value: UInt32) -> UInt32 {
  if value < 0x80 { return value.asciiLowercased }
  guard let scalar = Unicode.Scalar(value) else { return value }
  let small = scalar.properties.lowercaseMapping.unicodeScalars
  guard let first = small.first, small.count == 1 else { return value }
  return first.value
}
