import Glibc
internal import LinuxRuntime
package import SyncProtocol

extension FolderMailbox {
  /// The devices, each as far as its files are consecutive from where it was read.
  package func members(known: Heads) throws(MailboxError) -> [HouseholdMember] {
    faults = []
    var look = try look()
    let roster = roster(look)
    let me = try mustBeIn(roster)
    try removeForgotten(roster, look)
    if try tend(me, roster, look) { look = try self.look() }
    try examine(look)
    outsider = roster.outsider
    return try roster.devices.keys.filter { !roster.forgotten.contains($0) }.sorted().map {
      device throws(MailboxError) in
      let isOut = roster.isOut(device)
      let last = roster.last(of: device) ?? .max
      let head = head(of: known[device] ?? Head(device: device), upTo: last, in: look)
      try noteGap(after: head, upTo: isOut ? last : nil, in: look)
      let grants = device == me ? roster.epochs.compactMap { $0.said.told.first { $0.device == me }?.grant } : []
      let sealed = Array(grants.joined())
      return HouseholdMember(
        head: head, key: roster.devices[device]?.key ?? [], sealed: sealed.isEmpty || sealed == taken ? nil : sealed,
        isRevoked: isOut)
    }
  }

  // MARK: Reading

  /// A device's consecutive message names after a number, or after what a snapshot covers.
  private func names(
    of device: DeviceID, after number: UInt64, upTo last: UInt64, in look: FolderLook
  ) -> [CarriedName] {
    guard number < last else { return [] }
    let direct = follow(device, from: number + 1, upTo: last, in: look)
    if !direct.isEmpty { return direct }
    guard let snapshot = newestSnapshot(of: device, upTo: last, in: look), snapshot.number > number else { return [] }
    return follow(device, from: snapshot.number, upTo: last, in: look)
  }

  private func follow(
    _ device: DeviceID, from first: UInt64, upTo last: UInt64, in look: FolderLook
  ) -> [CarriedName] {
    var (next, names) = (first, [CarriedName]())
    for name in look.messages[device] ?? [] where name.last >= next {
      if name.number > next || name.number > last { break }
      guard isWhole(name, in: look) else { continue }
      names.append(name)
      next = name.last + 1
    }
    return names
  }

  private func newestSnapshot(of device: DeviceID, upTo last: UInt64, in look: FolderLook) -> CarriedName? {
    look.snapshots[device]?.first { $0.number <= last && isWhole($0, in: look) }
  }

  private func head(of known: Head, upTo last: UInt64, in look: FolderLook) -> Head {
    let device = known.device
    let stranger = device == me ? strangers.keys.max { $0.number < $1.number } : nil
    guard let name = stranger ?? names(of: device, after: known.number, upTo: last, in: look).last,
      let body = body(of: name, in: look),
      let envelope = CarriedFile.envelopes(in: body).last(where: { $0.header.number <= last })
    else { return known }
    return Head(device: device, number: envelope.header.number, chain: envelope.chain)
  }

  package func pull(_ pull: SyncPlan.Pull, of owner: OwnerID, most: Int) throws(MailboxError) -> [Envelope] {
    let look = try look()
    // What somebody who was put out sends after that counts nowhere.
    let last = roster(look).last(of: pull.device) ?? .max
    var page: [Envelope] = []
    for name in names(of: pull.device, after: pull.after, upTo: last, in: look) {
      guard let body = body(of: name, in: look) else { break }
      // One file may begin before what is asked for, or before what another ends with.
      let before = page.last?.header.number ?? pull.after
      page += CarriedFile.envelopes(in: body).filter { $0.header.number > before && $0.header.number <= last }
      if page.count >= most { break }
    }
    return Array(page.prefix(most))
  }

  package func snapshot(of device: DeviceID, _ owner: OwnerID) throws(MailboxError) -> Snapshot? {
    let look = try look()
    let last = roster(look).last(of: device) ?? .max
    guard let name = newestSnapshot(of: device, upTo: last, in: look), let box = body(of: name, in: look) else {
      return nil
    }
    return Snapshot(
      header: EnvelopeHeader(owner: owner, device: device, number: name.number, epoch: name.epoch), box: box)
  }

  // MARK: Writing

  package func push(_ envelopes: [Envelope]) throws(MailboxError) -> UInt64 {
    let look = try look()
    let roster = roster(look)
    let me = try mustBeIn(roster)
    guard let first = envelopes.first?.header, let last = envelopes.last?.header else { return 0 }
    guard first.device == me else { throw .unknownDevice }
    guard first.epoch >= roster.epoch, let keys = ring[first.epoch] else { throw .oldKey }
    try add(envelopes, of: me, with: keys, in: look)
    return last.number
  }

  /// Writes the envelopes that are not there yet.
  func add(
    _ envelopes: [Envelope], of device: DeviceID, with keys: EpochKeys, in look: FolderLook
  ) throws(MailboxError) {
    guard let first = envelopes.first?.header else { return }
    // What is there already under these numbers is this, or another's.
    var sent = first.number - 1
    for name in look.messages[device] ?? [] where name.last >= first.number && isWhole(name, in: look) {
      for old in CarriedFile.envelopes(in: body(of: name, in: look) ?? []) {
        let new = envelopes.first { $0.header.number == old.header.number }
        if let new, new.chain != old.chain { throw .forked(head: name.last) }
        if new != nil, old.header.number == sent + 1 { sent += 1 }
      }
    }
    var group: [Envelope] = []
    var size = 0
    for envelope in envelopes where envelope.header.number > sent {
      let count = envelope.octets.count + 4
      if group.count == Self.mostInFile || size + count > CarriedFile.most { try send(&group, &size, device, keys) }
      group.append(envelope)
      size += count
    }
    try send(&group, &size, device, keys)
  }

  private static let mostInFile = 1000

  private func send(
    _ group: inout [Envelope], _ size: inout Int, _ device: DeviceID, _ keys: EpochKeys
  ) throws(MailboxError) {
    guard let first = group.first?.header.number else { return }
    try write(.messages, first, CarriedFile.body(of: group), of: device, count: group.count, with: keys)
    (group, size) = ([], 0)
  }

  /// Replaces what a snapshot covers by it, but keeps the file with the last envelope.
  package func compact(_ snapshot: Snapshot) throws(MailboxError) {
    let look = try look()
    let me = try mustBeIn(roster(look))
    let number = snapshot.header.number
    guard snapshot.header.device == me, let keys = ring[snapshot.header.epoch],
      (look.messages[me] ?? []).contains(where: { ($0.number...$0.last).contains(number) && isWhole($0, in: look) })
    else { throw .gap(due: number) }
    try write(.snapshot, number, snapshot.box, with: keys)
    for name in look.messages[me] ?? [] where name.last < number { try drop(name) }
    for name in look.snapshots[me] ?? [] where name.number < number { try drop(name) }
  }
}
