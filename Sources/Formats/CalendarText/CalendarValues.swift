/// The escapes of texts and lists in content lines (RFC 5545, 3.3.11).
package enum CalendarValues {
  /// Undoes the escapes of a value.
  package static func text(_ value: String) -> String {
    texts(value, atCommas: false)[0]
  }

  /// The texts of a list, cut at commas that are not escaped.
  package static func list(_ value: String) -> [String] {
    texts(value, atCommas: true)
  }

  package static func escaped(_ text: String) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count)
    var before: UInt8 = 0
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        octets.append(UInt8(ascii: "\\"))
        octets.append(octet)
      case 0x0A where before == 0x0D: break
      case 0x0A, 0x0D:
        octets.append(UInt8(ascii: "\\"))
        octets.append(UInt8(ascii: "n"))
      // No control character may be in a value but the tab.
      case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F: break
      default: octets.append(octet)
      }
      before = octet
    }
    return String(decoding: octets, as: UTF8.self)
  }

  package static func escaped(list: [String]) -> String {
    var value = ""
    for index in list.indices {
      if index > 0 { value += "," }
      value += escaped(list[index])
    }
    return value
  }

  private static func texts(_ value: String, atCommas: Bool) -> [String] {
    var texts: [String] = []
    var current: [UInt8] = []
    var isEscaped = false
    for octet in value.utf8 {
      if isEscaped {
        isEscaped = false
        switch octet {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): current.append(0x0A)
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): current.append(octet)
        default:
          // Not an escape of the standard: kept as it is.
          current.append(UInt8(ascii: "\\"))
          current.append(octet)
        }
      } else if octet == UInt8(ascii: "\\") {
        isEscaped = true
      } else if atCommas, octet == UInt8(ascii: ",") {
        texts.append(String(decoding: current, as: UTF8.self))
        current = []
      } else {
        current.append(octet)
      }
    }
    if isEscaped { current.append(UInt8(ascii: "\\")) }
    texts.append(String(decoding: current, as: UTF8.self))
    return texts
  }
}
