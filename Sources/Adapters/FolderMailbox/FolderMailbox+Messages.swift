import Glibc
internal import LinuxRuntime
public import SyncProtocol

/// What devices sent, as the folder has it.
extension FolderMailbox {
  /// The household's devices, each as far as its files follow each other from where it was read.
  public func members(known: Heads) throws(MailboxError) -> [HouseholdMember] {
    faults = []
    var look = try look()
    let roster = roster(look)
    let me = try mustBeIn(roster)
    if try tend(me, look) { look = try self.look() }
    try removeForgotten(roster, look)
    try examine(look)
    return try roster.devices.keys.filter { !roster.forgotten.contains($0) }.sorted().map {
      device throws(MailboxError) in
      let isOut = roster.isOut(device)
      let head = head(of: known[device] ?? Head(device: device), in: look)
      try noteGap(after: head, isOut: isOut, in: look)
      let grants = roster.epochs.filter { $0.number > UInt64(ring.newest.epoch.number) }
        .compactMap { $0.said.told.first { $0.device == device }?.grant }
      return HouseholdMember(
        head: head, key: roster.devices[device]?.key ?? [],
        sealed: device == me && !grants.isEmpty ? Array(grants.joined()) : nil, isRevoked: isOut)
    }
  }

  // MARK: Reading

  /// The names of a device's messages that follow each other from a number on, or from what a snapshot stands for.
  private func names(of device: DeviceID, after number: UInt64, in look: FolderLook) -> [CarriedName] {
    let direct = follow(device, from: number + 1, in: look)
    if !direct.isEmpty { return direct }
    guard let snapshot = newestSnapshot(of: device, in: look), snapshot.number > number else { return [] }
    return follow(device, from: snapshot.number, in: look)
  }

  private func follow(_ device: DeviceID, from first: UInt64, in look: FolderLook) -> [CarriedName] {
    var (next, names) = (first, [CarriedName]())
    for name in look.messages[device] ?? [] where name.last >= next {
      if name.number > next { break }
      guard isWhole(name, in: look) else { continue }
      names.append(name)
      next = name.last + 1
    }
    return names
  }

  private func newestSnapshot(of device: DeviceID, in look: FolderLook) -> CarriedName? {
    look.snapshots[device]?.first { isWhole($0, in: look) }
  }

  private func head(of known: Head, in look: FolderLook) -> Head {
    let device = known.device
    let stranger = device == me ? strangers.keys.max { $0.number < $1.number } : nil
    guard let last = stranger ?? names(of: device, after: known.number, in: look).last,
      let envelope = body(of: last, in: look).flatMap({ CarriedFile.envelopes(in: $0).last })
    else { return known }
    return Head(device: device, number: envelope.header.number, chain: envelope.chain)
  }

  /// A page of a device's envelopes after a number.
  public func pull(_ pull: SyncPlan.Pull, of owner: OwnerID, most: Int) throws(MailboxError) -> [Envelope] {
    let look = try look()
    var page: [Envelope] = []
    for name in names(of: pull.device, after: pull.after, in: look) {
      guard let body = body(of: name, in: look) else { break }
      // One file may begin before what is asked for, or before what another ends with.
      let last = page.last?.header.number ?? pull.after
      page += CarriedFile.envelopes(in: body).filter { $0.header.number > last }
      if page.count >= most { break }
    }
    return Array(page.prefix(most))
  }

  /// The newest snapshot of a device.
  public func snapshot(of device: DeviceID, _ owner: OwnerID) throws(MailboxError) -> Snapshot? {
    let look = try look()
    guard let name = newestSnapshot(of: device, in: look), let box = body(of: name, in: look) else { return nil }
    return Snapshot(
      header: EnvelopeHeader(owner: owner, device: device, number: name.number, epoch: name.epoch), box: box)
  }

  // MARK: Writing

