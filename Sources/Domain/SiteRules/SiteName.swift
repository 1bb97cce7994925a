internal import Octets

/// A domain name as the wire carries it: lower-case ASCII, labels of other scripts in their `xn--` form, no dot at
/// the end.
public struct SiteName: Sendable, Equatable, Hashable {
  /// The name's octets, such as those of `m.social.example`.
  public let octets: [UInt8]

  /// The name as text.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// Reads a name as a person writes it: `Reddit.com`, `*.reddit.com`, `https://reddit.com/`, `bücher.example.`.
  ///
  /// A path is refused, because a name on the wire has none and the whole site would be blocked instead.
  public init(_ written: String) throws(SiteEntryError) {
    // Nearly every name is written as the wire has it, and a list has thousands.
    if let octets = Self.folded(written.utf8) {
      self.octets = octets
      return
    }
    var rest = Substring(SiteSpelling.usual(written).trimmedOfBlanks)
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      if rest.last == "/" { rest = rest.dropLast() }
      break
    }
    if rest.hasPrefix("*.") { rest = rest.dropFirst(2) }
    if let slash = rest.firstIndex(of: "/") { throw .name(.path(String(rest[slash...]))) }
    if rest.last == "." { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw .name(.empty) }

    var octets: [UInt8] = []
    for label in rest.split(separator: ".", omittingEmptySubsequences: false) {
      if !octets.isEmpty { octets.append(UInt8(ascii: ".")) }
      octets += try Self.encoded(label)
    }
    // RFC 1035 2.3.4: 255 octets on the wire with the lengths and the root, so 253 as text.
    guard octets.count <= 253 else { throw .name(.tooLong(octets.count)) }
    self.octets = octets
  }

  /// The name of a host as a program sent it, or `nil` where it is none: case is folded, a dot at the end goes.
  ///
  /// What is on the wire is taken as it is, without guessing: octets outside the alphabet of names make it no name.
  public init?(wire: some Collection<UInt8>) {
    guard let octets = Self.folded(wire) else { return nil }
    self.octets = octets
  }

  /// Lower-case octets of a host name without its final dot; `nil` where it is not a valid name.
  static func folded(_ wire: some Collection<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    octets.reserveCapacity(wire.count)
    var label = 0
    for octet in wire {
      let octet = octet.asciiLowercased
      switch octet {
      case UInt8(ascii: "."):
        if label == 0 { return nil }
        label = 0
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        label += 1
      default: return nil
      }
      if label > 63 || octets.count > 253 { return nil }
      octets.append(octet)
    }
    if octets.last == UInt8(ascii: ".") { octets.removeLast() }
    return octets.isEmpty || octets.count > 253 ? nil : octets
  }

  /// Whether one of those domains is it, or above it.
  func isAtOrBelow(any domains: Set<[UInt8]>) -> Bool {
    if domains.contains(octets) { return true }
    for place in octets.indices where octets[place] == UInt8(ascii: ".") {
      if domains.contains(Array(octets[(place + 1)...])) { return true }
    }
    return false
  }

  /// Whether it is that site or one of its subdomains.
  public func isAtOrBelow(_ site: SiteName) -> Bool {
    let other = site.octets
    guard octets.count >= other.count, octets.suffix(other.count).elementsEqual(other) else { return false }
    return octets.count == other.count || octets[octets.count - other.count - 1] == UInt8(ascii: ".")
  }

  private static func encoded(_ label: Substring) throws(SiteEntryError) -> [UInt8] {
    guard !label.isEmpty else { throw .name(.emptyLabel) }
    var scalars: [UInt32] = []
    var isASCII = true
    for scalar in label.unicodeScalars {
      let folded = scalar.properties.lowercaseMapping.unicodeScalars
      for scalar in folded {
        if scalar.value >= 0x80 { isASCII = false }
        scalars.append(scalar.value)
      }
    }
    for scalar in scalars where scalar < 0x80 {
      let octet = UInt8(truncatingIfNeeded: scalar)
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        continue
      default: throw .name(.letter(Character(Unicode.Scalar(octet)), in: String(label)))
      }
    }
    var octets = isASCII ? scalars.map { UInt8(truncatingIfNeeded: $0) } : Array("xn--".utf8)
    if !isASCII {
      guard scalars.count <= 63, let encoded = punycode(scalars) else { throw .name(.labelTooLong(String(label))) }
      octets += encoded
    }
    guard octets.count <= 63 else { throw .name(.labelTooLong(String(label))) }
    return octets
  }
}

/// Why a text is not a domain name.
public enum SiteNameFault: Equatable, Sendable {
  /// Nothing is there.
  case empty
  /// Two dots follow each other, or one is at the front.
  case emptyLabel
  /// A part between dots has more than 63 octets (RFC 1035 2.3.4).
  case labelTooLong(String)
  /// The name has more octets than any name.
  case tooLong(Int)
  /// A letter that no name has.
  case letter(Character, in: String)
  /// A path follows the name; only whole sites can be named.
  case path(String)
}

extension String {
  var trimmedOfBlanks: String {
    var text = Substring(self)
    while let first = text.first, first == " " || first == "\t" || first == "\r" { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text = text.dropLast() }
    return String(text)
  }
}
