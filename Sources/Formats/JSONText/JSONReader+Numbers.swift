extension JSONReader {
  /// A number. RFC 8259, section 6; with signs, hex and the named values of JSON5, section 6.
  mutating func number() throws(JSONError) -> JSONNode.Content {
    let start = at
    var negative = false
    if take(UInt8(ascii: "-")) {
      negative = true
    } else if json5 {
      _ = take(UInt8(ascii: "+"))
    }
    if json5 {
      if takeWord("Infinity") { return .number(negative ? -Double.infinity : .infinity) }
      if takeWord("NaN") { return .number(.nan) }
      if at + 1 < octets.count, octets[at] == UInt8(ascii: "0"), octets[at + 1] | 0x20 == UInt8(ascii: "x") {
        return try hexNumber(negative: negative)
      }
    }
    var decimal = DecimalDigits()
    let whole = digits(into: &decimal)
    if whole.count > 1, octets[whole.start] == UInt8(ascii: "0") {
      throw JSONError(place: place(back: at - whole.start), cause: .leadingZero)
    }
    if whole.count == 0, !json5 { throw missingDigit() }
    var isWhole = true
    var fractionCount = 0
    if take(UInt8(ascii: ".")) {
      isWhole = false
      fractionCount = digits(into: &decimal).count
      decimal.exponent -= fractionCount
      if fractionCount == 0, !json5 { throw missingDigit() }
    }
    if whole.count + fractionCount == 0 { throw missingDigit() }
    if at < octets.count, octets[at] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      try exponent(into: &decimal)
    }
    if isWhole, let magnitude = decimal.exact, !(negative && magnitude == 0) {
      if !negative, let number = Int64(exactly: magnitude) { return .integer(number) }
      if negative, magnitude <= UInt64(1) << 63 { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
    }
    return .number(try double(decimal, negative: negative, from: start))
  }

  private mutating func digits(into decimal: inout DecimalDigits) -> (start: Int, count: Int) {
    let start = at
    while at < octets.count, octets[at] >= UInt8(ascii: "0"), octets[at] <= UInt8(ascii: "9") {
      decimal.append(octets[at] - UInt8(ascii: "0"))
      at += 1
    }
    return (start, at - start)
  }

  private mutating func exponent(into decimal: inout DecimalDigits) throws(JSONError) {
    let negative = take(UInt8(ascii: "-"))
    if !negative { _ = take(UInt8(ascii: "+")) }
    var value = 0
    let start = at
    while at < octets.count, octets[at] >= UInt8(ascii: "0"), octets[at] <= UInt8(ascii: "9") {
      value = min(value * 10 + Int(octets[at] - UInt8(ascii: "0")), 1_000_000)
      at += 1
    }
    guard at > start else { throw missingDigit() }
    decimal.exponent += negative ? -value : value
  }

  private mutating func hexNumber(negative: Bool) throws(JSONError) -> JSONNode.Content {
    at += 2
    let start = at
    var exact: UInt64? = 0
    var near = 0.0
    while at < octets.count, let digit = hexDigit(octets[at]) {
      near = near * 16 + Double(digit)
      exact = exact.flatMap { $0 >> 60 == 0 ? $0 << 4 | UInt64(digit) : nil }
      at += 1
    }
    guard at > start else { throw missingDigit() }
    if let exact, let number = Int64(exactly: exact) { return .integer(negative ? -number : number) }
    guard near.isFinite else { throw JSONError(place: place(back: at - start), cause: .numberTooLarge) }
    return .number(negative ? -near : near)
  }

  private func double(_ decimal: DecimalDigits, negative: Bool, from start: Int) throws(JSONError) -> Double {
    if let near = decimal.exactDouble { return negative ? -near : near }
    // JSON5 allows a point without digits on one side, which the standard library's reader does not.
    var text = octets[start..<at].filter { $0 != UInt8(ascii: "+") }
    if let point = text.firstIndex(of: UInt8(ascii: ".")) {
      if point + 1 == text.count || hexDigit(text[point + 1]).map({ $0 > 9 }) ?? true {
        text.insert(UInt8(ascii: "0"), at: point + 1)
      }
      if point == 0 || text[point - 1] == UInt8(ascii: "-") { text.insert(UInt8(ascii: "0"), at: point) }
    }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      throw JSONError(place: place(back: at - start), cause: .numberTooLarge)
    }
    return number
  }

  private func missingDigit() -> JSONError {
    // A file that begins with `---` begins with something else than a number.
    if stands("---", at: 0), line == 1 { return JSONError(place: .start, cause: .missingDigit, hint: .frontMatter) }
    return JSONError(place: place, cause: .missingDigit)
  }

  /// The place `count` ASCII characters before this one on the same line.
  private func place(back count: Int) -> JSONPlace {
    JSONPlace(offset: at - count, line: line, column: at - count - columnBase + 1)
  }
}

/// The digits of a number, as far as 64 bits hold them, and the power of ten that they count.
private struct DecimalDigits {
  /// All digits so far as one number; `nil` once they do not fit.
  private(set) var exact: UInt64? = 0
  var exponent = 0

  mutating func append(_ digit: UInt8) {
    guard let value = exact else { return }
    let (tenfold, tooMany) = value.multipliedReportingOverflow(by: 10)
    let (sum, carried) = tenfold.addingReportingOverflow(UInt64(digit))
    exact = tooMany || carried ? nil : sum
  }

  /// The nearest `Double`, when one multiplication or division of two exact ones gives it (Clinger's fast path).
  var exactDouble: Double? {
    guard let exact, exact <= UInt64(1) << 53, abs(exponent) <= 22 else { return nil }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    return exponent < 0 ? Double(exact) / power : Double(exact) * power
  }
}
