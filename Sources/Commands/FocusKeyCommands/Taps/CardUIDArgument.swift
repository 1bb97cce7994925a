internal import CommandShell
internal import Octets

enum CardUIDArgument {
  /// How many bytes the UID of a card can have: 4, 7 or 10 (ISO 14443-3), 8 on FeliCa and ISO 15693 cards.
  private static let lengths = [4, 7, 8, 10]

  static func octets(_ text: String) throws(Failure) -> [UInt8] {
    let octets = try renaming(
      { (_: HexError) in
        Failure(
          .badData, kind: "not-hex", what: "a UID is written in hex digits", at: .text("--uid \(text)"),
          advice: "give 8, 14 or 20 of them")
      }, HexText.octets(of: text))
    guard lengths.contains(octets.count) else {
      throw Failure(
        .usage, kind: "bad-uid", what: "a UID has 4, 7 or 10 bytes (8 on FeliCa and ICODE), not \(octets.count)",
        at: .text("--uid \(text)"), advice: "keytool read shows it")
    }
    return octets
  }
}
