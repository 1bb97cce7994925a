/// The parameter of a link that a card fills in itself each time it is read: its UID, its tap counter, or both with an
/// `x` between.
///
/// It belongs to every route and is not part of what the link asks, so that it is neither kept nor printed.
public enum LinkMirror {
  /// The parameter's name.
  public static let name = "tap"

  /// What is to be written where the card puts its digits; `nil` for neither of them.
  public static func placeholder(uid: Bool, counter: Bool) -> String? {
    switch (uid, counter) {
    case (true, true): String(repeating: "0", count: 14) + "x" + String(repeating: "0", count: 6)
    case (true, false): String(repeating: "0", count: 14)
    case (false, true): String(repeating: "0", count: 6)
    case (false, false): nil
    }
  }

  /// A link with the placeholder behind all that it says.
  public static func link(_ uri: String, with placeholder: String) -> String {
    "\(uri)\(uri.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")\(name)=\(placeholder)"
  }

  /// Whether this is the parameter, with digits as its value as a card writes them.
  static func isParameter(_ octets: Span<UInt8>, _ name: Range<Int>, value: Range<Int>) -> Bool {
    guard name.count == 3, octets[name.lowerBound] == UInt8(ascii: "t"),
      octets[name.lowerBound + 1] == UInt8(ascii: "a"),
      octets[name.lowerBound + 2] == UInt8(ascii: "p"), [6, 14, 21].contains(value.count)
    else { return false }
    for (index, position) in value.enumerated() {
      let octet = octets[position]
      if value.count == 21, index == 14 {
        guard octet == UInt8(ascii: "x") else { return false }
      } else {
        guard LinkOctets.isDigit(octet) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(octet) else { return false }
      }
    }
    return true
  }
}
