/// A path into a document, as RFC 6901 writes it: `/applinks/details/0`.
public struct JSONPointer: Equatable, Sendable {
  /// The pointer as text; empty for the whole document.
  public let text: String

  /// The whole document.
  public static let root = JSONPointer(text: "")

  private init(text: String) {
    self.text = text
  }

  /// The member of that name; `~` and `/` in a name are escaped (RFC 6901, section 3).
  public func appending(_ name: String) -> JSONPointer {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return JSONPointer(text: text + "/" + name) }
    var escaped = text + "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return JSONPointer(text: escaped)
  }

  /// The element at that index.
  public func appending(_ index: Int) -> JSONPointer {
    JSONPointer(text: text + "/" + String(index))
  }
}
