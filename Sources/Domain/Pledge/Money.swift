/// An amount of money, exact: whole hundredths of a currency.
public struct Money: Hashable, Sendable {
  /// How many hundredths.
  public var cents: Int
  /// Three capital letters (ISO 4217): `EUR`.
  public var currency: String

  /// The largest amount that is taken: what a bank transfer can carry (EPC069-12).
  public static let mostCents = 99_999_999_999

  /// An amount.
  public init(cents: Int, currency: String) {
    self.cents = cents
    self.currency = currency
  }

  /// Reads `1 EUR`, `1.50 EUR` or `1.50`.
  ///
  /// - Parameters:
  ///   - text: digits, with two more behind a point where they are needed, and a currency.
  ///   - usual: the currency where none is written; without one it must be written.
  public init?(_ text: String, usual: String? = nil) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let amount = parts.first, let cents = Self.cents(amount) else { return nil }
    let currency = parts.count > 1 ? String(parts[1]) : usual
    guard let currency, currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    self.init(cents: cents, currency: currency)
  }

  private static func cents(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = number(parts[0], digits: 1...9) else { return nil }
    guard parts.count == 2 else { return whole * 100 }
    guard parts[1].utf8.count == 2, let part = number(parts[1], digits: 2...2) else { return nil }
    return whole * 100 + part
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The number with both its decimals: `12.50`.
  public var amount: String {
    let (whole, part) = (cents / 100, cents % 100)
    return "\(whole).\(part < 10 ? "0" : "")\(part)"
  }

  /// The amount as people write it: `12.50 EUR`.
  public var text: String { "\(amount) \(currency)" }
}
