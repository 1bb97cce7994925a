internal import Octets

/// A web address, cut into the parts that an association file speaks about.
///
/// The parts are percent-encoded, as a device compares them: what a URL must not contain raw (blanks, letters beyond
/// ASCII) is encoded here with capital hex digits, what is encoded already stays as it is.
public struct WebAddress: Equatable, Sendable {
  /// The scheme in small letters.
  public let scheme: String
  /// The host in small letters, without user, password and port.
  public let host: String
  /// The port, if the address names one.
  public let port: UInt16?
  /// The whole address, percent-encoded from the path on; the parts are ranges of it.
  private let octets: [UInt8]
  private let pathRange: Range<Int>
  private let queryRange: Range<Int>?
  private let fragmentRange: Range<Int>?

  var pathOctets: ArraySlice<UInt8> { octets[pathRange] }
  var queryOctets: ArraySlice<UInt8>? { queryRange.map { octets[$0] } }
  var fragmentOctets: ArraySlice<UInt8>? { fragmentRange.map { octets[$0] } }

  /// The path, percent-encoded; empty if there is none.
  public var path: String { String(decoding: pathOctets, as: UTF8.self) }
  /// What is between `?` and `#`, percent-encoded.
  public var query: String? { queryOctets.map { String(decoding: $0, as: UTF8.self) } }
  /// What follows `#`, percent-encoded.
  public var fragment: String? { fragmentOctets.map { String(decoding: $0, as: UTF8.self) } }

  private static let https: ArraySlice<UInt8> = [0x68, 0x74, 0x74, 0x70, 0x73]

  /// Cuts an address with a scheme and a host, such as `https://example.com/a?b#c`. `nil` for anything else.
  public init?(_ text: String) {
    self.init(octets: Array(text.utf8))
  }

  init?(octets: [UInt8]) {
    guard let colon = octets.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      octets[..<colon].allSatisfy(isSchemeOctet), isLetter(octets[0]),
      octets.count >= colon + 3, octets[colon + 1] == UInt8(ascii: "/"), octets[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    scheme = octets[..<colon] == Self.https ? "https" : lowercased(octets[..<colon])
    var at = colon + 3
    let authorityStart = at
    while at < octets.count, !isAuthorityEnd(octets[at]) { at += 1 }
    guard let authority = Self.authority(octets[authorityStart..<at]) else { return nil }
    (host, port) = authority
    let pathStart = at
    // Encoding leaves `?` and `#` where they are, so that the parts can be cut afterwards.
    self.octets =
      octets[pathStart...].allSatisfy(isURLOctet) ? octets : octets[..<pathStart] + encoded(octets[pathStart...])
    let pathEnd = self.octets[pathStart...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let end = self.octets.endIndex
    pathRange = pathStart..<(pathEnd ?? end)
    let hasQuery = pathEnd.map { [octets = self.octets] in octets[$0] == UInt8(ascii: "?") } ?? false
    let fragmentMark = self.octets[pathRange.upperBound...].firstIndex(of: UInt8(ascii: "#"))
    queryRange = hasQuery ? (pathRange.upperBound + 1)..<(fragmentMark ?? end) : nil
    fragmentRange = fragmentMark.map { ($0 + 1)..<end }
  }

  /// Two addresses are equal if all their parts are.
  public static func == (one: WebAddress, other: WebAddress) -> Bool {
    one.scheme == other.scheme && one.host == other.host && one.port == other.port
      && one.pathOctets == other.pathOctets && one.queryOctets == other.queryOctets
      && one.fragmentOctets == other.fragmentOctets
  }

  private static func authority(_ octets: ArraySlice<UInt8>) -> (host: String, port: UInt16?)? {
    var rest = octets
    if let user = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(user + 1)...] }
    var port: UInt16?
    if let colon = rest.lastIndex(of: UInt8(ascii: ":")), rest.last != UInt8(ascii: "]") {
      let digits = rest[(colon + 1)...]
      if !digits.isEmpty {
        guard digits.count <= 5, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        var number: UInt32 = 0
        for digit in digits { number = number * 10 + UInt32(digit - 0x30) }
        guard let exact = UInt16(exactly: number) else { return nil }
        port = exact
      }
      rest = rest[..<colon]
    }
    guard !rest.isEmpty, !rest.contains(where: isForeignToHosts) else { return nil }
    return (lowercased(rest), port)
  }
}

