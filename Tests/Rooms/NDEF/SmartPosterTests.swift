import NDEF
import Testing

@Suite struct SmartPosterTests {
  private let link = NDEFRecord.uri("https://focuskey.app/stop")

  private func read(_ records: [NDEFRecord]) throws(PayloadError) -> SmartPoster {
    try SmartPoster(decoding: NDEFMessage(records).encoded())
  }

  @Test func allItsPartsComeBack() throws {
    let poster = SmartPoster(
      try URIRecord("https://focuskey.app/break"),
      titles: [try TextRecord("Pause", language: "de"), try TextRecord("Break", language: "en", encoding: .utf16)],
      action: .save, size: 0x0102_0304, mediaType: "text/html",
      icons: [
        SmartPoster.Icon(mediaType: "image/png", octets: [1, 2, 3]), SmartPoster.Icon(mediaType: "Video/x", octets: []),
      ])
    #expect(poster.record.content == .smartPoster(poster))
  }

  @Test func theOrderIsFreeAndStrangersAreIgnored() throws {
    let inner = SmartPoster(try URIRecord("https://other.example"))
    let poster = try read([
      try TextRecord("a", language: "en").record, try NDEFRecord(.external, type: Array("a:b".utf8)), inner.record,
      link,
      try NDEFRecord(.media, type: Array("text/plain".utf8), payload: [1]), .empty,
      try NDEFRecord(.wellKnown, type: Array("ACT".utf8), payload: [1, 2]),
    ])
    #expect(poster.uri.uri == "https://focuskey.app/stop")
    #expect(poster.titles.count == 1)
    #expect(poster.icons.isEmpty)
    #expect(poster.action == nil)
  }

  @Test func exactlyOneURI() throws {
    #expect(throws: PayloadError(.noURI, at: 0)) { try read([try TextRecord("a").record]) }
    #expect(throws: PayloadError(.severalURIs(2), at: 0)) { try read([link, link]) }
    let discarded = try NDEFRecord(.wellKnown, type: URIRecord.type, payload: [4, 10])
    #expect(throws: PayloadError(.noURI, at: 0)) { try read([discarded]) }
    #expect(throws: PayloadError(.severalURIs(2), at: 0)) { try read([discarded, link]) }
  }

  @Test func oneTitleForEachLanguage() throws {
    let titles = [try TextRecord("a", language: "en").record, try TextRecord("b", language: "EN").record]
    let fault = #expect(throws: PayloadError.self) { try read([link] + titles) }
    #expect(fault?.cause == .sameLanguageTwice("EN"))
    #expect(throws: Never.self) {
      try read([link, titles[0], try TextRecord("b", language: "en-GB").record])
    }
  }

  @Test func actionAndSizeHaveTheirLengths() throws {
    for octet in UInt8(0)...255 {
      let act = try NDEFRecord(.wellKnown, type: Array("act".utf8), payload: [octet])
      #expect(try read([link, act]).action == SmartPoster.Action(octet))
      #expect(SmartPoster.Action(octet).octet == octet)
    }
    for payload in [[], [0, 0]] as [[UInt8]] {
      let act = try NDEFRecord(.wellKnown, type: Array("act".utf8), payload: payload)
      let fault = #expect(throws: PayloadError.self) { try read([link, act]) }
      #expect(fault?.cause == .wrongLength(of: "action", must: 1, is: payload.count))
    }
    let size = try NDEFRecord(.wellKnown, type: Array("s".utf8), payload: [0, 0, 1])
    let fault = #expect(throws: PayloadError.self) { try read([link, size]) }
    #expect(fault?.cause == .wrongLength(of: "size", must: 4, is: 3))
  }

  @Test func aMalformedMessageInsideIsSaidWithItsPlace() throws {
    #expect(throws: PayloadError(.innerMessage(.noOctets), at: 0)) { try SmartPoster(decoding: []) }
    let octets = NDEFMessage([link]).encoded() + [0xFE]
    #expect(throws: PayloadError(.innerMessage(.octetsBehindTheEnd(1)), at: octets.count - 1)) {
      try SmartPoster(decoding: octets)
    }
  }

  @Test func aFaultPointsIntoThePoster() throws {
    let title = try NDEFRecord(.wellKnown, type: TextRecord.type, payload: [2, 0x65, 0x6E, 0xFF])
    let first = NDEFMessage([link]).encodedCount
    // Behind the link: four octets of header and type, then the third octet of the title's payload.
    #expect(throws: PayloadError(.notUTF8, at: first + 4 + 3)) { try read([link, title]) }
  }

  @Test(.timeLimit(.minutes(1)))
  func thousandsOfTitlesAreReadInOnePass() throws {
    let titles = try (0..<20_000).map { number in try TextRecord("a", language: "x-\(number)").record }
    #expect(try read([link] + titles).titles.count == 20_000)
  }

  @Test func postersInPostersDoNotPileUp() throws {
    var record = link
    for _ in 0..<2000 {
      record = try NDEFRecord(.wellKnown, type: SmartPoster.type, payload: NDEFMessage([record]).encoded())
    }
    #expect(record.content == .malformed(.smartPoster, PayloadError(.noURI, at: 0)))
  }
}

extension NDEFRecord {
  static func uri(_ uri: String) -> NDEFRecord { try! URIRecord(uri).record }
}
