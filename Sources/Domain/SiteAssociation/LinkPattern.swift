internal import Octets

/// One pattern of an association file, ready to be compared.
///
/// The language is `*`, `?` and `$(variable)`, nothing else. A pattern always covers the whole text. A class, because a
/// struct of this size would be copied at every look.
final class LinkPattern: Sendable {
  /// What a pattern is compared with. Paths are normalised on both sides, other texts are taken as they are.
  enum Subject: Sendable {
    case path
    case text
  }

  enum Flaw: Equatable, Sendable {
    case unknownVariable(String)
    case unterminatedVariable
    /// More wildcards and variables than a device follows.
    case tooDeep
  }

  /// Devices give up on a pattern at this depth and count it as no match.
  static let deepest = 64

  let source: String
  let tokens: [PatternToken]
  /// The values of the file's own variables that the tokens name.
  let alternatives: [[[PatternToken]]]
  /// Whether letters are compared without their case. The text then comes folded.
  let isFolded: Bool
  let flaw: Flaw?
  let matchesEverything: Bool
  /// The first octets of every text that can match, for a quick no.
  let head: TextHead
  /// Whether it has a variable of more than one length, so that the plain comparison does not do.
  let needsPositions: Bool

  init(_ source: String, subject: Subject, isFolded: Bool, variables: SubstitutionVariables?) {
    self.source = source
    self.isFolded = isFolded
    var builder = PatternBuilder(isFolded: isFolded, variables: variables)
    builder.read(source)
    if subject == .path { builder.normalizePath() }
    tokens = builder.tokens
    alternatives = builder.alternatives
    let depth = tokens.count { $0 == .anyRun || $0.isVariableLength }
    flaw = builder.flaw ?? (depth > Self.deepest ? .tooDeep : nil)
    matchesEverything =
      flaw == nil
      && (tokens == [.anyRun] || (subject == .path && tokens == [PatternToken(UInt8(ascii: "/")), .anyRun]))
    head = TextHead(prefixOf: tokens)
    needsPositions = tokens.contains { $0.isVariableLength }
  }
}

/// One step of a pattern: a scalar, or beyond Unicode's range something that stands for several.
struct PatternToken: Hashable, Sendable {
  private let code: UInt32

  static let anyOne = PatternToken(code: 0x20_0000)
  static let anyRun = PatternToken(code: 0x20_0001)
  static let region = PatternToken(code: 0x20_0002)
  static let language = PatternToken(code: 0x20_0003)
  private static let classBase: UInt32 = 0x20_0010
  private static let alternativesBase: UInt32 = 0x30_0000

  private init(code: UInt32) { self.code = code }
  init(_ ascii: UInt8) { code = UInt32(ascii) }
  init(scalar: UInt32) { code = scalar }
  init(_ characterClass: CharacterClass) { code = Self.classBase + UInt32(characterClass.rawValue) }
  init(alternatives index: Int) { code = Self.alternativesBase + UInt32(truncatingIfNeeded: index) }

  var scalar: UInt32? { code < 0x11_0000 ? code : nil }
  var alternativesIndex: Int? { code >= Self.alternativesBase ? Int(code - Self.alternativesBase) : nil }
  var characterClass: CharacterClass? {
    guard code >= Self.classBase, code < Self.alternativesBase else { return nil }
    return CharacterClass(rawValue: UInt8(truncatingIfNeeded: code - Self.classBase))
  }
  var isVariableLength: Bool { self == .region || self == .language || code >= Self.alternativesBase }

  /// Whether this one scalar is allowed here; only for tokens of length one.
  @inline(__always)
  func accepts(_ scalar: UInt32, isFolded: Bool) -> Bool {
    if code == scalar { return true }
    guard code >= 0x20_0000 else { return false }
    if code == Self.anyOne.code { return true }
    return characterClass?.contains(scalar, isFolded: isFolded) ?? false
  }
}

/// The predefined variables that stand for one character each.
enum CharacterClass: UInt8, Sendable {
  case alpha, upper, lower, alnum, digit, xdigit

  func contains(_ scalar: UInt32, isFolded: Bool) -> Bool {
    let isSmall = scalar >= 0x61 && scalar <= 0x7A
    let isCapital = scalar >= 0x41 && scalar <= 0x5A
    let isDigit = scalar >= 0x30 && scalar <= 0x39
    switch self {
    case .alpha: return isSmall || isCapital
    case .upper: return isCapital || (isFolded && isSmall)
    case .lower: return isSmall || (isFolded && isCapital)
    case .alnum: return isSmall || isCapital || isDigit
    case .digit: return isDigit
    case .xdigit: return isDigit || 0x61...0x66 ~= scalar.asciiLowercased
    }
  }

  init?(name: String) {
    switch name {
    case "alpha": self = .alpha
    case "upper": self = .upper
    case "lower": self = .lower
    case "alnum": self = .alnum
    case "digit": self = .digit
    case "xdigit": self = .xdigit
    default: return nil
    }
  }
}

/// The names that Apple defines; a file that defines one of them shadows it.
let predefinedVariables = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]

/// The first eight ASCII characters of a text, packed, so that most patterns are ruled out by one comparison.
struct TextHead: Sendable {
  let octets: UInt64
  let mask: UInt64

  init(prefixOf tokens: [PatternToken]) {
    var octets: UInt64 = 0
    var mask: UInt64 = 0
    for (index, token) in tokens.prefix(8).enumerated() {
      guard let scalar = token.scalar else { break }
      octets |= UInt64(scalar & 0xFF) << UInt64(index * 8)
      mask |= 0xFF << UInt64(index * 8)
    }
    (self.octets, self.mask) = (octets, mask)
  }

  static func pack(_ text: [UInt32]) -> UInt64 {
    var octets: UInt64 = 0
    for index in 0..<min(8, text.count) { octets |= UInt64(text[index] & 0xFF) << UInt64(index * 8) }
    return octets
  }

  @inline(__always)
  func allows(_ packed: UInt64) -> Bool { packed & mask == octets }
}
