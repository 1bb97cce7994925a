// rooms: Octets SyncProtocol

import SyncProtocol

/// Functions that seal nothing, so that every octet of the input reaches what reads messages.
private let functions = SealFunctions(
  seal: { message, _, _, _ in message + [UInt8](repeating: 0, count: SealFunctions.tagCount) },
  open: { box, _, _, _ in Array(box.dropLast(SealFunctions.tagCount)) },
  hash: { message, _, count in
    [UInt8](repeating: message.reduce(0) { $0 &* 31 &+ $1 }, count: count)
  },
  subkey: { key, _ in key })

private let ring: KeyRing = {
  guard let keys = EpochKeys(epoch: .first, group: [UInt8](repeating: 7, count: 32), by: functions) else {
    preconditionFailure("32 octets are a key")
  }
  return KeyRing(keys)
}()

/// Envelopes, messages, invitations, cards, sheets, words, grants and snapshots of any octets: nothing traps, and what
/// is read is written back as it came.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEnvelopes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  if let envelope = try? Envelope(octets: octets) {
    precondition(envelope.octets == octets)
    judge(envelope)
  }
  message(octets)
  joining(octets)
  if let filled = SizeSteps.filled(octets) { precondition(SizeSteps.message(of: filled) == octets) }
  if let message = SizeSteps.message(of: octets) { precondition(SizeSteps.filled(message) == octets) }
  sealed(octets)
  return 0
}

private func judge(_ envelope: Envelope) {
  var log = DeviceLog(
    owner: envelope.header.owner, head: Head(device: envelope.header.device, number: envelope.header.number - 1))
  let before = log
  do {
    _ = try log.accept(envelope, with: ring, by: functions)
    precondition(log.head.number == envelope.header.number)
  } catch {
    precondition(log == before && !error.sentence { $0.text }.isEmpty)
  }
}

private func message(_ octets: [UInt8]) {
  if let message = try? SyncMessage(octets: octets) { precondition(message.octets == octets) }
  // The first octets rarely are those of a message: with them in front, the bodies are reached.
  for kind: UInt8 in 1...4 {
    let whole = [1, kind, 0, 0, 0, 0, 0, 0, 0, 0] + octets
    guard let message = try? SyncMessage(octets: whole) else { continue }
    precondition(message.octets == whole)
    if case .hello(let hello) = message.body {
      let shown = Heads([Head(device: DeviceID(halves: SyncHalves(high: 1, low: 1)), number: 3)])
      _ = SyncPlan(known: hello.seen, own: OwnLog(head: shown.list[0], acknowledged: 1) { _ in nil }, shown: shown)
      _ = SyncPlan.faults(seen: hello.seen, by: shown.list[0].device, shown: shown, known: shown) { _, _ in .start }
    }
  }
}

private func joining(_ octets: [UInt8]) {
  if let invitation = try? Invitation(octets: octets) {
    precondition(invitation.octets == octets)
    precondition((try? Invitation(link: invitation.link)) == invitation)
  }
  if let card = try? KeyCard(octets: octets) { precondition(card.octets == octets) }
  if let short = try? ShortInvitation(octets: octets) { precondition(short.octets == octets) }
  let text = String(decoding: octets, as: UTF8.self)
  for start in ["", Invitation.linkStart, RecoverySheet.linkStart] {
    _ = try? Invitation(link: start + text)
    if let sheet = try? RecoverySheet(link: start + text) {
      precondition((try? RecoverySheet(link: sheet.link)) == sheet)
    }
  }
  if let words = RecoveryWords(text: text) { precondition(RecoveryWords(text: words.text) == words) }
  precondition(RecoveryWords(text: RecoveryWords(chance: octets).text) == RecoveryWords(chance: octets))
}

private func sealed(_ octets: [UInt8]) {
  let owner = OwnerID(halves: SyncHalves(high: 1, low: 2))
  let device = DeviceID(halves: SyncHalves(high: 3, low: 4))
  _ = try? EpochGrant(octets: octets, to: device, owner: owner, with: ring, by: functions)
  let header = EnvelopeHeader(owner: owner, device: device, number: 1, epoch: .first)
  _ = try? Snapshot(header: header, box: octets).open(with: ring, by: functions)
  judge(Envelope(header: header, chain: .start, box: octets))
}
