import SyncProtocol
import Testing

@Suite("Messages")
struct MessageTests {
  private var messages: [SyncMessage] {
    let heads = Heads([
      Head(device: device(2), number: 9, chain: link(9)), Head(device: device(1), number: 1, chain: link(1)),
    ])
    let bodies: [SyncMessage.Body] = [
      .fact([]), .fact(Array("{}".utf8)), .hello(Hello(name: "Schreibtisch ü", offset: -5, halfTrip: 7, seen: heads)),
      .hello(Hello(name: "", continues: device(9), offset: .min, halfTrip: .max, seen: Heads())),
      .setting(SettingChange(item: "profile/work", value: [])), .setting(SettingChange(item: "", value: nil)),
      .setting(SettingChange(item: "profile/work", value: [1, 2])), .forget(.session("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
      .forget(.device(device(3))), .leftOut(LeftOut(Array("{}".utf8), keeping: [], by: echo)),
      .leftOut(LeftOut([1, 2], keeping: [3], by: echo)), .moved(Relocation(since: 7, carrier: .folder)),
      .moved(Relocation(since: .max, carrier: .database, boxes: [device(4): [1, 2, 3], device(1): []])),
    ]
    return bodies.enumerated().map { SyncMessage(time: HybridTime(bits: UInt64($0.offset) << 40), body: $0.element) }
  }

  /// Stands in for a library: the hash is the message's last octets, the rest is not asked for.
  private let echo = SealFunctions(
    seal: { message, _, _, _ in message }, open: { box, _, _, _ in box },
    hash: { message, _, count in (message + [UInt8](repeating: 7, count: count)).suffix(count) },
    subkey: { key, _ in key })

  @Test("what is left of a fact is recognised by the fact and by nothing else")
  func leftOut() {
    let left = LeftOut([1, 2, 3], keeping: [9], by: echo)
    #expect(left.isLeft(of: [1, 2, 3], by: echo) == (echo.hash([1, 2, 3], [], 16).prefix(8) == left.mark[...]))
    #expect(SyncMessage.Body.leftOut(left).fact == [9] && SyncMessage.Body.fact([4]).fact == [4])
    #expect(SyncMessage.Body.leftOut(LeftOut([1], keeping: [], by: echo)).fact == nil)
    #expect(SyncMessage.Body.forget(.session("01A")).fact == nil)
  }

  @Test("every message is read as it was written")
  func roundTrip() throws {
    for message in messages { #expect(try SyncMessage(octets: message.octets) == message) }
  }

  @Test("a message that is cut, or has more after it, is refused; facts and settings have their own text")
  func cuts() throws {
    for message in messages {
      switch message.body {
      case .fact, .setting, .leftOut: continue
      case .hello, .forget, .moved:
        for count in 0..<message.octets.count {
          #expect(throws: EnvelopeError.tooShort) { try SyncMessage(octets: Array(message.octets[..<count])) }
        }
        #expect(throws: EnvelopeError.tooLong) { try SyncMessage(octets: message.octets + [0]) }
      }
    }
  }

  @Test("a place is read as it was written")
  func places() {
    let place = Relocation.Place(url: "folder:/home/ü", password: "secret", token: [1, 2])
    #expect(Relocation.Place(octets: place.octets) == place)
    #expect(Relocation.Place(octets: [2] + place.octets.dropFirst()) == nil && Relocation.Place(octets: []) == nil)
  }

  @Test("a version or a kind of later programs is named")
  func later() {
    #expect(throws: EnvelopeError.messageVersion(2)) {
      try SyncMessage(octets: [2, 1] + [UInt8](repeating: 0, count: 8))
    }
    #expect(throws: EnvelopeError.messageKind(99)) {
      try SyncMessage(octets: [1, 99] + [UInt8](repeating: 0, count: 8))
    }
  }

  @Test("ids are 32 hex digits and nothing else")
  func identities() {
    let id = DeviceID(halves: SyncHalves(high: 0x0123_4567_89AB_CDEF, low: 1))
    #expect(id.text == "0123456789abcdef0000000000000001")
    #expect(DeviceID(text: id.text) == id)
    #expect(DeviceID(octets: id.octets) == id)
    for bad in ["", "0123", id.text + "0", "0123456789abcdef000000000000000g", "0x23456789abcdef0000000000000001"] {
      #expect(DeviceID(text: bad) == nil)
    }
    #expect(DeviceID(octets: [1, 2]) == nil)
    #expect(device(1) < device(2) && device(2) < id)
  }
}
