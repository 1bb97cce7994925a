extension JSONReader {
  mutating func skipBlanks() throws(JSONError) {
    while at < octets.count {
      switch octets[at] {
      case 0x20, 0x09: at += 1
      case 0x0A, 0x0D: takeLineEnd()
      case 0x0B where json5, 0x0C where json5: at += 1
      case UInt8(ascii: "/") where json5: if try !skipComment() { return }
      case 0x80...0xFF where json5: if try !skipWideBlank() { return }
      default: return
      }
    }
  }

  /// Moves past one line end: a line feed, a carriage return, or both together.
  mutating func takeLineEnd() {
    let wasReturn = octets[at] == 0x0D
    at += 1
    if wasReturn, at < octets.count, octets[at] == 0x0A { at += 1 }
    line += 1
    columnBase = at
  }

  /// Skips a comment of JSON5 (section 7). Returns whether there was one.
  private mutating func skipComment() throws(JSONError) -> Bool {
    guard at + 1 < octets.count else { return false }
    switch octets[at + 1] {
    case UInt8(ascii: "/"):
      while at < octets.count, octets[at] != 0x0A, octets[at] != 0x0D {
        let scalar = try scalarHere()
        if scalar.value == 0x2028 || scalar.value == 0x2029 { break }
        take(scalar)
      }
      return true
    case UInt8(ascii: "*"):
      let start = place
      at += 2
      while at < octets.count {
        if octets[at] == UInt8(ascii: "*"), at + 1 < octets.count, octets[at + 1] == UInt8(ascii: "/") {
          at += 2
          return true
        }
        if octets[at] == 0x0A || octets[at] == 0x0D { takeLineEnd() } else { take(try scalarHere()) }
      }
      throw JSONError(place: start, cause: .unterminatedComment)
    default: return false
    }
  }

  /// Skips a blank beyond ASCII (JSON5, section 8). Returns whether there was one.
  private mutating func skipWideBlank() throws(JSONError) -> Bool {
    let scalar = try scalarHere()
    if scalar.value == 0x2028 || scalar.value == 0x2029 {
      at += 3
      line += 1
      columnBase = at
      return true
    }
    guard isWideBlank(scalar) else { return false }
    take(scalar)
    return true
  }

  /// Moves past the scalar that is here.
  mutating func take(_ scalar: Unicode.Scalar) {
    let length = UTF8.width(scalar)
    at += length
    columnBase += length - 1
  }

  /// The scalar that is here, well-formed as Unicode's table 3-7 demands.
  func scalarHere() throws(JSONError) -> Unicode.Scalar {
    guard let scalar = scalar(at: at) else { throw notUTF8() }
    return scalar
  }

  func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < octets.count else { return nil }
    let first = octets[offset]
    if first < 0x80 { return Unicode.Scalar(first) }
    let length: Int
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return nil
    }
    guard offset + length <= octets.count else { return nil }
    for index in 1..<length {
      let next = octets[offset + index]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    // Overlong forms; surrogates and values beyond U+10FFFF have no scalar.
    guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length else { return nil }
    return scalar
  }
}

/// Blanks beyond ASCII: the class Zs, the zero-width ones and the byte-order mark.
func isWideBlank(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xA0, 0x1680, 0x2000...0x200D, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF: true
  default: false
  }
}
