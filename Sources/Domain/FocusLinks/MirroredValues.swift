/// What a card itself puts into its link with each tap: UID and counter of an NTAG's mirror, or the data and code of an
/// NTAG 424 DNA's signed tap. It tells who tapped, not what is asked, so no route knows it.
public struct MirroredValues: Equatable, Sendable {
  /// One of them.
  public struct Value: Equatable, Sendable {
    /// Its parameter's name, in small letters and digits only.
    public let name: String
    /// The digits.
    public let digits: String
    /// Where in the link the digits begin, in octets.
    public let start: Int
  }

  /// The values in their order.
  public let values: [Value]
  /// The link without them.
  public let rest: String

  /// A card's counter has at least this many digits.
  private static let fewestDigits = 6

  /// Takes a link apart.
  public init(in link: String) {
    guard let mark = link.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      values = []
      rest = link
      return
    }
    let end = link.utf8[mark...].firstIndex(of: UInt8(ascii: "#")) ?? link.utf8.endIndex
    var found: [Value] = []
    var kept: [Substring] = []
    for part in link[link.utf8.index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false) {
      if let value = Self.value(part, in: link) { found.append(value) } else { kept.append(part) }
    }
    values = found
    let query = kept.joined(separator: "&")
    rest = found.isEmpty ? link : link[..<mark] + (query.isEmpty ? "" : "?\(query)") + link[end...]
  }

  /// The digits of the first of these names that is there.
  public func digits(of names: String...) -> String? {
    values.first { value in names.contains { $0 == value.name } }?.digits
  }

  /// A parameter's name as it is compared: `picc_data` is `piccdata`.
  public static func plain(_ name: String) -> String {
    name.lowercased().filter { letter in letter.isLetter || letter.isNumber }
  }

  /// A parameter that a card fills in: a name that is used for that, and hex digits, or an `x` between two mirrored
  /// numbers.
  private static func value(_ part: Substring, in link: String) -> Value? {
    guard let sign = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = plain(String(part[..<sign]))
    let start = part.utf8.index(after: sign)
    let digits = part[start...]
    guard KnownLinks.mirroredNames.contains(name), digits.utf8.count >= fewestDigits,
      digits.allSatisfy({ $0.isHexDigit || $0 == "x" })
    else { return nil }
    return Value(name: name, digits: String(digits), start: link.utf8.distance(from: link.utf8.startIndex, to: start))
  }
}
