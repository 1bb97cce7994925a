import FolderMailbox
import LinuxRuntime
import RealParts
import Sealing
import SyncProtocol
import TestSupport
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
    let work = try work {
      #expect(try reader.members().first?.head == log.head)
      for envelope in try reader.pull(SyncPlan.Pull(device: CarrierTrial.device(1), after: 0), of: trial.owner) {
        _ = try read.accept(envelope, with: trial.ring, by: trial.sodium.functions)
      }
    }
    #expect(work < .seconds(1))
    #expect(read.head == log.head)
  }

  /// A household that was elsewhere: who is in, and what they sent with the keys of then.
  @Test(arguments: carriers) func whatWasSentElsewhereIsTakenIn(_ carrier: MailboxCarrier) throws {
    var trial = try CarrierTrial(carrier)
    let devices = (1...3).map { CarrierTrial.device($0) }
    let (two, three) = (devices[1], devices[2])
    var logs = [trial.log(of: 1), trial.log(of: 2), trial.log(of: 3)]
    var sent: [[Envelope]] = []
    for place in 0..<3 { sent.append(try trial.envelopes(4, after: &logs[place])) }
    trial.ring = try trial.renewed()
    sent[1] += try trial.envelopes(3, after: &logs[1])
    let first = try trial.household(1)[0]
    try first.goOn(with: Epoch(2))
    for _ in 0..<2 {
      for (number, isOut) in [(2, false), (3, true)] as [(UInt64, Bool)] {
        try first.admit(
          HouseholdMember(
            head: logs[Int(number) - 1].head, key: CarrierTrial.token(number), sealed: nil, isRevoked: isOut),
          token: [UInt8](repeating: 9, count: 32))
      }
      try first.restore(Array(sent[1][..<4]), of: two)
      try first.restore(Array(sent[1][4...]), of: two)
      try first.restore(sent[2], of: three)
    }
    #expect(try first.epoch() == Epoch(2))
    let members = try first.members()
    #expect(
      members.map { $0.head.device } == devices && members.map { $0.isRevoked } == [false, false, true])
    #expect(members[1].head == logs[1].head && members[2].head == logs[2].head)
    #expect(members[1].key == CarrierTrial.token(2))
    // Who was awaited comes, goes on, and finds itself and the others.
    let second = try trial.open(2)
    try second.enter(two, token: [UInt8](repeating: 9, count: 32))
    try second.renew(token: CarrierTrial.token(2))
    let own = try trial.entered(2)
    #expect(try own.pull(SyncPlan.Pull(device: two, after: 0), of: trial.owner) == sent[1])
    #expect(try own.pull(SyncPlan.Pull(device: three, after: 0), of: trial.owner) == sent[2])
    #expect(try own.push(trial.envelopes(2, after: &logs[1])) == 9)
    // In place of what it covers a snapshot; what is there already stays.
    let snapshot = try Snapshot.seal(
      Array("all of it".utf8), upTo: logs[2].head, owner: trial.owner, nonce: trial.sodium.nonce(), with: trial.ring,
      by: trial.sodium.functions)
    try own.restore(snapshot)
    #expect(try first.snapshot(of: three, trial.owner) == snapshot)
    #expect(try first.members()[1].head.number == 9 && first.faults == [])
    #expect(throws: MailboxError.revoked) { try trial.entered(3) }
  }

  /// What a device sends that was put out counts up to where it was read by who put it out.
  @Test func whatSomebodySendsWhoIsOutIsNotRead() throws {
    let trial = try CarrierTrial(.folder)
    let mailboxes = try trial.household(3)
    let (one, two, three) = (CarrierTrial.device(1), CarrierTrial.device(2), CarrierTrial.device(3))
    var log = trial.log(of: 3)
    let sent = try trial.envelopes(9, after: &log)
    _ = try mailboxes[2].push(Array(sent[..<4]))
    let seen = Heads([Head(device: three, number: 2, chain: sent[1].chain)])
    _ = try mailboxes[0].revoke(three, beginning: Epoch(2), telling: [(one, [1]), (two, [2])], after: seen)
    // It has not heard of it, or does not care: what says so is not in its folder.
    try Files.makeFolder(trial.folder("elsewhere"))
    for name in trial.files where CarriedName(beginning: name)?.kind != .epoch {
      try Files.replace("\(trial.folder("elsewhere"))/\(name)", with: Files.read("\(trial.folder("shared"))/\(name)"))
    }
    let away = try FolderMailbox(
      at: trial.folder("elsewhere"), keeping: trial.folder("kept-away"), of: trial.owner, with: trial.ring,
      by: trial.sodium.functions)
    try away.enter(three, token: [])
    _ = try away.push(Array(sent[4...]))
    for name in try Files.names(inFolder: trial.folder("elsewhere")) {
      try Files.replace("\(trial.folder("shared"))/\(name)", with: Files.read("\(trial.folder("elsewhere"))/\(name)"))
    }
    let reader = try trial.entered(2)
    #expect(try reader.members()[2].head == Head(device: three, number: 2, chain: sent[1].chain))
    #expect(try reader.pull(SyncPlan.Pull(device: three, after: 0), of: trial.owner) == Array(sent[..<2]))
    #expect(try reader.members(known: Heads([Head(device: three, number: 4)]))[2].head.number == 4)
    #expect(reader.faults == [])
  }
}
