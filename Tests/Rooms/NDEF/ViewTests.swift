import NDEF
import NDEFModel
import Octets
import Testing

@Suite struct ViewTests {
  @Test func viewsSayWhereThePartsOfOwnedRecordsLie() throws {
    var maker = MessageMaker(seed: 4)
    for _ in 0..<2000 {
      let octets = maker.encoded(maker.records())
      let owned = try NDEFMessage(decoding: octets).records
      var cursor = NDEFCursor()
      var position = 0
      var index = 0
      while let view = try cursor.next(in: octets.span) {
        #expect(Array(octets[view.type]) == owned[index].type)
        #expect(Array(octets[view.identifier]) == owned[index].id)
        #expect(view.payloadOctets(in: octets.span) == owned[index].payload)
        #expect(view.payloadLength == owned[index].payload.count)
        #expect(view.typeNameFormat == owned[index].typeNameFormat)
        #expect(view.payload.map { Array(octets[$0]) } == (view.isChunked ? nil : owned[index].payload))
        #expect(NDEFRecord(view, in: octets.span) == owned[index])
        #expect(view.extent.lowerBound == position)
        position = view.extent.upperBound
        index += 1
      }
      #expect(position == octets.count)
      #expect(index == owned.count)
      #expect(try cursor.next(in: octets.span) == nil)
    }
  }

  @Test("A URI that is found in place is the first that the records tell, also in damaged messages.")
  func firstPlainURI() throws {
    var maker = MessageMaker(seed: 6)
    var found = 0
    for round in 0..<6000 {
      let whole = maker.encoded(maker.records())
      let octets = round % 2 == 0 ? whole : maker.mutated(whole)
      guard let view = NDEFMessage.firstPlainURI(in: octets.span) else { continue }
      found += 1
      let records = try NDEFMessage.lenient(decoding: octets).message.records
      let first = records.lazy.compactMap { record in
        switch record.content {
        case .uri(let record): record.uri
        case .smartPoster(let poster): poster.uri.uri
        case .absoluteURI(let text): text
        default: nil
        }
      }.first
      let text = view.text(in: octets.span)
      #expect(text == first)
    }
    #expect(found > 1000)
  }

  @Test("What only the records can tell has no place: chunks, a poster or an absolute URI in front, a broken header.")
  func noPlaceForTheUncommon() throws {
    for digits in [
      "b1 01 01 55 04  36 00 01 61  56 00 01 62", "91 02 06 53 70 d1 01 02 55 04 61  51 01 02 55 04 62",
      "93 03 00 61 3a 62  51 01 02 55 04 62", "51 01 02 55 04 62", "d1 01 03 55 04 62", "d1 01 02 55 04 62 00",
    ] {
      let octets = try HexText.octets(of: digits)
      let view = NDEFMessage.firstPlainURI(in: octets.span)
      #expect(view == nil, "\(digits)")
    }
    let discarded = try HexText.octets(of: "91 01 03 55 04 0a 61  51 01 02 55 05 31")
    let text = NDEFMessage.firstPlainURI(in: discarded.span)?.text(in: discarded.span)
    #expect(text == "tel:1")
  }
}
