extension JSONReader {
  /// Reads a string from its opening quotation mark to past its closing one.
  mutating func string() throws(JSONError) -> String {
    let start = place
    let mark = octets[at]
    at += 1
    var chunk = at
    var resolved: [UInt8] = []
    while at < octets.count {
      let octet = octets[at]
      if octet == mark {
        let rest = octets[chunk..<at]
        at += 1
        if resolved.isEmpty { return String(decoding: rest, as: UTF8.self) }
        resolved.append(contentsOf: rest)
        return String(decoding: resolved, as: UTF8.self)
      }
      switch octet {
      case UInt8(ascii: "\\"):
        resolved.append(contentsOf: octets[chunk..<at])
        try escape(into: &resolved)
        chunk = at
      case 0..<0x20:
        // JSON5 (section 5) forbids only line ends, RFC 8259 (section 7) every control character.
        guard json5, octet != 0x0A, octet != 0x0D else { throw brokenString(from: start, octet) }
        at += 1
      case 0x80...0xFF: take(try scalarHere())
      default: at += 1
      }
    }
    throw unterminatedString(from: start)
  }

  private mutating func escape(into resolved: inout [UInt8]) throws(JSONError) {
    let start = place
    guard at + 1 < octets.count else { throw JSONError(place: start, cause: .unterminatedString, hint: .cutShort) }
    let letter = octets[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): resolved.append(letter)
    case UInt8(ascii: "b"): resolved.append(0x08)
    case UInt8(ascii: "f"): resolved.append(0x0C)
    case UInt8(ascii: "n"): resolved.append(0x0A)
    case UInt8(ascii: "r"): resolved.append(0x0D)
    case UInt8(ascii: "t"): resolved.append(0x09)
    case UInt8(ascii: "u"): append(try unicodeEscape(from: start), to: &resolved)
    default:
      guard json5 else { throw JSONError(place: start, cause: .badEscape) }
      try wideEscape(letter, from: start, into: &resolved)
    }
  }

  /// What JSON5 (section 5.1) adds: `\'`, `\v`, `\0`, `\xHH`, a line end that is passed over, any other character as
  /// itself.
  private mutating func wideEscape(
    _ letter: UInt8, from start: JSONPlace, into resolved: inout [UInt8]
  ) throws(JSONError) {
    switch letter {
    case UInt8(ascii: "v"): resolved.append(0x0B)
    case UInt8(ascii: "0"):
      if at < octets.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octets[at]) {
        throw JSONError(place: start, cause: .badEscape)
      }
      resolved.append(0)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw JSONError(place: start, cause: .badEscape)
    case UInt8(ascii: "x"): append(try hexScalar(digits: 2, from: start), to: &resolved)
    case 0x0A, 0x0D:
      at -= 1
      takeLineEnd()
    default:
      at -= 1
      let scalar = try scalarHere()
      take(scalar)
      if scalar.value == 0x2028 || scalar.value == 0x2029 {
        line += 1
        columnBase = at
      } else {
        append(scalar, to: &resolved)
      }
    }
  }

  /// The scalar of `\uXXXX`, or of two of them that are the halves of a pair.
  mutating func unicodeEscape(from start: JSONPlace) throws(JSONError) -> Unicode.Scalar {
    let high = try hexDigits(4, from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, at + 1 < octets.count, octets[at] == UInt8(ascii: "\\"), octets[at + 1] == UInt8(ascii: "u")
    else { throw JSONError(place: start, cause: .loneSurrogate) }
    at += 2
    let low = try hexDigits(4, from: start)
    guard (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw JSONError(place: start, cause: .loneSurrogate) }
    return scalar
  }

  private mutating func hexScalar(digits: Int, from start: JSONPlace) throws(JSONError) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(try hexDigits(digits, from: start)) else {
      throw JSONError(place: start, cause: .badEscape)
    }
    return scalar
  }

  private mutating func hexDigits(_ count: Int, from start: JSONPlace) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard at < octets.count, let digit = hexDigit(octets[at]) else {
        throw JSONError(place: start, cause: .badEscape)
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private func append(_ scalar: Unicode.Scalar, to resolved: inout [UInt8]) {
    for octet in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { resolved.append(octet) }
  }

  /// A name without quotation marks (JSON5, section 3.1). `nil` if none begins here.
  mutating func bareName() throws(JSONError) -> String? {
    var resolved: [UInt8] = []
    while at < octets.count {
      let start = place
      let octet = octets[at]
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
        UInt8(ascii: "_"):
        resolved.append(octet)
        at += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !resolved.isEmpty:
        resolved.append(octet)
        at += 1
      case UInt8(ascii: "\\"):
        guard at + 1 < octets.count, octets[at + 1] == UInt8(ascii: "u") else {
          throw JSONError(place: start, cause: .badEscape)
        }
        at += 2
        append(try unicodeEscape(from: start), to: &resolved)
      case 0x80...0xFF:
        let scalar = try scalarHere()
        guard !isWideBlank(scalar), !isSmartQuote(scalar), scalar.value != 0x2028, scalar.value != 0x2029 else {
          return named(resolved)
        }
        append(scalar, to: &resolved)
        take(scalar)
      default: return named(resolved)
      }
    }
    return named(resolved)
  }

  private func named(_ octets: [UInt8]) -> String? {
    octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
  }
}

func hexDigit(_ octet: UInt8) -> UInt8? {
  switch octet {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
  default: nil
  }
}
