/// Makes well-formed messages in all the forms that the specification allows, from a seed: chunked, with long lengths
/// that could be short, with identifier lengths of 0, nested, of every kind.
package struct MessageMaker: Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The next number below `bound` (splitmix64, so that a run can be repeated anywhere).
  package mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(mixed % UInt64(bound))
  }

  /// Octets of any value.
  package mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(below(256)) }
  }

  private mutating func letters(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(0x61 + below(26)) }
  }

  /// The records of a message.
  package mutating func records(atMost count: Int = 5) -> [PlainRecord] {
    (0..<1 + below(count)).map { _ in record(depth: 0) }
  }

  /// One record of any kind.
  package mutating func record(depth: Int) -> PlainRecord {
    let id = below(6) == 0 ? letters(1 + below(8)) : []
    switch below(14) {
    case 0: return PlainRecord(tnf: 0)
    case 1, 2, 3: return PlainRecord(tnf: 1, type: [0x55], id: id, payload: uriPayload())
    case 4, 5: return PlainRecord(tnf: 1, type: [0x54], id: id, payload: textPayload())
    case 6 where depth == 0: return PlainRecord(tnf: 1, type: Array("Sp".utf8), id: id, payload: posterPayload())
    case 7: return PlainRecord(tnf: 2, type: Array("text/plain".utf8), id: id, payload: octets(below(40)))
    case 8:
      return PlainRecord(tnf: 3, type: Array("https://a.example/".utf8) + letters(3), id: id, payload: octets(below(9)))
    case 9: return PlainRecord(tnf: 4, type: Array("android.com:pkg".utf8), id: id, payload: letters(1 + below(20)))
    case 10: return PlainRecord(tnf: 4, type: letters(4) + Array(".example:x".utf8), id: id, payload: octets(below(30)))
    case 11: return PlainRecord(tnf: below(4) == 0 ? 7 : 5, id: id, payload: octets(below(30)))
    case 12: return PlainRecord(tnf: 1, type: letters(1 + below(3)), id: id, payload: octets(below(600)))
    default:
      let slash: [UInt8] = below(4) == 0 ? [] : [0x2F]
      return PlainRecord(
        tnf: 2, type: letters(1 + below(120)) + slash + letters(1 + below(120)), id: id, payload: octets(below(8)))
    }
  }

  private mutating func uriPayload() -> [UInt8] {
    [UInt8(below(0x28))] + letters(below(30)) + (below(4) == 0 ? Array("/ä?k=日本".utf8) : [])
  }

  private mutating func textPayload() -> [UInt8] {
    let language = letters(2 + below(3))
    switch below(4) {
    case 0:
      let mark: [UInt8] = [[], [0xFE, 0xFF], [0xFF, 0xFE]][below(3)]
      let text = (0..<below(12)).flatMap { _ in [UInt8(0), UInt8(0x41 + below(26))] }
      return [0x80 + UInt8(language.count)] + language + mark + (mark.first == 0xFF ? swapped(text) : text)
    default:
      return [UInt8(language.count)] + language + letters(below(30)) + (below(3) == 0 ? Array("größer".utf8) : [])
    }
  }

  private func swapped(_ octets: [UInt8]) -> [UInt8] {
    stride(from: 0, to: octets.count, by: 2).flatMap { [octets[$0 + 1], octets[$0]] }
  }

  private mutating func posterPayload() -> [UInt8] {
    var inner = [PlainRecord(tnf: 1, type: [0x55], payload: uriPayload())]
    for language in ["en", "de", "fr"].prefix(below(4)) {
      inner.append(
        PlainRecord(
          tnf: 1, type: [0x54], payload: [UInt8(language.utf8.count)] + Array(language.utf8) + letters(below(9))))
    }
    if below(2) == 0 { inner.append(PlainRecord(tnf: 1, type: Array("act".utf8), payload: [UInt8(below(4))])) }
    if below(3) == 0 { inner.append(PlainRecord(tnf: 1, type: Array("s".utf8), payload: octets(4))) }
    if below(3) == 0 { inner.append(PlainRecord(tnf: 2, type: Array("image/png".utf8), payload: octets(below(20)))) }
    return encoded(inner)
  }

  /// The records in one of the many forms that readers must take.
  package mutating func encoded(_ records: [PlainRecord]) -> [UInt8] {
    var octets: [UInt8] = []
    for (index, record) in records.enumerated() {
      let chunks = record.tnf != 0 && below(5) == 0 ? 2 + below(3) : 1
      var rest = record.payload[...]
      for chunk in 0..<chunks {
        let isLast = chunk == chunks - 1
        let piece = isLast ? Array(rest) : Array(rest.prefix(below(rest.count + 1)))
        rest = rest.dropFirst(piece.count)
        octets += frame(
          record, piece, isFirst: chunk == 0, begins: index == 0 && chunk == 0,
          ends: index == records.count - 1 && isLast,
          more: !isLast)
      }
    }
    return octets
  }

  private mutating func frame(
    _ record: PlainRecord, _ piece: [UInt8], isFirst: Bool, begins: Bool, ends: Bool, more: Bool
  ) -> [UInt8] {
    let isShort = piece.count < 256 && below(5) != 0
    let hasIDLength = isFirst && (!record.id.isEmpty || below(8) == 0)
    var flags = UInt8(isFirst ? record.tnf : 6)
    if begins { flags |= 0x80 }
    if ends { flags |= 0x40 }
    if more { flags |= 0x20 }
    if isShort { flags |= 0x10 }
    if hasIDLength { flags |= 0x08 }
    var octets = [flags, UInt8(isFirst ? record.type.count : 0)]
    let length = UInt32(piece.count)
    octets +=
      isShort
      ? [UInt8(length)] : [24, 16, 8, 0].map { shift in UInt8(truncatingIfNeeded: length >> UInt32(shift)) }
    if hasIDLength { octets.append(UInt8(record.id.count)) }
    return octets + (isFirst ? record.type + record.id : []) + piece
  }
}
