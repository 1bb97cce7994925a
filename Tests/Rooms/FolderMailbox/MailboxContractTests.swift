import LinuxRuntime
import RealParts
import Sealing
import SyncProtocol
import Testing

/// What every carrier promises, of a real database and of a real folder.
@Suite(.realParts, .serialized) struct MailboxContractTests {
  private static let carriers: [MailboxCarrier] = [.database, .folder]

  @Test(arguments: carriers) func whatIsSentComesBackAndSendingAgainIsHarmless(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let mailboxes = try trial.household(2)
    let device = CarrierTrial.device(1)
    var log = trial.log(of: 1)
    let sent = try trial.envelopes(40, after: &log)
    #expect(mailboxes[0].carrier == carrier && !mailboxes[0].isBroken)
    #expect(try mailboxes[0].household() == trial.owner)
    #expect(try mailboxes[0].push(Array(sent[..<30])) == 30)
    #expect(try mailboxes[0].push(Array(sent[10...])) == 40)
    let other = mailboxes[1]
    #expect(try other.members().first { $0.head.device == device }?.head == log.head)
    #expect(try other.pull(SyncPlan.Pull(device: device, after: 0), of: trial.owner) == sent)
    #expect(try other.pull(SyncPlan.Pull(device: device, after: 0), of: trial.owner, most: 7) == Array(sent[..<7]))
    #expect(try other.pull(SyncPlan.Pull(device: device, after: 38), of: trial.owner) == Array(sent[38...]))
    #expect(try other.pull(SyncPlan.Pull(device: device, after: 40), of: trial.owner).isEmpty)
    #expect(try other.pull(SyncPlan.Pull(device: CarrierTrial.device(2), after: 0), of: trial.owner).isEmpty)
    #expect(try other.members().map { $0.key } == [CarrierTrial.token(1), CarrierTrial.token(2)])
    #expect(other.faults == [])
  }

