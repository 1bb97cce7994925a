import Sealing
import SyncProtocol
import Testing

/// Two devices of one household with real keys.
struct Household {
  let sodium: Sodium
  let functions: SealFunctions
  let owner = OwnerID(halves: SyncHalves(high: 1, low: 2))
  let desk = DeviceID(halves: SyncHalves(high: 3, low: 4))
  let laptop = DeviceID(halves: SyncHalves(high: 5, low: 6))
  var ring: KeyRing

  init() throws {
    sodium = try Sodium()
    functions = sodium.functions
    ring = KeyRing(try #require(sodium.keys(of: .first, group: sodium.chance(32))))
  }

  func log(of device: DeviceID) -> DeviceLog { DeviceLog(owner: owner, head: Head(device: device)) }

  func message(_ number: Int) -> [UInt8] {
    SyncMessage(time: HybridTime(milliseconds: Int64(number)), body: .fact(Array("{\"v\":\(number)}".utf8))).octets
  }

  /// A device's first envelopes.
  func envelopes(of device: DeviceID, _ count: Int) throws -> [Envelope] {
    var log = log(of: device)
    return try (1...count).map {
      try log.seal(message($0), nonce: sodium.nonce(), with: ring, by: functions)
    }
  }
}

@Suite("Envelopes")
struct EnvelopeTests {
  private let home: Household

  init() throws { home = try Household() }

  @Test("what one device seals another opens, in order, and both come to the same head")
  func backAndForth() throws {
    var sender = home.log(of: home.desk)
    var reader = home.log(of: home.desk)
    for number in 1...40 {
      let message = home.message(number)
      let envelope = try sender.seal(message, nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
      let read = try Envelope(octets: envelope.octets)
      #expect(read == envelope)
      #expect(try reader.accept(read, with: home.ring, by: home.functions) == message)
    }
    #expect(sender == reader)
  }

  @Test("sealing again after a failed try gives another box and the same chain")
  func retry() throws {
    var first = home.log(of: home.desk)
    var second = first
    let one = try first.seal(home.message(1), nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    let two = try second.seal(home.message(1), nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    #expect(one.chain == two.chain && one.box != two.box)
  }

  @Test("kinds of messages do not show by their size")
  func sizes() throws {
    let bodies: [SyncMessage.Body] = [
      .fact([]), .forget(.session("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
      .setting(SettingChange(item: "profile/work", value: nil)),
      .hello(Hello(name: "desk", offset: 0, halfTrip: 0, seen: Heads())),
    ]
    var log = home.log(of: home.desk)
    let sizes = try bodies.map { body in
      let message = SyncMessage(time: HybridTime(bits: 1), body: body).octets
      return try log.seal(message, nonce: home.sodium.nonce(), with: home.ring, by: home.functions).box.count
    }
    #expect(sizes == [169, 169, 169, 169])
  }

  @Test("every octet of an envelope that is changed, and every cut, is refused")
  func tampering() throws {
    let octets = try home.envelopes(of: home.desk, 1)[0].octets
    for place in octets.indices {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var bad = octets
        bad[place] ^= change
        #expect(!accepts(bad), "octet \(place) xor \(change)")
      }
      #expect(!accepts(Array(octets[..<place])), "cut at \(place)")
    }
    #expect(!accepts(octets + [0]))
    #expect(accepts(octets))
  }

  private func accepts(_ octets: [UInt8]) -> Bool {
    var log = home.log(of: home.desk)
    guard let envelope = try? Envelope(octets: octets) else { return false }
    return (try? log.accept(envelope, with: home.ring, by: home.functions)) != nil
  }

  @Test("an envelope that is moved to another owner, device, number or epoch does not open")
  func moved() throws {
    let envelope = try home.envelopes(of: home.desk, 1)[0]
    home.functions.checkOpens(envelope, home.ring)
    var others = [envelope, envelope, envelope]
    others[0].header.owner = OwnerID(halves: SyncHalves(high: 9, low: 9))
    others[1].header.device = home.laptop
    others[2].header.number = 2
    for other in others {
      #expect(throws: EnvelopeError.doesNotOpen) { try other.open(with: home.ring, by: home.functions) }
    }
    var later = envelope
    later.header.epoch = Epoch(2)
    #expect(throws: EnvelopeError.unknownEpoch(Epoch(2))) { try later.open(with: home.ring, by: home.functions) }
  }

  @Test("what a mailbox drops, replays, reorders, swaps or cuts is named, and the log stays where it was")
  func hostile() throws {
    let desk = try home.envelopes(of: home.desk, 3)
    let laptop = try home.envelopes(of: home.laptop, 3)
    var log = home.log(of: home.desk)
    func fault(_ envelope: Envelope) -> MailboxFault? {
      var copy = log
      do {
        _ = try copy.accept(envelope, with: home.ring, by: home.functions)
        return nil
      } catch {
        #expect(copy == log)
        return error
      }
    }
    #expect(fault(desk[1]) == .gap(home.desk, due: 1, shown: 2))
    #expect(fault(laptop[0]) == .otherDevice(asked: home.desk, shown: home.laptop))
    _ = try log.accept(desk[0], with: home.ring, by: home.functions)
    #expect(fault(desk[0]) == .replayed(home.desk, number: 1))
    #expect(fault(desk[2]) == .gap(home.desk, due: 2, shown: 3))
    var relabelled = laptop[1]
    relabelled.header.device = home.desk
    #expect(fault(relabelled) == .altered(home.desk, number: 2, .doesNotOpen))
    var other = log
    let branch = try other.seal(home.message(77), nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    _ = try log.accept(desk[1], with: home.ring, by: home.functions)
    var next = other
    let onBranch = try next.seal(home.message(78), nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    #expect(fault(onBranch) == .forked(home.desk, number: 3))
    #expect(fault(branch) == .replayed(home.desk, number: 2))
    #expect(fault(desk[2]) == nil)
  }
}

extension SealFunctions {
  func checkOpens(_ envelope: Envelope, _ ring: KeyRing) {
    #expect((try? envelope.open(with: ring, by: self)) != nil)
  }
}
