/// The parameters of a link that a card which signs (NTAG 424 DNA, DESFire EV3 and their like) fills in each time it is
/// read: its UID and counter, enciphered, and a code over them.
///
/// Like ``LinkMirror`` they belong to every route and are not part of what the link asks.
public enum LinkSignature {
  /// The name of the enciphered UID and counter, and how many digits they have.
  public static let data = (name: "picc_data", digits: 32)
  /// How many they have if the card is in LRP mode.
  public static let digitsInLRPMode = 48
  /// The name of the code, and how many digits it has.
  public static let code = (name: "cmac", digits: 16)

  /// A link with room for both behind all that it says.
  public static func link(_ uri: String, inLRPMode: Bool = false) -> String {
    func field(_ name: String, _ digits: Int) -> String { "\(name)=\(String(repeating: "0", count: digits))" }
    let first = field(data.name, inLRPMode ? digitsInLRPMode : data.digits)
    return "\(uri)\(uri.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")\(first)&\(field(code.name, code.digits))"
  }
}
