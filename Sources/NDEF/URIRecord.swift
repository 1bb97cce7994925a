/// A URI on a card (URI RTD 1.0): one octet for its beginning, the rest as UTF-8.
public struct URIRecord: Equatable, Sendable {
  /// The NFC Forum type.
  public static let type: [UInt8] = [0x55]  // U

  /// The whole URI, its beginning written out.
  public let uri: String

  /// Takes a URI as it is given; letters are not changed, because only the caller knows which of them may be.
  ///
  /// - Throws: ``PayloadFault/Cause/controlCharacter(_:)``, which readers would discard.
  public init(_ uri: String) throws(PayloadFault) {
    var place = 0
    for octet in uri.utf8 {
      if octet < 0x20 { throw PayloadFault(.controlCharacter(octet), at: place) }
      place += 1
    }
    self.uri = uri
  }

  /// Reads the payload of a URI record.
  public init(decoding payload: [UInt8]) throws(PayloadFault) {
    uri = try Self.text(in: payload.span, at: 0..<payload.count)
  }

  /// Reads the payload of a URI record where it lies.
  ///
  /// - Returns: the whole URI.
  public static func text(in octets: Span<UInt8>, at payload: Range<Int>) throws(PayloadFault) -> String {
    guard !payload.isEmpty else { throw PayloadFault(.cut(needs: 1, has: 0), at: 0) }
    let rest = payload.lowerBound + 1..<payload.upperBound
    let survey = OctetSurvey(octets, in: rest)
    if let control = survey.firstControl {
      throw PayloadFault(.controlCharacter(octets[control]), at: control - payload.lowerBound)
    }
    if !survey.isASCII, !octets.isUTF8(rest) { throw PayloadFault(.notUTF8, at: 1) }
    let beginning = URIPrefix.text(of: octets[payload.lowerBound])
    let count = beginning.utf8.count + rest.count
    return unsafe String(unsafeUninitializedCapacity: count) { buffer in
      var written = 0
      // Both loops write exactly `count` octets, the capacity that was asked for; the subscripts are checked in debug builds.
      for letter in beginning.utf8 {
        unsafe buffer[written] = letter
        written &+= 1
      }
      for position in rest {
        unsafe buffer[written] = octets[position]
        written &+= 1
      }
      return written
    }
  }

  /// The payload: the shortest form there is.
  public var payload: [UInt8] {
    let letters = Array(uri.utf8)
    let code = URIPrefix.longest(of: letters.span)
    let beginning = URIPrefix.text(of: code).utf8.count
    var payload: [UInt8] = []
    payload.reserveCapacity(1 + letters.count - beginning)
    payload.append(code)
    payload.append(contentsOf: letters[beginning...])
    return payload
  }

  /// The record that carries this URI.
  public var record: NDEFRecord { NDEFRecord(checked: .wellKnown, type: Self.type, payload: payload) }
}
