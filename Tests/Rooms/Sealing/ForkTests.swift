import Sealing
import SyncProtocol
import Testing

@Suite("Forks, new keys and snapshots")
struct ForkTests {
  private var home: Household

  init() throws { home = try Household() }

  private func judge(_ envelope: Envelope?, _ number: UInt64, ours: [UInt8]?) -> SyncPlan.ForkJudgement {
    SyncPlan.judgeFork(
      envelope, number: number, ours: ours, own: home.desk, owner: home.owner, with: home.ring, by: home.functions)
  }

  @Test("a device that a backup set back finds its own later messages and takes a new id")
  func restoredBackup() throws {
    let sent = try home.envelopes(of: home.desk, 5)
    #expect(judge(sent[4], 5, ours: nil) == .newIncarnation)
    #expect(judge(sent[2], 3, ours: home.message(99)) == .newIncarnation)
  }

  @Test("a mailbox cannot make a device take a new id")
  func inventedForks() throws {
    let sent = try home.envelopes(of: home.desk, 5)
    let laptop = try home.envelopes(of: home.laptop, 5)
    #expect(judge(sent[2], 3, ours: home.message(3)) == .forged(.forked(home.desk, number: 3)))
    #expect(judge(nil, 3, ours: nil) == .forged(.withheld(home.desk, shown: 0, seen: 3, by: home.desk)))
    #expect(judge(sent[1], 9, ours: nil) == .forged(.gap(home.desk, due: 9, shown: 10)))
    #expect(judge(laptop[4], 5, ours: nil) == .forged(.otherDevice(asked: home.desk, shown: home.laptop)))
    var renumbered = sent[4]
    renumbered.header.number = 9
    #expect(judge(renumbered, 9, ours: nil) == .forged(.altered(home.desk, number: 9, .doesNotOpen)))
  }

  @Test("a new key reaches each device that stays, vouched for by the key before")
  func grant() throws {
    let (sodium, group) = (home.sodium, home.sodium.chance(32))
    let laptop = sodium.deviceKeys()
    let grant = try #require(
      EpochGrant(group: group, to: home.laptop, owner: home.owner, with: home.ring, by: home.functions))
    let sealed = try sodium.seal(grant.octets, to: laptop.publicKey)
    let opened = try #require(sodium.open(sealed, with: laptop))
    let read = try EpochGrant(
      octets: opened, to: home.laptop, owner: home.owner, with: home.ring, by: home.functions)
    #expect(read == grant && read.epoch == Epoch(2) && read.group == group)
    #expect(sodium.open(sealed, with: sodium.deviceKeys()) == nil)

    #expect(throws: EnvelopeError.grantUnproven) {
      try EpochGrant(octets: opened, to: home.desk, owner: home.owner, with: home.ring, by: home.functions)
    }
    for place in 5..<opened.count {
      var bad = opened
      bad[place] ^= 1
      #expect(throws: EnvelopeError.grantUnproven) {
        try EpochGrant(octets: bad, to: home.laptop, owner: home.owner, with: home.ring, by: home.functions)
      }
    }
    let strangers = KeyRing(try #require(sodium.keys(of: .first, group: sodium.chance(32))))
    let slipped = try #require(
      EpochGrant(group: group, to: home.laptop, owner: home.owner, with: strangers, by: home.functions))
    #expect(throws: EnvelopeError.grantUnproven) {
      try EpochGrant(octets: slipped.octets, to: home.laptop, owner: home.owner, with: home.ring, by: home.functions)
    }
  }

  @Test("after a revocation new messages open only with the new key, old ones still do, and nobody goes back")
  func epochs() throws {
    var (ring, log, reader) = (home.ring, home.log(of: home.desk), home.log(of: home.desk))
    let (revoked, before) = (home.ring, home.log(of: home.desk))
    let first = try log.seal(home.message(1), nonce: home.sodium.nonce(), with: ring, by: home.functions)
    ring.add(try #require(home.sodium.keys(of: Epoch(2), group: home.sodium.chance(32))))
    let second = try log.seal(home.message(2), nonce: home.sodium.nonce(), with: ring, by: home.functions)
    _ = try reader.accept(first, with: ring, by: home.functions)
    #expect(throws: MailboxFault.unknownEpoch(home.desk, Epoch(2))) {
      try reader.accept(second, with: revoked, by: home.functions)
    }
    _ = try reader.accept(second, with: ring, by: home.functions)
    #expect(before.epoch == .first && reader.epoch == Epoch(2))
    // Somebody who was revoked and holds the mailbox goes on with the old key.
    var old = DeviceLog(owner: home.owner, head: reader.head, epoch: .first)
    let forged = try old.seal(home.message(3), nonce: home.sodium.nonce(), with: revoked, by: home.functions)
    #expect(throws: MailboxFault.oldKey(home.desk, number: 3)) {
      try reader.accept(forged, with: ring, by: home.functions)
    }
  }

  @Test("a snapshot says up to where it goes, and reading goes on after it")
  func snapshots() throws {
    let sent = try home.envelopes(of: home.desk, 4)
    var log = home.log(of: home.desk)
    for envelope in sent.prefix(3) { _ = try log.accept(envelope, with: home.ring, by: home.functions) }
    let body = [UInt8](repeating: 7, count: 3_000_000)
    let snapshot = try Snapshot.seal(
      body, upTo: log.head, owner: home.owner, nonce: home.sodium.nonce(), with: home.ring, by: home.functions)
    let content = try snapshot.open(with: home.ring, by: home.functions)
    #expect(content.head == log.head && content.body == body)
    var newcomer = DeviceLog(owner: home.owner, head: content.head, epoch: snapshot.header.epoch)
    #expect(try newcomer.accept(sent[3], with: home.ring, by: home.functions) == home.message(4))
    var moved = snapshot
    moved.header.number = 2
    #expect(throws: EnvelopeError.doesNotOpen) { try moved.open(with: home.ring, by: home.functions) }
  }
}

@Suite("Revoking a device")
struct RevocationTests {
  @Test("each device that stays learns the new key from its row, the revoked one does not")
  func newEpoch() throws {
    let home = try Household()
    let sodium = home.sodium
    let (laptop, tablet) = (sodium.deviceKeys(), sodium.deviceKeys())
    let tabletID = DeviceID(halves: SyncHalves(high: 7, low: 8))
    let epoch = try sodium.newEpoch(
      for: [
        .init(device: home.laptop, publicKey: laptop.publicKey), .init(device: tabletID, publicKey: tablet.publicKey),
      ],
      owner: home.owner, after: home.ring)
    #expect(epoch.ring.newest.epoch == Epoch(2))
    let row = try #require(epoch.sealed.first { $0.device == home.laptop })
    let told = try sodium.ring(home.ring, adding: row.grant, for: home.laptop, owner: home.owner, with: laptop)
    #expect(told == epoch.ring)
    #expect(throws: EnvelopeError.grantDamaged) {
      try sodium.ring(home.ring, adding: row.grant, for: home.laptop, owner: home.owner, with: sodium.deviceKeys())
    }
    #expect(throws: EnvelopeError.grantUnproven) {
      try sodium.ring(home.ring, adding: row.grant, for: tabletID, owner: home.owner, with: laptop)
    }
  }
}
