extension NDEFError {
  /// The cause as a stable name for programs, such as `cut-payload`.
  public var kind: String {
    switch cause {
    case .noOctets: "no-octets"
    case .tooLong: "too-long"
    case .cut(let field, _, _):
      switch field {
      case .typeLength, .payloadLength, .identifierLength: "cut-header"
      case .type: "cut-type"
      case .identifier: "cut-identifier"
      case .payload: "cut-payload"
      }
    case .noMessageBegin: "no-message-begin"
    case .secondMessageBegin: "second-message-begin"
    case .noMessageEnd: "no-message-end"
    case .octetsBehindTheEnd: "octets-behind-the-end"
    case .endInsideChunks: "end-inside-chunks"
    case .chunksNotFinished: "chunks-not-finished"
    case .recordInsideChunks: "record-inside-chunks"
    case .chunkOfNothing: "chunk-of-nothing"
    case .chunkWithType: "chunk-with-type"
    case .chunkWithIdentifier: "chunk-with-identifier"
    case .emptyRecordInChunks: "empty-record-in-chunks"
    case .emptyRecordWith: "empty-record-with-content"
    case .noType: "no-type"
    case .unknownWithType: "unknown-with-type"
    }
  }
}

extension NDEFError: CustomStringConvertible {
  /// What is wrong, in one clause for people; the place is in ``offset``.
  public var description: String {
    switch cause {
    case .noOctets: "there are no bytes, and a message has at least one record"
    case .tooLong(let octets): "the message has \(octets) bytes; at most \(NDEFMessage.longest) are read"
    case .cut(let field, let needs, let has):
      "the bytes end inside the \(field.words): \(needs) needed, \(has) there"
    case .noMessageBegin: "the first record lacks the message-begin flag (MB)"
    case .secondMessageBegin: "a later record has the message-begin flag (MB): two messages in one?"
    case .noMessageEnd: "the bytes end, but no record had the message-end flag (ME)"
    case .octetsBehindTheEnd(let count):
      "\(count) \(count == 1 ? "byte follows" : "bytes follow") the record that ends the message"
    case .endInsideChunks: "a chunk that another must follow (CF) has the message-end flag (ME)"
    case .chunksNotFinished: "the bytes end, but the last chunk announced another (CF)"
    case .recordInsideChunks: "a new record begins where the next chunk (TNF 6) belongs"
    case .chunkOfNothing: "a chunk (TNF 6) does not continue any record"
    case .chunkWithType(let octets): "a continuing chunk has a type of \(octets) bytes; it must have none"
    case .chunkWithIdentifier: "a continuing chunk has an identifier length (IL); it must have none"
    case .emptyRecordInChunks: "an Empty record (TNF 0) cannot be chunked"
    case .emptyRecordWith(let field): "an Empty record (TNF 0) has a \(field.words)"
    case .noType(let format): "a record of TNF \(format.rawValue) needs a type and has none"
    case .unknownWithType(let octets):
      "a record of unknown kind (TNF 5 or 7) has a type of \(octets) bytes; it must have none"
    }
  }
}

extension NDEFError.Field {
  var words: String {
    switch self {
    case .typeLength: "type length"
    case .payloadLength: "payload length"
    case .identifierLength: "identifier length"
    case .type: "type"
    case .identifier: "identifier"
    case .payload: "payload"
    }
  }
}
