extension Lapse {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// `500ms`, `90s`, `5m`, `2h` or `3d`, in the largest unit that leaves no rest.
  package var text: String {
    if milliseconds == 0 { return "0s" }
    for unit in Self.units where milliseconds % unit.milliseconds == 0 {
      return String(milliseconds / unit.milliseconds) + unit.name
    }
    return String(milliseconds) + "ms"
  }

  /// The length that `500ms`, `90s`, `5m`, `2h`, `3d` or `1h30m` names; with a sign only where `signed`.
  package init?(text: String, signed: Bool = false) {
    var rest = Array(text.utf8)[...]
    var isNegative = false
    if signed, let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var total = Lapse.zero
    var unitsLeft = Self.units[...]
    repeat {
      guard let number = Self.number(from: &rest) else { return nil }
      let letters = rest.prefix { !(0x30...0x39).contains($0) }
      rest = rest.dropFirst(letters.count)
      let name = String(decoding: letters, as: UTF8.self)
      // From the longest unit to the shortest, each at most once.
      guard let unit = unitsLeft.firstIndex(where: { $0.name == name }) else { return nil }
      unitsLeft = unitsLeft[(unit + 1)...]
      let (product, overflow) = number.multipliedReportingOverflow(by: Self.units[unit].milliseconds)
      guard !overflow else { return nil }
      total = total + Lapse(milliseconds: product)
    } while !rest.isEmpty
    self = isNegative ? .zero - total : total
  }

  private static func number(from rest: inout ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    var digits = 0
    while let digit = rest.first, (0x30...0x39).contains(digit) {
      // Twelve digits of days are more than any clock can count.
      guard digits < 12 else { return nil }
      number = number * 10 + Int64(digit - 0x30)
      digits += 1
      rest = rest.dropFirst()
    }
    return digits > 0 ? number : nil
  }
}
