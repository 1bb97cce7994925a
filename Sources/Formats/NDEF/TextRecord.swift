/// A text with its language (Text RTD 1.0).
public struct TextRecord: Equatable, Sendable {
  /// The NFC Forum type.
  public static let type: [UInt8] = [0x54]  // T

  /// How the letters are written on the card.
  public enum Encoding: String, Equatable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  /// The order of the octets in UTF-16 text that has no byte order mark.
  public enum OctetOrder: Equatable, Sendable { case bigEndian, littleEndian }

  /// The text.
  public let text: String
  /// The language, as in BCP 47: `en`, `de-CH`.
  public let language: String
  /// How the letters are written on the card.
  public let encoding: Encoding

  /// Makes a text.
  ///
  /// - Throws: a fault if the language is empty, longer than 63 octets or not ASCII.
  public init(_ text: String, language: String = "en", encoding: Encoding = .utf8) throws(PayloadError) {
    guard !language.isEmpty else { throw PayloadError(.noLanguage, at: 0) }
    guard language.utf8.count <= 0x3F else {
      throw PayloadError(.tooLong("language", atMost: 0x3F, is: language.utf8.count), at: 0)
    }
    for octet in language.utf8 where octet >= 0x80 { throw PayloadError(.languageNotASCII, at: 1) }
    self.text = text
    self.language = language
    self.encoding = encoding
  }

  /// Reads the payload of a Text record: `status language text`, where the status octet is bit 7 = UTF-16, bit 6
  /// reserved, bits 5 to 0 = length of the language.
  ///
  /// - Parameter unmarked: the order to take for UTF-16 without a byte order mark. The specification says big-endian;
  ///   some writers in the field say nothing and write little-endian.
  public init(decoding payload: [UInt8], unmarked: OctetOrder = .bigEndian) throws(PayloadError) {
    try self.init(in: payload, from: 0, unmarked: unmarked)
  }

  /// Reads a payload that begins at `start` and ends with the octets; places in faults count from `start`.
  init(in octets: [UInt8], from start: Int, unmarked: OctetOrder = .bigEndian) throws(PayloadError) {
    guard start < octets.count else { throw PayloadError(.cut(needs: 1, has: 0), at: 0) }
    let status = octets[start]
    let length = Int(status & 0x3F)
    guard length > 0 else { throw PayloadError(.noLanguage, at: 0) }
    let letters = start + 1 + length
    guard letters <= octets.count else { throw PayloadError(.cut(needs: length, has: octets.count - start - 1), at: 1) }
    for place in start + 1..<letters where octets[place] >= 0x80 {
      throw PayloadError(.languageNotASCII, at: place - start)
    }
    language = String(decoding: octets[start + 1..<letters], as: UTF8.self)
    if status & 0x80 == 0 {
      guard let text = String(validating: octets[letters...], as: UTF8.self) else {
        throw PayloadError(.notUTF8, at: letters - start)
      }
      self.text = text
      encoding = .utf8
    } else {
      do {
        text = try Self.utf16Text(octets, letters..<octets.count, unmarked: unmarked)
      } catch {
        throw PayloadError(error.cause, at: error.offset - start)
      }
      encoding = .utf16
    }
  }

  private static func utf16Text(
    _ payload: [UInt8], _ letters: Range<Int>, unmarked: OctetOrder
  ) throws(PayloadError) -> String {
    guard letters.count.isMultiple(of: 2) else { throw PayloadError(.halfACodeUnit, at: letters.upperBound - 1) }
    var order = unmarked
    var start = letters.lowerBound
    if letters.count >= 2 {
      switch (payload[start], payload[start + 1]) {
      case (0xFE, 0xFF): (order, start) = (.bigEndian, start + 2)
      case (0xFF, 0xFE): (order, start) = (.littleEndian, start + 2)
      default: break
      }
    }
    var units: [UInt16] = []
    units.reserveCapacity((letters.upperBound - start) / 2)
    for place in stride(from: start, to: letters.upperBound, by: 2) {
      let (first, second) = (UInt16(payload[place]), UInt16(payload[place + 1]))
      units.append(order == .bigEndian ? first << 8 | second : second << 8 | first)
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw PayloadError(.lonelySurrogate, at: start) }
    return text
  }

  /// The payload; UTF-16 is written big-endian with its mark, which every reader understands.
  public var payload: [UInt8] {
    var payload: [UInt8] = [(encoding == .utf16 ? 0x80 : 0) | UInt8(language.utf8.count)]
    payload.append(contentsOf: language.utf8)
    switch encoding {
    case .utf8:
      payload.append(contentsOf: text.utf8)
    case .utf16:
      payload += [0xFE, 0xFF]
      for unit in text.utf16 { payload += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    }
    return payload
  }

  /// The record that carries this text.
  public var record: NDEFRecord { NDEFRecord(checked: .wellKnown, type: Self.type, payload: payload) }
}
