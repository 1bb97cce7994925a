extension NDEFMessage {
  /// A message that was read leniently, and all that had to be passed over for it.
  public struct Lenient: Equatable, Sendable {
    /// The records that could be read.
    public var message: NDEFMessage
    /// What strict reading would have refused, in the order of the octets. Empty if the message is well-formed.
    public var passedOver: [NDEFError]
  }

  /// Reads what can be read, and says what it passed over.
  ///
  /// Flags that are missing or too many are taken as they must have been meant; octets behind the last record are left;
  /// a record whose type and kind contradict each other is read as Unknown (TNF 5) with its payload; where the octets
  /// end inside a record, those in front of it stand.
  ///
  /// - Throws: the first fault, if not even one record can be read.
  public static func lenient(decoding octets: [UInt8]) throws(NDEFError) -> Lenient {
    guard !octets.isEmpty else { throw NDEFError(.noOctets, at: 0) }
    guard octets.count <= longest else { throw NDEFError(.tooLong(octets: octets.count), at: longest) }
    var reading = LenientReading(octets)
    try reading.run()
    return Lenient(message: NDEFMessage(reading.records), passedOver: reading.passedOver)
  }
}

private struct LenientReading {
  let octets: [UInt8]
  var position = 0
  var records: [NDEFRecord] = []
  var passedOver: [NDEFError] = []

  init(_ octets: [UInt8]) { self.octets = octets }

  mutating func run() throws(NDEFError) {
    while position < octets.count {
      let layout: RecordLayout
      do {
        layout = try RecordLayout(at: position, in: octets.span)
      } catch {
        if records.isEmpty { throw error }
        passedOver.append(error)
        return
      }
      let begins = layout.flags & RecordFlag.messageBegin != 0
      if begins != (position == 0) { note(position == 0 ? .noMessageBegin : .secondMessageBegin, at: position) }
      let ends = readRecord(layout)
      if ends {
        if position < octets.count { note(.octetsBehindTheEnd(octets.count - position), at: position) }
        return
      }
    }
    note(.noMessageEnd, at: position)
  }

  private mutating func note(_ cause: NDEFError.Cause, at place: Int) {
    passedOver.append(NDEFError(cause, at: place))
  }

  /// Takes one record with its chunks.
  ///
  /// - Returns: whether it ends the message.
  private mutating func readRecord(_ layout: RecordLayout) -> Bool {
    position = layout.end
    var payload = Array(octets[layout.payloadStart..<layout.end])
    var ends = layout.flags & RecordFlag.messageEnd != 0
    var broken: NDEFError?
    do {
      try layout.checkType()
    } catch {
      broken = error
      passedOver.append(error)
    }
    if layout.flags & RecordFlag.chunk != 0, broken?.cause != .emptyRecordInChunks {
      if ends { note(.endInsideChunks, at: layout.start) } else { ends = readChunks(into: &payload) }
    }
    let type = Array(octets[layout.typeStart..<layout.typeStart + layout.typeLength])
    let id = Array(octets[layout.typeStart + layout.typeLength..<layout.payloadStart])
    if broken == nil {
      let format = TypeNameFormat(rawValue: layout.format) ?? .unknown
      records.append(NDEFRecord(checked: format, type: type, id: id, payload: payload))
    } else {
      records.append(NDEFRecord(checked: .unknown, type: [], id: id, payload: payload))
    }
    return ends
  }

  /// Merges the chunks that follow. A record that does not continue ends the chunks and is left for the next round.
  ///
  /// - Returns: whether the last chunk ends the message.
  private mutating func readChunks(into payload: inout [UInt8]) -> Bool {
    while true {
      guard position < octets.count else {
        note(.chunksNotFinished, at: position)
        return false
      }
      guard let chunk = try? RecordLayout(at: position, in: octets.span) else {
        // The same octets are met again in the round that follows, which says what is wrong with them.
        note(.chunksNotFinished, at: position)
        return false
      }
      guard chunk.format == TypeNameFormat.unchanged.rawValue else {
        note(.recordInsideChunks, at: position)
        return false
      }
      do {
        try chunk.checkContinuing()
      } catch {
        passedOver.append(error)
      }
      payload += octets[chunk.payloadStart..<chunk.end]
      position = chunk.end
      if chunk.flags & RecordFlag.messageEnd != 0 { return true }
      if chunk.flags & RecordFlag.chunk == 0 { return false }
    }
  }
}
