internal import JSONText

/// The JSON inside a file, taken out of whatever is wrapped around it.
struct AssociationText {
  enum Wrapping: Equatable {
    case signed
    case byteOrderMark
    case utf16
  }

  let octets: [UInt8]
  let wrappings: [Wrapping]

  init(_ file: [UInt8]) {
    var octets = file
    var wrappings: [Wrapping] = []
    if let content = SignedEnvelope.content(of: octets) {
      octets = content
      wrappings.append(.signed)
    }
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) {
      octets.removeFirst(3)
      wrappings.append(.byteOrderMark)
    } else if let text = Self.utf8(ofUTF16: octets) {
      octets = text
      wrappings.append(.utf16)
    }
    self.octets = octets
    self.wrappings = wrappings
  }

  /// Recodes UTF-16, known by its byte order mark or by the zero beside its first ASCII character.
  private static func utf8(ofUTF16 octets: [UInt8]) -> [UInt8]? {
    guard octets.count >= 2, octets.count.isMultiple(of: 2) else { return nil }
    let isBigEndian: Bool
    var start = 0
    switch (octets[0], octets[1]) {
    case (0xFE, 0xFF): (isBigEndian, start) = (true, 2)
    case (0xFF, 0xFE): (isBigEndian, start) = (false, 2)
    case (0, 1...0x7F): isBigEndian = true
    case (1...0x7F, 0): isBigEndian = false
    default: return nil
    }
    var units: [UInt16] = []
    units.reserveCapacity(octets.count / 2)
    for index in stride(from: start, to: octets.count, by: 2) {
      let (one, two) = (UInt16(octets[index]), UInt16(octets[index + 1]))
      units.append(isBigEndian ? one << 8 | two : two << 8 | one)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
