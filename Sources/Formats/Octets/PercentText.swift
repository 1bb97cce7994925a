/// Octets of an address as they are meant.
public enum PercentText {
  /// `%XX` as the octet that it means; what only looks like an escape stays.
  public static func octets(of written: ArraySlice<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(written.count)
    var at = written.startIndex
    while at < written.endIndex {
      if written[at] == UInt8(ascii: "%"), at + 2 < written.endIndex,
        let high = HexText.value(ofDigit: written[at + 1]), let low = HexText.value(ofDigit: written[at + 2])
      {
        octets.append(high << 4 | low)
        at += 3
      } else {
        octets.append(written[at])
        at += 1
      }
    }
    return octets
  }
}
