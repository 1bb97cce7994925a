extension NDEFMessage {
  /// How many octets ``encoded()`` has.
  public var encodedCount: Int {
    guard !records.isEmpty else { return NDEFRecord.empty.encodedCount }
    // Through a span the records are borrowed; taking each out of the array would count references up and down three
    // times.
    let records = records.span
    var count = 0
    for index in records.indices { count += records[index].encodedCount }
    return count
  }

  /// The octets of the message in their one canonical form: no chunks, short records wherever they can be, an
  /// identifier length only for an identifier. A message without records is written as one Empty record, which is how
  /// the specification says "nothing".
  public func encoded() -> [UInt8] {
    [UInt8](capacity: encodedCount) { encode(into: &$0) }
  }

  /// Appends the message to `octets`, which grow by exactly ``encodedCount``.
  public func encode(into octets: inout [UInt8]) {
    octets.append(addingCapacity: encodedCount) { encode(into: &$0) }
  }

  /// Appends the message to memory that is there already and has room for ``encodedCount`` octets more.
  public func encode(into output: inout OutputSpan<UInt8>) {
    let records = records.span
    let last = records.count - 1
    guard last >= 0 else {
      NDEFRecord.empty.encode(into: &output, begins: true, ends: true)
      return
    }
    for index in records.indices {
      records[index].encode(into: &output, begins: index == 0, ends: index == last)
    }
  }
}

extension NDEFRecord {
  /// How many octets the record has in a message.
  public var encodedCount: Int {
    2 &+ (payloadLength <= 0xFF ? 1 : 4) &+ (idLength == 0 ? 0 : 1) &+ parts.count
  }

  @inline(__always)
  borrowing func encode(into output: inout OutputSpan<UInt8>, begins: Bool, ends: Bool) {
    let length = payloadLength
    let short = length <= 0xFF
    // TNF 7 is read as "unknown" and never written (NDEF 1.0, 3.2.6).
    var flags = typeNameFormat == .reserved ? TypeNameFormat.unknown.rawValue : typeNameFormat.rawValue
    if begins { flags |= RecordFlag.messageBegin }
    if ends { flags |= RecordFlag.messageEnd }
    if short { flags |= RecordFlag.shortRecord }
    if idLength > 0 { flags |= RecordFlag.identifierLength }
    output.append(flags)
    output.append(typeLength)
    if !short {
      output.append(UInt8(truncatingIfNeeded: length >> 24))
      output.append(UInt8(truncatingIfNeeded: length >> 16))
      output.append(UInt8(truncatingIfNeeded: length >> 8))
    }
    output.append(UInt8(truncatingIfNeeded: length))
    if idLength > 0 { output.append(idLength) }
    output.append(copying: parts.span)
  }
}
