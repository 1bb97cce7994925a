/// A URI's place in a message: the code of its beginning and the place of the rest.
public struct URIView: Equatable, Sendable {
  /// The code of the beginning; ``URIPrefix/text(of:)`` writes it out.
  public let code: UInt8
  /// The place of the rest.
  public let rest: Range<Int>

  /// The whole URI, copied out of the message in which it was found.
  public func text(in octets: Span<UInt8>) -> String {
    let beginning = URIPrefix.letters(of: code)
    return String(utf8Capacity: beginning.utf8CodeUnitCount + rest.count) { output in
      output.append(beginning)
      output.append(copying: octets.extracting(rest))
    }
  }
}

extension NDEFMessage {
  /// The place of the first URI of a message, if all that comes before it is plain. Nothing is allocated.
  ///
  /// Reading ends with that URI, so that it is also the first that ``lenient(decoding:)`` finds, whatever follows.
  ///
  /// - Returns: `nil` if the message has no URI, and if only the records can tell: they are not well-formed, or a Smart
  ///   Poster, an absolute URI or a record in chunks comes first.
  public static func firstPlainURI(in octets: Span<UInt8>) -> URIView? {
    var cursor = NDEFCursor()
    while let record = try? cursor.advance(in: octets) {
      if record.isURI(in: octets) {
        guard !record.isChunked else { return nil }
        if let view = record.uriView(in: octets) { return view }
      } else if record.typeNameFormat == .absoluteURI || record.isSmartPoster(in: octets) {
        return nil
      }
    }
    return nil
  }
}

extension NDEFRecordView {
  @inline(__always)
  fileprivate func isURI(in octets: Span<UInt8>) -> Bool {
    typeNameFormat == .wellKnown && type.count == 1 && octets[type.lowerBound] == URIRecord.typeOctet
  }

  fileprivate func isSmartPoster(in octets: Span<UInt8>) -> Bool {
    typeNameFormat == .wellKnown && type.count == 2 && octets[type.lowerBound] == UInt8(ascii: "S")
      && octets[type.lowerBound + 1] == UInt8(ascii: "p")
  }

  /// The place of the URI of a URI record in one piece, or `nil` if it is one that readers discard.
  @inline(__always)
  fileprivate func uriView(in octets: Span<UInt8>) -> URIView? {
    guard !firstPayloadPiece.isEmpty else { return nil }
    let rest = firstPayloadPiece.lowerBound + 1..<firstPayloadPiece.upperBound
    let survey = OctetSurvey(octets, in: rest)
    guard survey.firstControl == nil, survey.isASCII || octets.isUTF8(rest) else { return nil }
    return URIView(code: octets[firstPayloadPiece.lowerBound], rest: rest)
  }
}
