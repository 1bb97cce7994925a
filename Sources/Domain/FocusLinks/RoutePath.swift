/// The path of a route: words that stand as they are, and places for a text. Written `/focus/:profile`, with the colon
/// of the WHATWG's URL Pattern Standard (<https://urlpattern.spec.whatwg.org>).
public struct RoutePath: Equatable, Sendable {
  /// What is between two slashes.
  public enum Segment: Equatable, Sendable {
    /// A word that must stand there.
    case word(String)
    /// A text that the link carries; never empty.
    case parameter(LinkParameter)
  }

  /// Why a text is not the path of a route.
  public enum PathError: Error, Equatable, Sendable {
    /// It does not begin with a slash.
    case noSlash
    /// Two slashes are side by side, or one is at the end.
    case emptySegment
    /// `.` and `..` never arrive: browsers take them out.
    case dotSegment
    /// A letter that would have to be escaped in a link, or that means something in other kinds of patterns.
    case illegalCharacter(Character)
    /// The name behind a colon is not made of letters, digits, `-` and `_`.
    case badParameterName(String)
    /// There are more than ``RoutePath/mostSegments``.
    case tooManySegments
  }

  /// The most segments that a path may have.
  public static let mostSegments = 8

  /// The segments between the slashes; none for `/`.
  public let segments: [Segment]

  /// Reads a pattern.
  public init(_ pattern: String) throws(PathError) {
    guard pattern.hasPrefix("/") else { throw .noSlash }
    var segments: [Segment] = []
    if pattern != "/" {
      for text in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        segments.append(try Self.segment(text))
      }
    }
    guard segments.count <= Self.mostSegments else { throw .tooManySegments }
    self.segments = segments
  }

  init(_ segments: Segment...) {
    self.segments = segments
  }

  private static func segment(_ text: Substring) throws(PathError) -> Segment {
    guard !text.isEmpty else { throw .emptySegment }
    guard text != ".", text != ".." else { throw .dotSegment }
    if text.hasPrefix(":") {
      let name = String(text.dropFirst())
      guard !name.isEmpty, name.utf8.allSatisfy(isNameOctet) else { throw .badParameterName(name) }
      return .parameter(LinkParameter(name, .text))
    }
    for letter in text where !(letter.isLetter || letter.isNumber || "-._~".contains(letter)) {
      throw .illegalCharacter(letter)
    }
    return .word(String(text))
  }

  private static func isNameOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The places for texts, in order.
  public var parameters: [LinkParameter] {
    segments.compactMap { segment in
      guard case .parameter(let parameter) = segment else { return nil }
      return parameter
    }
  }

  /// The pattern as it is written.
  public var pattern: String {
    guard !segments.isEmpty else { return "/" }
    var text = ""
    for segment in segments {
      switch segment {
      case .word(let word): text += "/" + word
      case .parameter(let parameter): text += "/:" + parameter.name
      }
    }
    return text
  }
}
