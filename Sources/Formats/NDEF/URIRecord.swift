/// A URI on a card (URI RTD 1.0): one octet for its beginning, the rest as UTF-8.
public struct URIRecord: Equatable, Sendable {
  /// The NFC Forum type, `U`.
  public static let type: [UInt8] = [typeOctet]

  static let typeOctet: UInt8 = 0x55

  /// The whole URI, its beginning written out.
  public let uri: String

  /// Takes a URI as it is given; letters are not changed, because only the caller knows which of them may be.
  ///
  /// - Throws: ``PayloadError/Cause/controlCharacter(_:)``, which readers would discard.
  public init(_ uri: String) throws(PayloadError) {
    let control = uri.withOctets { letters -> (Int, UInt8)? in
      OctetSurvey(letters, in: 0..<letters.count).firstControl.map { ($0, letters[$0]) }
    }
    if let (place, octet) = control { throw PayloadError(.controlCharacter(octet), at: place) }
    self.uri = uri
  }

  /// Reads the payload of a URI record.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    uri = try Self.text(in: payload.span, at: 0..<payload.count)
  }

  init(in octets: [UInt8], at payload: Range<Int>) throws(PayloadError) {
    uri = try Self.text(in: octets.span, at: payload)
  }

  /// Reads the whole URI of a URI record's payload, in place.
  private static func text(in octets: Span<UInt8>, at payload: Range<Int>) throws(PayloadError) -> String {
    guard !payload.isEmpty else { throw PayloadError(.cut(needs: 1, has: 0), at: 0) }
    let rest = payload.lowerBound + 1..<payload.upperBound
    let survey = OctetSurvey(octets, in: rest)
    if let control = survey.firstControl {
      throw PayloadError(.controlCharacter(octets[control]), at: control - payload.lowerBound)
    }
    if !survey.isASCII, !octets.isUTF8(rest) { throw PayloadError(.notUTF8, at: 1) }
    return URIView(code: octets[payload.lowerBound], rest: rest).text(in: octets)
  }

  /// The payload: the shortest form there is.
  public var payload: [UInt8] {
    uri.withOctets { letters in
      let code = URIPrefix.longest(of: letters)
      let beginning = URIPrefix.letters(of: code).utf8CodeUnitCount
      return [UInt8](capacity: 1 + letters.count - beginning) { output in
        output.append(code)
        output.append(copying: letters.extracting(droppingFirst: beginning))
      }
    }
  }

  /// The record that carries this URI.
  public var record: NDEFRecord { NDEFRecord(checked: .wellKnown, type: Self.type, payload: payload) }
}
