/// Walks the records of a message without copying or allocating anything.
///
/// ```swift
/// var cursor = NDEFCursor()
/// while let record = try cursor.next(in: octets.span) { ... }
/// ```
///
/// Every rule of the specification is checked on the way, so that a walk that reaches `nil` has seen a well-formed
/// message. Records that were handed out before an error are only as good as the octets in front of it.
public struct NDEFCursor: Sendable {
  private var position = 0
  private var ended = false

  /// A cursor before the first record.
  public init() {}

  /// The next record, or `nil` behind the last.
  public mutating func next(in octets: Span<UInt8>) throws(NDEFError) -> NDEFRecordView? {
    try advance(in: octets)
  }

  /// The same, inlined into this module's loops, so that unused parts of the view cost nothing.
  @inline(__always)
  mutating func advance(in octets: Span<UInt8>) throws(NDEFError) -> NDEFRecordView? {
    if ended { return nil }
    let start = position
    guard start < octets.count, octets.count <= NDEFMessage.longest else {
      throw Self.noRecord(at: start, in: octets)
    }
    // The flag first: where it is wrong the lengths behind it mean nothing.
    guard (octets[start] & RecordFlag.messageBegin != 0) == (start == 0) else {
      throw NDEFError(start == 0 ? .noMessageBegin : .secondMessageBegin, at: start)
    }
    let layout = try RecordLayout(at: start, in: octets)
    try layout.checkType()
    if layout.flags & RecordFlag.chunk != 0 { return try nextInChunks(first: layout, in: octets) }
    position = layout.end
    if layout.flags & RecordFlag.messageEnd != 0 { try end(in: octets) }
    return NDEFRecordView(layout)
  }

  /// Ends the walk; nothing may follow the last record.
  @inline(__always)
  private mutating func end(in octets: Span<UInt8>) throws(NDEFError) {
    ended = true
    guard position == octets.count else {
      throw NDEFError(.octetsBehindTheEnd(octets.count - position), at: position)
    }
  }

  /// Steps over the middle chunks and the last one (TNF 6, no type, no identifier).
  @inline(never)
  private mutating func nextInChunks(first: RecordLayout, in octets: Span<UInt8>) throws(NDEFError) -> NDEFRecordView {
    guard first.flags & RecordFlag.messageEnd == 0 else { throw NDEFError(.endInsideChunks, at: first.start) }
    var length = first.payloadLength
    var next = first.end
    while true {
      guard next < octets.count else { throw NDEFError(.chunksNotFinished, at: next) }
      let chunk = try RecordLayout(at: next, in: octets)
      try chunk.checkContinuing()
      length += chunk.payloadLength
      next = chunk.end
      if chunk.flags & RecordFlag.chunk == 0 {
        position = next
        if chunk.flags & RecordFlag.messageEnd != 0 { try end(in: octets) }
        return NDEFRecordView(first, chunksUpTo: next, payloadLength: length)
      }
    }
  }

  @inline(never)
  private static func noRecord(at start: Int, in octets: Span<UInt8>) -> NDEFError {
    if octets.isEmpty { return NDEFError(.noOctets, at: 0) }
    if octets.count > NDEFMessage.longest { return NDEFError(.tooLong(octets: octets.count), at: NDEFMessage.longest) }
    return NDEFError(.noMessageEnd, at: start)
  }
}

extension RecordLayout {
  /// The rules that bind a first or only record's TNF, type, identifier and payload to each other.
  @inline(__always)
  func checkType() throws(NDEFError) {
    // TNF 1 to 4 with a type are nearly all there is.
    if format &- 1 < 4, typeLength > 0 { return }
    try checkUncommonType()
  }

  @inline(never)
  private func checkUncommonType() throws(NDEFError) {
    switch TypeNameFormat(rawValue: format) ?? .unknown {
    case .empty:
      if flags & RecordFlag.chunk != 0 { throw NDEFError(.emptyRecordInChunks, at: start) }
      if typeLength > 0 { throw NDEFError(.emptyRecordWith(.type), at: typeStart) }
      if identifierLength > 0 { throw NDEFError(.emptyRecordWith(.identifier), at: typeStart) }
      if payloadLength > 0 { throw NDEFError(.emptyRecordWith(.payload), at: payloadStart) }
    case .wellKnown, .media, .absoluteURI, .external:
      if typeLength == 0 { throw NDEFError(.noType(TypeNameFormat(rawValue: format) ?? .unknown), at: start + 1) }
    case .unknown, .reserved:
      if typeLength > 0 { throw NDEFError(.unknownWithType(octets: typeLength), at: typeStart) }
    case .unchanged:
      throw NDEFError(.chunkOfNothing, at: start)
    }
  }

  func checkContinuing() throws(NDEFError) {
    if flags & RecordFlag.messageBegin != 0 { throw NDEFError(.secondMessageBegin, at: start) }
    guard format == TypeNameFormat.unchanged.rawValue else { throw NDEFError(.recordInsideChunks, at: start) }
    if typeLength > 0 { throw NDEFError(.chunkWithType(octets: typeLength), at: typeStart) }
    if flags & RecordFlag.identifierLength != 0 { throw NDEFError(.chunkWithIdentifier, at: start) }
    let both = RecordFlag.chunk | RecordFlag.messageEnd
    if flags & both == both { throw NDEFError(.endInsideChunks, at: start) }
  }
}

extension NDEFRecordView {
  @inline(__always)
  init(_ layout: RecordLayout) {
    self.init(layout, end: layout.end, payloadLength: layout.payloadLength, isChunked: false)
  }

  init(_ first: RecordLayout, chunksUpTo end: Int, payloadLength: Int) {
    self.init(first, end: end, payloadLength: payloadLength, isChunked: true)
  }

  @inline(__always)
  private init(_ layout: RecordLayout, end: Int, payloadLength: Int, isChunked: Bool) {
    typeNameFormat = TypeNameFormat(rawValue: layout.format) ?? .unknown
    type = layout.typeStart..<layout.typeStart &+ layout.typeLength
    identifier = layout.typeStart &+ layout.typeLength..<layout.payloadStart
    firstPayloadPiece = layout.payloadStart..<layout.end
    extent = layout.start..<end
    self.payloadLength = payloadLength
    self.isChunked = isChunked
  }
}
