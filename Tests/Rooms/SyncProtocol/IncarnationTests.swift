import SyncProtocol
import Testing

@Suite("A device that goes on under a new id")
struct IncarnationTests {
  @Test(
    "gets the next number, beside the names that are taken, and a name that fits",
    arguments: [
      ("laptop", [], "laptop 2"), ("laptop", ["laptop", "laptop 2"], "laptop 3"), ("laptop 2", [], "laptop 2"),
      ("laptop 2", ["laptop 2"], "laptop 3"), ("laptop 9", ["laptop 2", "laptop 3"], "laptop 4"),
      ("Studio 54", [], "Studio 2"), ("Area 1", [], "Area 1 2"), ("Area 05x", [], "Area 05x 2"), ("7", [], "7 2"),
      (" 7", [], " 7 2"), ("", [], " 2"), ("a 1234567", [], "a 1234567 2"),
      (String(repeating: "x", count: 64), [], String(repeating: "x", count: 62) + " 2"),
      (String(repeating: "ü", count: 32), [], String(repeating: "ü", count: 31) + " 2"),
      ("x" + String(repeating: "ü", count: 31), [], "x" + String(repeating: "ü", count: 30) + " 2"),
    ] as [(String, [String], String)])
  func names(name: String, taken: [String], next: String) {
    #expect(DeviceNaming.next(after: name, besides: taken) == next)
    #expect(next.utf8.count <= DeviceNaming.longest)
  }

  @Test("has in common what was sent of its log, up to the first fact that is another")
  func commonPast() {
    let log: [(number: Int64, octets: [UInt8])] = [(2, [1]), (3, [2]), (7, [3])]
    for same in 0...3 {
      var past = CommonPast(after: 1)
      for place in 0..<5 {
        past.compare(
          place < same ? [UInt8(place + 1)] : [99], number: UInt64(place * 2 + 2),
          with: place < log.count ? log[place] : nil)
      }
      #expect(past.isOver && past.fact == (same == 0 ? 1 : log[same - 1].number))
      #expect(past.message == UInt64(same * 2))
    }
    #expect(CommonPast(after: 4).message == 0 && CommonPast(after: 4).fact == 4 && !CommonPast(after: 4).isOver)
  }

  @Test("its hello names where it parted from the one before, and reads back")
  func hello() throws {
    let head = Head(device: device(1), number: 9, chain: ChainLink(halves: SyncHalves(high: 1, low: 2)))
    let seen = Heads([head, Head(device: device(3), number: 4)])
    let hello = Hello(name: "laptop 2", continues: device(1), offset: -3, halfTrip: 1, seen: seen)
    #expect(hello.past == head)
    let message = SyncMessage(time: HybridTime(milliseconds: 5), body: .hello(hello))
    #expect(try SyncMessage(octets: message.octets) == message)
    #expect(Hello(name: "x", offset: 0, halfTrip: 0, seen: seen).past == nil)
    #expect(Hello(name: "x", continues: device(2), offset: 0, halfTrip: 0, seen: seen).past == nil)
  }
}