  @Test(arguments: carriers) func anotherLogUnderThisNameIsRefused(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let mailbox = try trial.household(1)[0]
    var log = trial.log(of: 1)
    _ = try mailbox.push(trial.envelopes(5, after: &log))
    var copy = trial.log(of: 1)
    let others = try trial.envelopes(6, after: &copy, text: "something else")
    #expect(throws: MailboxError.forked(head: 5)) { try mailbox.push(others) }
    #expect(throws: MailboxError.unknownDevice) {
      var stranger = trial.log(of: 2)
      _ = try mailbox.push(trial.envelopes(1, after: &stranger))
    }
  }

  @Test(arguments: carriers) func anInvitationLetsOneDeviceIn(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let first = try trial.household(1)[0]
    #expect(throws: MailboxError.needsInvitation) {
      try trial.open(2).enroll(CarrierTrial.device(2), key: CarrierTrial.token(2), token: [2], ticket: nil)
    }
    try first.invite(CarrierTrial.ticket(5), seconds: 60)
    try trial.open(2).enroll(
      CarrierTrial.device(2), key: CarrierTrial.token(2), token: CarrierTrial.token(2), ticket: CarrierTrial.ticket(5))
    #expect(throws: MailboxError.usedInvitation) {
      try trial.open(3).enroll(
        CarrierTrial.device(3), key: CarrierTrial.token(3), token: CarrierTrial.token(3), ticket: CarrierTrial.ticket(5)
      )
    }
    #expect(throws: MailboxError.unknownDevice) { try trial.entered(3) }
    // A printed sheet lets in as many as come, until there is another.
    for (sheet, number) in [(6, 3), (6, 4), (7, 5)] as [(UInt8, UInt64)] {
      try first.keepSheet(CarrierTrial.ticket(sheet))
      try trial.open(number).enroll(
        CarrierTrial.device(number), key: CarrierTrial.token(number), token: CarrierTrial.token(number),
        ticket: CarrierTrial.ticket(sheet))
    }
    #expect(throws: MailboxError.usedInvitation) {
      try trial.open(6).enroll(
        CarrierTrial.device(6), key: CarrierTrial.token(6), token: CarrierTrial.token(6), ticket: CarrierTrial.ticket(6)
      )
    }
    #expect(try first.members().count == 5)
  }

  @Test(arguments: carriers) func aDeviceThatIsPutOutHearsItAndTheOthersAreTold(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let mailboxes = try trial.household(3)
    let (one, two, three) = (CarrierTrial.device(1), CarrierTrial.device(2), CarrierTrial.device(3))
    var log = trial.log(of: 2)
    _ = try mailboxes[1].push(trial.envelopes(3, after: &log))
    // Somebody joined after the others were counted.
    #expect(throws: MailboxError.raced) {
      try mailboxes[0].revoke(three, beginning: Epoch(2), telling: [(one, [1])])
    }
    let hadSheet = try mailboxes[0].revoke(three, beginning: Epoch(2), telling: [(one, [1, 1]), (two, [2, 2])])
    #expect(!hadSheet)
    #expect(throws: MailboxError.revoked) { try trial.entered(3) }
    #expect(throws: MailboxError.revoked) { try mailboxes[2].members() }
    #expect(throws: MailboxError.revoked) {
      var theirs = trial.log(of: 3)
      _ = try mailboxes[2].push(trial.envelopes(1, after: &theirs))
    }
    let seen = try mailboxes[1].members()
    #expect(seen.map { $0.isRevoked } == [false, false, true] && seen[1].sealed == [2, 2])
    #expect(try mailboxes[1].epoch() == Epoch(2))
    // With the key of before nobody sends any more who heard of another.
    #expect(throws: MailboxError.oldKey) { try mailboxes[1].push(trial.envelopes(1, after: &log)) }
    let renewed = try trial.renewed()
    let with = try trial.entered(2, with: renewed)
    try with.taken([2, 2], by: two)
    #expect(try with.members()[1].sealed == nil)
    var next = DeviceLog(owner: trial.owner, head: Head(device: two, number: 3, chain: log.head.chain))
    next = DeviceLog(owner: trial.owner, head: try with.members()[1].head)
    #expect(try with.push(trial.envelopes(2, after: &next, with: renewed)) == 5)
    #expect(try trial.entered(1, with: renewed).members()[1].head.number == 5)
  }

  @Test(arguments: carriers) func aSnapshotTakesTheOldEnvelopesPlace(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let mailboxes = try trial.household(2)
    let device = CarrierTrial.device(1)
    var log = trial.log(of: 1)
    for _ in 0..<20 { _ = try mailboxes[0].push(trial.envelopes(1, after: &log)) }
    let snapshot = try Snapshot.seal(
      Array("all of it".utf8), upTo: log.head, owner: trial.owner, nonce: trial.sodium.nonce(), with: trial.ring,
      by: trial.sodium.functions)
    let sent = try mailboxes[1].pull(SyncPlan.Pull(device: device, after: 19), of: trial.owner)
    try mailboxes[0].compact(snapshot)
    #expect(try mailboxes[1].snapshot(of: device, trial.owner) == snapshot)
    #expect(try mailboxes[1].members().first { $0.head.device == device }?.head == log.head)
    #expect(try mailboxes[1].pull(SyncPlan.Pull(device: device, after: 0), of: trial.owner) == sent)
    #expect(try mailboxes[1].snapshot(of: CarrierTrial.device(2), trial.owner) == nil)
    #expect(try mailboxes[0].push(trial.envelopes(2, after: &log)) == 22)
    #expect(try mailboxes[1].pull(SyncPlan.Pull(device: device, after: 20), of: trial.owner).count == 2)
    if carrier == .folder { #expect(trial.files.count <= 8, "\(trial.files)") }
  }

  @Test(arguments: carriers) func whatIsForgottenIsGone(_ carrier: MailboxCarrier) throws {
    let trial = try CarrierTrial(carrier)
    let mailboxes = try trial.household(3)
    var log = trial.log(of: 2)
    _ = try mailboxes[1].push(trial.envelopes(3, after: &log))
    #expect(throws: MailboxError.unknownDevice) { try mailboxes[0].forget(CarrierTrial.device(2)) }
    try mailboxes[1].retire(CarrierTrial.device(2))
    #expect(try mailboxes[0].members().map { $0.isRevoked } == [false, true, false])
    #expect(try mailboxes[0].members()[1].head.number == 3)
    #expect(throws: MailboxError.revoked) { try mailboxes[1].members() }
    try mailboxes[0].forget(CarrierTrial.device(2))
    #expect(throws: MailboxError.unknownDevice) { try mailboxes[0].forget(CarrierTrial.device(2)) }
    #expect(try mailboxes[2].members().map { $0.head.device } == [CarrierTrial.device(1), CarrierTrial.device(3)])
    #expect(try mailboxes[0].forget() == 0)
    #expect(throws: MailboxError.noHousehold) { try mailboxes[2].household() }
    #expect(throws: MailboxError.noHousehold) { try trial.entered(1) }
  }

  /// A device that was away for a week finds two thousand messages.
  @Test func aWeekOfMessagesIsReadWithinASecond() throws {
    let trial = try CarrierTrial(.folder)
    let mailboxes = try trial.household(2)
    var log = trial.log(of: 1)
    for _ in 0..<200 { _ = try mailboxes[0].push(trial.envelopes(10, after: &log)) }
    let reader = try trial.entered(2)
    var read = trial.log(of: 1)
    let began = ContinuousClock.now
    #expect(try reader.members().first?.head == log.head)
    for envelope in try reader.pull(SyncPlan.Pull(device: CarrierTrial.device(1), after: 0), of: trial.owner) {
      _ = try read.accept(envelope, with: trial.ring, by: trial.sodium.functions)
    }
    #expect(ContinuousClock.now - began < .seconds(1))
    #expect(read.head == log.head)
  }
}