/// Whether an octet can be in no host (WHATWG URL, "forbidden host code point"): blanks, controls, brackets of texts.
private func isForeignToHosts(_ octet: UInt8) -> Bool {
  switch octet {
  case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "|"),
    UInt8(ascii: "\\"), UInt8(ascii: "\""):
    true
  default: false
  }
}

/// A domain as an app's entitlement names it: `example.com` or `*.example.com`.
public struct AssociatedDomain: Equatable, Sendable {
  /// The domain in small letters, without the star.
  public let name: String
  /// Whether it means the sub-domains of ``name``.
  public let isWildcard: Bool

  /// Reads a domain, with or without the `applinks:` before it and the `?mode=…` after it.
  public init(_ text: String) {
    var rest = Array(text.utf8)[...]
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[..<colon].allSatisfy(isLetter) {
      rest = rest[(colon + 1)...]
    }
    if let mode = rest.firstIndex(of: UInt8(ascii: "?")) { rest = rest[..<mode] }
    isWildcard = rest.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")])
    name = lowercased(isWildcard ? rest.dropFirst(2) : rest)
  }

  /// Whether links of that host are judged by this domain's file. A wildcard means sub-domains only, at any depth.
  public func covers(_ host: String) -> Bool {
    guard isWildcard else { return host == name }
    let hostOctets = Array(host.utf8)
    let ending = [UInt8(ascii: ".")] + Array(name.utf8)
    return hostOctets.count > ending.count && hostOctets.suffix(ending.count).elementsEqual(ending)
  }
}

private func isAuthorityEnd(_ octet: UInt8) -> Bool {
  octet == UInt8(ascii: "/") || octet == UInt8(ascii: "?") || octet == UInt8(ascii: "#")
}

private func isSchemeOctet(_ octet: UInt8) -> Bool {
  isLetter(octet) || (octet >= 0x30 && octet <= 0x39) || octet == UInt8(ascii: "+") || octet == UInt8(ascii: "-")
    || octet == UInt8(ascii: ".")
}

private func isLetter(_ octet: UInt8) -> Bool {
  (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7A
}

private func lowercased(_ octets: ArraySlice<UInt8>) -> String {
  if !octets.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) { return String(decoding: octets, as: UTF8.self) }
  var small: [UInt8] = []
  small.reserveCapacity(octets.count)
  for octet in octets { small.append(octet.asciiLowercased) }
  return String(decoding: small, as: UTF8.self)
}

/// Encodes what no URL may contain raw (RFC 3986, section 2), so that both spellings of a link compare alike.
private func encoded(_ octets: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(octets.count + 16)
  for octet in octets {
    if isURLOctet(octet) {
      result.append(octet)
    } else {
      result.append(UInt8(ascii: "%"))
      for nibble in [octet >> 4, octet & 0xF] { result.append(nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10) }
    }
  }
  return result
}

/// What may appear raw in a URL: visible ASCII but for `"<>\^`{|}`.
@inline(__always)
func isURLOctet(_ octet: UInt8) -> Bool {
  // One bit for each character of ASCII.
  let bits: (UInt64, UInt64) = (0xAFFF_FFFA_0000_0000, 0x47FF_FFFE_AFFF_FFFF)
  guard octet < 0x80 else { return false }
  return (octet < 0x40 ? bits.0 : bits.1) >> UInt64(octet & 63) & 1 == 1
}
