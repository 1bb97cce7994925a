/// The beginnings that a URI record writes as one octet (URI RTD 1.0, table 3).
public enum URIPrefix {
  /// The codes that stand for a beginning; 24 to FF are reserved.
  public static let codes: ClosedRange<UInt8> = 0x00...0x23

  /// The code of `https://`.
  public static var https: UInt8 { 0x04 }

  /// What a code stands for. A reserved code is read as "nothing" (URI RTD 1.0, 3.2.2).
  public static func text(of code: UInt8) -> String { letters(of: code).description }

  /// The same as a literal in the program, which is copied and compared without a string being made.
  static func letters(of code: UInt8) -> StaticString {
    switch code {
    case 0x01: "http://www."
    case 0x02: "https://www."
    case 0x03: "http://"
    case 0x04: "https://"
    case 0x05: "tel:"
    case 0x06: "mailto:"
    case 0x07: "ftp://anonymous:anonymous@"
    case 0x08: "ftp://ftp."
    case 0x09: "ftps://"
    case 0x0A: "sftp://"
    case 0x0B: "smb://"
    case 0x0C: "nfs://"
    case 0x0D: "ftp://"
    case 0x0E: "dav://"
    case 0x0F: "news:"
    case 0x10: "telnet://"
    case 0x11: "imap:"
    case 0x12: "rtsp://"
    case 0x13: "urn:"
    case 0x14: "pop:"
    case 0x15: "sip:"
    case 0x16: "sips:"
    case 0x17: "tftp:"
    case 0x18: "btspp://"
    case 0x19: "btl2cap://"
    case 0x1A: "btgoep://"
    case 0x1B: "tcpobex://"
    case 0x1C: "irdaobex://"
    case 0x1D: "file://"
    case 0x1E: "urn:epc:id:"
    case 0x1F: "urn:epc:tag:"
    case 0x20: "urn:epc:pat:"
    case 0x21: "urn:epc:raw:"
    case 0x22: "urn:epc:"
    case 0x23: "urn:nfc:"
    default: ""
    }
  }

  /// The code of the longest beginning that `uri` has, so that the record is the shortest; 00 if it has none.
  ///
  /// Octets are compared as they stand: `HTTPS://` has no beginning of the table.
  public static func longest(of uri: Span<UInt8>) -> UInt8 {
    guard let first = uri.isEmpty ? nil : uri[0] else { return 0 }
    if first == UInt8(ascii: "h") { return longestWeb(of: uri) }
    for code in candidates(startingWith: first) where uri.starts(with: letters(of: code)) { return code }
    return 0
  }

  /// The codes whose text starts with a letter; a text comes before those that are its beginning.
  private static func candidates(startingWith letter: UInt8) -> [UInt8] {
    switch letter {
    case UInt8(ascii: "b"): [0x18, 0x19, 0x1A]
    case UInt8(ascii: "d"): [0x0E]
    case UInt8(ascii: "f"): [0x07, 0x08, 0x09, 0x0D, 0x1D]
    case UInt8(ascii: "i"): [0x11, 0x1C]
    case UInt8(ascii: "m"): [0x06]
    case UInt8(ascii: "n"): [0x0C, 0x0F]
    case UInt8(ascii: "p"): [0x14]
    case UInt8(ascii: "r"): [0x12]
    case UInt8(ascii: "s"): [0x0A, 0x0B, 0x15, 0x16]
    case UInt8(ascii: "t"): [0x05, 0x10, 0x17, 0x1B]
    case UInt8(ascii: "u"): [0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x13]
    default: []
    }
  }

  /// The four that nearly all cards use, told apart without the table.
  @inline(__always)
  private static func longestWeb(of uri: Span<UInt8>) -> UInt8 {
    guard uri.starts(with: "http") else { return 0 }
    let secure = uri.count > 4 && uri[4] == UInt8(ascii: "s")
    let rest = secure ? 5 : 4
    guard uri.holds("://", at: rest) else { return 0 }
    switch (uri.holds("www.", at: rest &+ 3), secure) {
    case (true, false): return 0x01
    case (true, true): return 0x02
    case (false, false): return 0x03
    case (false, true): return 0x04
    }
  }
}

extension Span where Element == UInt8 {
  @inline(__always)
  fileprivate func starts(with text: StaticString) -> Bool { holds(text, at: 0) }

  @inline(__always)
  fileprivate func holds(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= count &- position else { return false }
    // A literal of letters lives as long as the program.
    let letters = unsafe UnsafeBufferPointer(start: text.utf8Start, count: length)
    for index in 0..<length where unsafe letters[index] != self[position &+ index] { return false }
    return true
  }
}
