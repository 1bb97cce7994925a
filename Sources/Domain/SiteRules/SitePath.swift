internal import Octets

/// The part of a site that is meant by an entry with a path: whole segments from the root on, and all below them.
///
/// Segments are compared after decoding, case matters, a slash at the end does not.
public struct SitePath: Sendable, Hashable {
  /// One segment.
  public enum Segment: Sendable, Hashable {
    /// This one, decoded.
    case named([UInt8])
    /// Whichever it is.
    case any
  }

  /// The segments, at least one.
  public let segments: [Segment]

  /// The path in one spelling for all that mean the same: `/r/*/top`.
  public var text: String {
    segments.map { segment in
      switch segment {
      case .any: "/*"
      case .named(let octets): "/" + Self.encoded(octets)
      }
    }.joined()
  }

  init(segments: [Segment]) {
    self.segments = segments
  }

  /// Reads a path as a person writes it, from its first slash on.
  init(written: Substring) throws(SiteEntryError) {
    let whole = String(written)
    if let fault = Self.fault(in: written) { throw fault }
    var rest = written.dropFirst()
    if rest.last == "/" { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw .nothingAfterSlash }
    var segments: [Segment] = []
    for part in rest.split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw .twoSlashes(whole) }
      if part == "*" {
        segments.append(.any)
        continue
      }
      if part.utf8.contains(UInt8(ascii: "*")) { throw .partOfSegment(String(part)) }
      let octets = PercentText.octets(of: Array(part.utf8)[...])
      if octets.elementsEqual(".".utf8) || octets.elementsEqual("..".utf8) { throw .dots(whole) }
      segments.append(.named(octets))
    }
    guard segments.count <= Self.mostSegments, whole.utf8.count <= Self.longest else { throw .tooLong }
    self.segments = segments
  }

  /// More segments than any address that people name.
  private static let mostSegments = 32
  private static let longest = 1000

  private static func fault(in written: Substring) -> SiteEntryError? {
    for octet in written.utf8 {
      switch octet {
      case UInt8(ascii: "?"): return .query(String(written))
      case UInt8(ascii: "#"): return .fragment(String(written))
      case 0...0x20, 0x7F, UInt8(ascii: "\\"): return .letter
      default: continue
      }
    }
    return nil
  }

  /// The segments of an address's path, decoded; empty ones are left out, as most servers do.
  public static func segments(of path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { PercentText.octets(of: Array($0)[...]) }
  }

  /// Whether an address with these segments is in this part.
  public func covers(_ address: [[UInt8]]) -> Bool {
    address.count >= segments.count
      && zip(segments, address).allSatisfy { segment, octets in segment == .any || segment == .named(octets) }
  }

  /// Whether all that is in the other part is in this one.
  public func covers(_ other: SitePath) -> Bool {
    other.segments.count >= segments.count
      && zip(segments, other.segments).allSatisfy { segment, theirs in segment == .any || segment == theirs }
  }

  /// Percent-encodes all but what a path may have as it is (RFC 3986 3.3); `*` is encoded too.
  private static func encoded(_ octets: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for octet in octets {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.append(octet)
      default:
        if "-._~!$&'()+,;=:@".utf8.contains(octet) {
          text.append(octet)
        } else {
          text += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
