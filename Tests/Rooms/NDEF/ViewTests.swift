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

  @Test func theFirstGoodURI() throws {
    var maker = MessageMaker(seed: 6)
    for _ in 0..<2000 {
      let records = maker.records()
      let octets = maker.encoded(records)
      let expected = records.lazy.filter { record in record.tnf == 1 && record.type == [0x55] }
        .compactMap { record in plainURI(of: record.payload) }.first
      #expect(try NDEFMessage.firstURI(in: octets.span) == expected)
      if let view = try NDEFMessage.firstURIView(in: octets.span) {
        let text = URIPrefix.text(of: view.code) + String(decoding: octets[view.rest], as: UTF8.self)
        #expect(records.contains { record in plainURI(of: record.payload) == text })
      }
    }
  }

  @Test func aURIBeforeAFaultIsNotHandedOut() throws {
    let octets = try HexText.octets(of: "91 01 02 55 05 31  51 01 05 54")
    #expect(throws: NDEFError.self) { try NDEFMessage.firstURI(in: octets.span) }
    #expect(throws: NDEFError.self) { try NDEFMessage.firstURIView(in: octets.span) }
  }

  @Test func aURIInChunksHasNoPlaceButAText() throws {
    let octets = try HexText.octets(of: "b1 01 01 55 04  36 00 01 61  56 00 01 62")
    #expect(try NDEFMessage.firstURI(in: octets.span) == "https://ab")
    #expect(try NDEFMessage.firstURIView(in: octets.span) == nil)
  }
}
