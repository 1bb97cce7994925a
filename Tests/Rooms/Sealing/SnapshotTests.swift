import PackedOctets
import Sealing
import SyncProtocol
import Testing

@Suite("Snapshots in the place of envelopes")
struct SnapshotTests {
  private var home: Household
  private let packing = PackFunctions(
    pack: { PackedOctets.pack($0) }, unpack: { PackedOctets.unpack($0, count: $1) })

  init() throws { home = try Household() }

  /// The messages of a log in a snapshot, the last `later` under a second key, as a device packs its own.
  private struct Sent {
    var envelopes: [Envelope]
    var messages: [MessagePack.Message]
    var epochs: [Epoch]
    var log: DeviceLog
    var ring: KeyRing
  }

  private func sent(_ count: Int, later: Int = 0) throws -> Sent {
    var sent = Sent(envelopes: [], messages: [], epochs: [], log: home.log(of: home.desk), ring: home.ring)
    for number in 1...count {
      if number == count - later + 1 {
        sent.ring.add(try #require(home.sodium.keys(of: Epoch(2), group: home.sodium.chance(32))))
      }
      let message = home.message(number)
      sent.envelopes.append(
        try sent.log.seal(message, nonce: home.sodium.nonce(), with: sent.ring, by: home.functions))
      sent.messages.append(.init(message))
      sent.epochs.append(sent.ring.newest.epoch)
    }
    return sent
  }

  private func snapshot(_ sent: Sent) throws -> Snapshot {
    var maker = MessagePack.Maker(by: packing)
    for (message, epoch) in zip(sent.messages, sent.epochs) {
      let isAdded = maker.add(message, epoch: epoch)
      #expect(isAdded)
    }
    let finished = maker.finish()
    let body = try #require(finished)
    return try Snapshot.seal(
      body, upTo: sent.log.head, owner: home.owner, nonce: home.sodium.nonce(), with: sent.ring, by: home.functions)
  }

  private func read(_ snapshot: Snapshot, into log: inout DeviceLog, _ ring: KeyRing) throws -> [[UInt8]] {
    var heard: [[UInt8]] = []
    let packs = try log.accept(snapshot, with: ring, by: home.functions, unpacking: packing) { heard.append($0) }
    let all = try packs.flatMap { try #require($0.messages(by: packing)).map(\.octets) }
    #expect(all.suffix(heard.count) == heard[...])
    #expect(packs.map(\.first) == packs.indices.map { place in packs[..<place].reduce(1) { $0 + UInt64($1.count) } })
    return all
  }

  @Test("a newcomer reads all of it at once, over packs and keys, and goes on with envelopes")
  func newcomer() throws {
    var sent = try sent(2500, later: 400)
    let snapshot = try snapshot(sent)
    var log = home.log(of: home.desk)
    #expect(try read(snapshot, into: &log, sent.ring) == sent.messages.map(\.octets))
    #expect(log == sent.log && log.epoch == Epoch(2))
    let next = try sent.log.seal(home.message(7), nonce: home.sodium.nonce(), with: sent.ring, by: home.functions)
    #expect(try log.accept(next, with: sent.ring, by: home.functions) == home.message(7))
  }

  @Test("who had read a part hears the rest, and a log that is another in that part is named")
  func part() throws {
    let sent = try sent(30)
    let snapshot = try snapshot(sent)
    for number in [1, 17, 29] {
      var log = home.log(of: home.desk)
      for envelope in sent.envelopes.prefix(number) {
        _ = try log.accept(envelope, with: sent.ring, by: home.functions)
      }
      var heard = 0
      _ = try log.accept(snapshot, with: sent.ring, by: home.functions, unpacking: packing) { _ in heard += 1 }
      #expect(heard == 30 - number && log == sent.log)
    }
    var other = home.log(of: home.desk)
    let another = try other.seal([1, 2, 3], nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    var log = home.log(of: home.desk)
    _ = try log.accept(another, with: home.ring, by: home.functions)
    let before = log
    #expect(throws: MailboxFault.forked(home.desk, number: 1)) { try read(snapshot, into: &log, sent.ring) }
    #expect(log == before)
  }

  @Test("what is left out keeps its place in the chain; one that was changed without that is refused")
  func leftOut() throws {
    var sent = try sent(9)
    let gone = SyncMessage(
      time: HybridTime(bits: 1), body: .leftOut(LeftOut([1], keeping: [], by: home.functions))
    ).octets
    sent.messages[4] = .init(gone, link: sent.envelopes[4].chain)
    var log = home.log(of: home.desk)
    #expect(try read(snapshot(sent), into: &log, sent.ring)[4] == gone)
    #expect(log == sent.log)
    sent.messages[4].link = nil
    log = home.log(of: home.desk)
    #expect(throws: MailboxFault.forked(home.desk, number: 9)) { try read(snapshot(sent), into: &log, sent.ring) }
    sent.messages.remove(at: 2)
    sent.epochs.remove(at: 2)
    #expect(throws: MailboxFault.forked(home.desk, number: 9)) { try read(snapshot(sent), into: &log, sent.ring) }
    #expect(log == home.log(of: home.desk))
  }

  @Test("an older one, another's, one of a key that is not known, and any changed octet are refused")
  func hostile() throws {
    let sent = try sent(6, later: 2)
    let snapshot = try snapshot(sent)
    var log = sent.log
    #expect(throws: MailboxFault.replayed(home.desk, number: 6)) { try read(snapshot, into: &log, sent.ring) }
    log = home.log(of: home.laptop)
    #expect(throws: MailboxFault.otherDevice(asked: home.laptop, shown: home.desk)) {
      try read(snapshot, into: &log, sent.ring)
    }
    log = home.log(of: home.desk)
    #expect(throws: MailboxFault.unknownEpoch(home.desk, Epoch(2))) { try read(snapshot, into: &log, home.ring) }
    for place in stride(from: 0, to: snapshot.box.count, by: 7) {
      var bad = snapshot
      bad.box[place] ^= 4
      #expect(throws: MailboxFault.self) { try read(bad, into: &log, sent.ring) }
    }
    #expect(log == home.log(of: home.desk))
    // Sealed by somebody who has the key, but no packs.
    let empty = try Snapshot.seal(
      [9, 9], upTo: sent.log.head, owner: home.owner, nonce: home.sodium.nonce(), with: sent.ring, by: home.functions)
    #expect(throws: MailboxFault.altered(home.desk, number: 6, .contents)) { try read(empty, into: &log, sent.ring) }
  }

  @Test("it is time after 5,000 messages, later a quarter, after 90 days, and when something is to be forgotten")
  func time() {
    var state = SnapshotState()
    let day: Int64 = 86_400_000
    #expect(!state.isDue(upTo: 0, since: 0, at: 900 * day) && !state.isDue(upTo: 4999, since: 0, at: day))
    #expect(state.isDue(upTo: 5000, since: 0, at: day) && state.isDue(upTo: 1, since: 0, at: 90 * day))
    state.leavesOut = true
    #expect(state.isDue(upTo: 1, since: 0, at: day) && !state.isDue(upTo: 0, since: 0, at: day))
    state.note(upTo: 40_000, at: 100 * day, isMade: true)
    #expect(state == SnapshotState(number: 40_000, tried: 40_000, at: 100 * day))
    #expect(!state.isDue(upTo: 49_999, since: 0, at: 101 * day) && state.isDue(upTo: 50_000, since: 0, at: 101 * day))
    #expect(!state.isDue(upTo: 40_000, since: 0, at: 900 * day) && state.isDue(upTo: 40_001, since: 0, at: 190 * day))
    state.leavesOut = true
    #expect(!state.isDue(upTo: 40_001, since: 0, at: 100 * day + 3_599_999))
    #expect(state.isDue(upTo: 40_001, since: 0, at: 100 * day + 3_600_000))
    state.note(upTo: 50_000, at: 101 * day, isMade: false)
    #expect(state.number == 40_000 && !state.isDue(upTo: 59_999, since: 0, at: 102 * day))
  }
}