  /// Appends envelopes to the log of this device.
  public func push(_ envelopes: [Envelope]) throws(MailboxError) -> UInt64 {
    let look = try look()
    let roster = roster(look)
    let me = try mustBeIn(roster)
    guard let first = envelopes.first?.header, let last = envelopes.last?.header else { return 0 }
    guard first.device == me else { throw .unknownDevice }
    guard first.epoch >= roster.epoch, let keys = ring[first.epoch] else { throw .oldKey }
    // What is there already under these numbers is this, or another's.
    var sent = first.number - 1
    for name in look.messages[me] ?? [] where name.last >= first.number && isWhole(name, in: look) {
      for old in CarriedFile.envelopes(in: body(of: name, in: look) ?? []) {
        let new = envelopes.first { $0.header.number == old.header.number }
        if let new, new.chain != old.chain { throw .forked(head: name.last) }
        if new != nil { sent = max(sent, old.header.number) }
      }
    }
    var group: [Envelope] = []
    var size = 0
    for envelope in envelopes where envelope.header.number > sent {
      let count = envelope.octets.count + 4
      if group.count == Self.mostInFile || size + count > CarriedFile.most { try send(&group, &size, keys) }
      group.append(envelope)
      size += count
    }
    try send(&group, &size, keys)
    return last.number
  }

  private static let mostInFile = 1000

  private func send(_ group: inout [Envelope], _ size: inout Int, _ keys: EpochKeys) throws(MailboxError) {
    guard let first = group.first?.header.number else { return }
    try write(.messages, first, CarriedFile.body(of: group), count: group.count, with: keys)
    (group, size) = ([], 0)
  }

  /// Puts a snapshot in the place of what it covers, but for the file with the last envelope.
  public func compact(_ snapshot: Snapshot) throws(MailboxError) {
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

  // MARK: Upkeep

  /// Writes own files again that vanished, are half there or were changed, the same octets as before.
  ///
  /// - Returns: whether anything was written.
  private func tend(_ me: DeviceID, _ look: FolderLook) throws(MailboxError) -> Bool {
    strangers = [:]
    var isChanged = false
    for text in place.keptNames() {
      guard let name = CarriedName(beginning: text), name.isName(of: text), name.device == me else { continue }
      let kept = "\(place.kept)/\(text)"
      let file = "\(place.path)/\(text)"
      switch judge(file, name) {
      case .half:
        guard let octets = place.read(kept) else { continue }
        try place.write(octets, as: name)
        isChanged = true
      case .changed:
        faults.append(.changedFile(me, name: text))
        guard let octets = place.read(kept) else { continue }
        try place.write(octets, as: name)
        isChanged = true
      case .whole:
        // Copies are of this file unless this home was copied.
        for copy in look.files[name] ?? [] where copy != kept && name.kind == .messages {
          if judge(copy, name) == .whole, !isSame(copy, kept) { strangers[name] = copy }
        }
      case .sealedElsewhere: break
      }
    }
    return isChanged
  }

  /// Whether two files hold the same; those that nobody touched since are not read again.
  private func isSame(_ file: String, _ kept: String) -> Bool {
    guard let stamp = place.stamp(file) else { return false }
    if same[file] == stamp { return true }
    guard place.read(file) == place.read(kept) else { return false }
    same[file] = stamp
    return true
  }

  /// Looks at every file: names those that were changed, and keeps what says who is in.
  private func examine(_ look: FolderLook) throws(MailboxError) {
    for (name, files) in look.files {
      let file = "\(place.path)/\(name.text)"
      guard files.first == file else { continue }
      switch judge(file, name) {
      case .changed: faults.append(.changedFile(name.device, name: name.text))
      case .whole:
        let kept = "\(place.kept)/\(name.text)"
        guard name.device != me, name.kind != .messages, name.kind != .snapshot, name.kind != .ticket,
          !Files.exists(kept), let octets = place.read(file)
        else { continue }
        try place.keep(octets, as: name)
      case .half, .sealedElsewhere: break
      }
    }
    judged = judged.filter { place.stamp($0.key) != nil }
  }

  /// Names what a device that is out wrote and nobody can write again, once it was missed for a day.
  private func noteGap(after head: Head, isOut: Bool, in look: FolderLook) throws(MailboxError) {
    let mark = "\(place.kept)/missing-\(head.device.text)"
    let next = (look.messages[head.device] ?? []).first { $0.number > head.number + 1 }
    guard isOut, let next else {
      if Files.exists(mark) { try place.remove(mark) }
      return
    }
    guard let since = place.stamp(mark)?.written else {
      do throws(SystemError) {
        try Files.makeFolder(place.kept)
        try Files.replace(mark, with: [])
      } catch { throw .folder(error, place.kept) }
      return
    }
    guard Int64(clamping: Self.now) - since / 1_000_000 >= Self.day else { return }
    faults.append(.lost(head.device, due: head.number + 1, shown: next.number))
  }

  private static let day: Int64 = 86_400_000
}
