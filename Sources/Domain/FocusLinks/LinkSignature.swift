/// The parameters of a link that an NTAG 424 DNA fills in each time it is read: its UID and counter, enciphered, and a
/// code over them.
///
/// Like ``LinkMirror`` they belong to every route and are not part of what the link asks.
public enum LinkSignature {
  /// The name of the enciphered UID and counter, and how many digits they have.
  public static let data = (name: "picc_data", digits: 32)
  /// The name of the code, and how many digits it has.
  public static let code = (name: "cmac", digits: 16)

  /// A link with room for both behind all that it says.
  public static func link(_ uri: String) -> String {
    func field(_ part: (name: String, digits: Int)) -> String {
      "\(part.name)=\(String(repeating: "0", count: part.digits))"
    }
    return "\(uri)\(uri.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")\(field(data))&\(field(code))"
  }
}
