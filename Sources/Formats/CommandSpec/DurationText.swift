/// Times as people write them: `500ms`, `90s`, `5m`, `2h`, `3d`, and several after each other as in `1h30m`; a bare
/// number is seconds.
package enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Reads a time; its parts go from the longest unit to the shortest, each at most once.
  package static func duration(of text: String) throws(ValueError) -> Duration {
    var total: Int64 = 0
    var nextUnit = 0
    var rest = Array(text.utf8)[...]
    guard !rest.isEmpty else { throw .notADuration }
    while let first = rest.first {
      guard isDigit(first) else { throw .notADuration }
      var number: Int64 = 0
      while let digit = rest.first, isDigit(digit) {
        rest.removeFirst()
        let (tens, tooMany) = number.multipliedReportingOverflow(by: 10)
        let (sum, tooLarge) = tens.addingReportingOverflow(Int64(digit - 0x30))
        if tooMany || tooLarge { throw .durationTooLong }
        number = sum
      }
      let letters = rest.prefix { octet in !isDigit(octet) }
      rest = rest.dropFirst(letters.count)
      let isBare = letters.isEmpty && rest.isEmpty && nextUnit == 0
      let suffix = isBare ? "s" : String(decoding: letters, as: UTF8.self)
      guard let unit = units[nextUnit...].firstIndex(where: { unit in unit.suffix == suffix }) else {
        throw .notADuration
      }
      let (product, tooLong) = number.multipliedReportingOverflow(by: units[unit].milliseconds)
      let (sum, tooLarge) = total.addingReportingOverflow(product)
      if tooLong || tooLarge { throw .durationTooLong }
      total = sum
      nextUnit = unit + 1
    }
    return .milliseconds(total)
  }

  private static func isDigit(_ octet: UInt8) -> Bool { octet >= 0x30 && octet <= 0x39 }
}
