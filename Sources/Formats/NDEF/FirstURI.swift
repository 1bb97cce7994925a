/// Where a URI lies in a message: the code of its beginning and the place of the rest.
public struct URIView: Equatable, Sendable {
  /// The code of the beginning; ``URIPrefix/text(of:)`` writes it out.
  public let code: UInt8
  /// Where the rest lies.
  public let rest: Range<Int>
}

extension NDEFMessage {
  /// The first good URI record of a message, read to the end and in full strictness, as a text of its own. Nothing but
  /// the text is allocated.
  ///
  /// - Returns: `nil` if no record has a good URI.
  public static func firstURI(in octets: Span<UInt8>) throws(NDEFError) -> String? {
    var cursor = NDEFCursor()
    var found: String?
    while let record = try cursor.advance(in: octets) {
      if found == nil, record.isURI(in: octets) { found = record.uri(in: octets) }
    }
    return found
  }

  /// The first good URI record of a message, read to the end and in full strictness, without allocating anything.
  ///
  /// A URI that came in chunks does not lie in one place; ``firstURI(in:)`` reads those too.
  public static func firstURIView(in octets: Span<UInt8>) throws(NDEFError) -> URIView? {
    var cursor = NDEFCursor()
    var found: URIView?
    while let record = try cursor.advance(in: octets) {
      if found == nil, record.isURI(in: octets) { found = record.uriView(in: octets) }
    }
    return found
  }
}

extension NDEFRecordView {
  /// Whether this is a URI record (`U`).
  @inline(__always)
  public func isURI(in octets: Span<UInt8>) -> Bool {
    typeNameFormat == .wellKnown && type.count == 1 && octets[type.lowerBound] == URIRecord.typeOctet
  }

  /// The URI of a URI record, or `nil` if it is one that readers discard.
  public func uri(in octets: Span<UInt8>) -> String? {
    if let payload { return try? URIRecord.text(in: octets, at: payload) }
    return try? URIRecord(decoding: payloadOctets(in: octets)).uri
  }

  /// Where the URI of a URI record lies, or `nil` if it came in chunks or is one that readers discard.
  @inline(__always)
  public func uriView(in octets: Span<UInt8>) -> URIView? {
    guard let payload, !payload.isEmpty else { return nil }
    let rest = payload.lowerBound + 1..<payload.upperBound
    let survey = OctetSurvey(octets, in: rest)
    guard survey.firstControl == nil, survey.isASCII || octets.isUTF8(rest) else { return nil }
    return URIView(code: octets[payload.lowerBound], rest: rest)
  }
}
