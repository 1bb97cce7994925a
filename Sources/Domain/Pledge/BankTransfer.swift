/// A transfer that banking apps read from a QR code (EPC069-12, "Quick Response Code: Guidelines to enable data capture
/// for the initiation of a SEPA credit transfer").
public struct BankTransfer: Equatable, Sendable {
  /// Why there can be no code.
  public enum Fault: Error, Equatable, Sendable {
    /// The code is for euros only.
    case notEuro(String)
    /// No amount, or more than a transfer carries.
    case amount
    /// The account's number is wrong.
    case iban
    /// The name is missing, has more than 70 characters or a line break.
    case name
    /// The text has more than 140 characters or a line break.
    case text
    /// It would have more than 331 bytes.
    case tooLong
  }

  /// The text of the code.
  public let code: String

  /// The code of a transfer.
  ///
  /// - Parameters:
  ///   - money: how much.
  ///   - name: whose account it is.
  ///   - iban: the account.
  ///   - text: what it is for.
  public init(_ money: Money, to name: String, iban: String, text: String) throws(Fault) {
    guard money.currency == "EUR" else { throw .notEuro(money.currency) }
    guard (1...Money.mostCents).contains(money.cents) else { throw .amount }
    guard Self.isLine(name, longest: 70), !name.isEmpty else { throw .name }
    guard Self.isLine(text, longest: 140) else { throw .text }
    guard let account = IBAN(iban) else { throw .iban }
    // Service tag, version 2 (no BIC needed), UTF-8, SEPA credit transfer, BIC, name, IBAN, amount, purpose, structured
    // reference, text.
    let lines = ["BCD", "002", "1", "SCT", "", name, account.text, "EUR" + money.amount, "", "", text]
    var code = ""
    for (index, line) in lines.enumerated() { code += index == 0 ? line : "\n" + line }
    guard code.utf8.count <= 331 else { throw .tooLong }
    self.code = code
  }

  private static func isLine(_ text: String, longest: Int) -> Bool {
    text.count <= longest && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// The number of a bank account (ISO 13616).
public struct IBAN: Equatable, Sendable {
  /// The number without blanks, in capital letters.
  public let text: String

  /// Reads a number, with blanks or without; `nil` where its check digits say that it is mistyped.
  public init?(_ written: String) {
    var octets: [UInt8] = []
    for octet in written.utf8 where octet != 0x20 {
      switch octet {
      case 0x30...0x39, 0x41...0x5A: octets.append(octet)
      case 0x61...0x7A: octets.append(octet - 0x20)
      default: return nil
      }
      if octets.count > 34 { return nil }
    }
    guard octets.count >= 15, octets[0] >= 0x41, octets[1] >= 0x41, octets[2] <= 0x39, octets[3] <= 0x39 else {
      return nil
    }
    var rest = 0
    for octet in octets[4...] + octets[..<4] {
      let isDigit = octet <= 0x39
      let value = isDigit ? Int(octet) - 0x30 : Int(octet) - 0x41 + 10
      rest = (rest * (isDigit ? 10 : 100) + value) % 97
    }
    guard rest == 1 else { return nil }
    text = String(decoding: octets, as: UTF8.self)
  }
}
