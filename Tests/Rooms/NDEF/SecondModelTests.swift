import NDEF
import NDEFModel
import Testing

/// Holds the product against the second, plainly written reading of the specification.
@Suite struct SecondModelTests {
  @Test func everyWellFormedMessageIsReadAndWrittenAlike() throws {
    var maker = MessageMaker(seed: 1)
    for _ in 0..<4000 {
      let records = maker.records()
      let octets = maker.encoded(records)
      #expect(plainRecords(of: octets) == records)
      let message = try NDEFMessage(decoding: octets)
      #expect(message.records.map(PlainRecord.init) == records)
      #expect(message.encoded() == plainOctets(of: records))
      #expect(try NDEFMessage(decoding: message.encoded()).encoded() == message.encoded())
    }
  }

  @Test func everyCutOfAGoodMessageIsRefused() {
    var maker = MessageMaker(seed: 2)
    for _ in 0..<400 {
      let octets = maker.encoded(maker.records(atMost: 3))
      for count in 0..<octets.count {
        let cut = Array(octets[..<count])
        do throws(NDEFError) {
          _ = try NDEFMessage(decoding: cut)
          Issue.record("a message cut after \(count) octets was taken: \(octets)")
        } catch {
          #expect((0...count).contains(error.offset))
        }
      }
    }
  }

  @Test func mutationsAreTakenAndRefusedAlike() {
    var maker = MessageMaker(seed: 3)
    var refused = 0
    for _ in 0..<20_000 {
      let octets = maker.mutated(maker.encoded(maker.records(atMost: 3)))
      let disagreement = disagreement(on: octets)
      #expect(disagreement == nil)
      if (try? NDEFMessage(decoding: octets)) == nil { refused += 1 }
    }
    // The mutations must hit both sides of the line, or they prove nothing.
    #expect((4000..<19_000).contains(refused))
  }

  @Test func allShortestInputsAreTakenAndRefusedAlike() {
    // Every pair of flags and lengths with nothing or little behind it.
    for flags in UInt8.min...UInt8.max {
      for typeLength in UInt8(0)...2 {
        for payloadLength in UInt8(0)...2 {
          for more in 0..<5 {
            let octets = [flags, typeLength, payloadLength] + [0x00, 0x55, 0x01, 0x02, 0x03].prefix(more)
            #expect(disagreement(on: octets) == nil)
          }
        }
      }
    }
  }
}
