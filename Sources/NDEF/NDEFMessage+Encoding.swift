extension NDEFMessage {
  /// How many octets ``encoded()`` has.
  public var encodedCount: Int {
    guard !records.isEmpty else { return NDEFRecord.empty.encodedCount }
    var count = 0
    for record in records { count += record.encodedCount }
    return count
  }

  /// The octets of the message in their one canonical form: no chunks, short records wherever they can be, an identifier length only for an
  /// identifier. A message without records is written as one Empty record, which is how the specification says "nothing".
  public func encoded() -> [UInt8] {
    var octets: [UInt8] = []
    encode(into: &octets)
    return octets
  }

  /// Appends the message to `octets`, which grow by exactly ``encodedCount``.
  public func encode(into octets: inout [UInt8]) {
    octets.reserveCapacity(octets.count + encodedCount)
    guard let last = records.indices.last else {
      NDEFRecord.empty.encode(into: &octets, begins: true, ends: true)
      return
    }
    for index in records.indices {
      records[index].encode(into: &octets, begins: index == 0, ends: index == last)
    }
  }
}

extension NDEFRecord {
  /// How many octets the record has in a message.
  public var encodedCount: Int {
    2 + (payload.count <= 0xFF ? 1 : 4) + (id.isEmpty ? 0 : 1) + type.count + id.count + payload.count
  }

  func encode(into octets: inout [UInt8], begins: Bool, ends: Bool) {
    let short = payload.count <= 0xFF
    // TNF 7 is read as "unknown" and never written (NDEF 1.0, 3.2.6).
    var flags = typeNameFormat == .reserved ? TypeNameFormat.unknown.rawValue : typeNameFormat.rawValue
    if begins { flags |= RecordFlag.messageBegin }
    if ends { flags |= RecordFlag.messageEnd }
    if short { flags |= RecordFlag.shortRecord }
    if !id.isEmpty { flags |= RecordFlag.identifierLength }
    octets.append(flags)
    octets.append(UInt8(truncatingIfNeeded: type.count))
    if !short {
      octets.append(UInt8(truncatingIfNeeded: payload.count >> 24))
      octets.append(UInt8(truncatingIfNeeded: payload.count >> 16))
      octets.append(UInt8(truncatingIfNeeded: payload.count >> 8))
    }
    octets.append(UInt8(truncatingIfNeeded: payload.count))
    if !id.isEmpty { octets.append(UInt8(truncatingIfNeeded: id.count)) }
    octets.append(contentsOf: type)
    octets.append(contentsOf: id)
    octets.append(contentsOf: payload)
  }
}
