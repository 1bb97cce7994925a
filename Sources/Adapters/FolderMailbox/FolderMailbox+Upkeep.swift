internal import LinuxRuntime
internal import SyncProtocol

extension FolderMailbox {
  /// Restores missing, partial or changed files of ours or that we brought; returns whether it did.
  func tend(_ me: DeviceID, _ roster: FolderRoster, _ look: FolderLook) throws(MailboxError) -> Bool {
    strangers = [:]
    var isChanged = false
    try place.sweep(look.drafts, at: Int64(clamping: Self.now) * 1_000_000)
    for text in place.keptNames() {
      guard let name = CarriedName(beginning: text), name.isName(of: text), isTended(name, me, roster) else { continue }
      let kept = "\(place.kept)/\(text)"
      if name.device != me, name.kind == .messages, isCovered(name, in: look) {
        try place.remove(kept)
        continue
      }
      let file = "\(place.path)/\(text)"
      switch judge(file, name) {
      case .half:
        guard let octets = place.read(kept) else { continue }
        try place.write(octets, as: name)
        isChanged = true
      case .changed:
        faults.append(.changedFile(name.device, name: text))
        guard let octets = place.read(kept) else { continue }
        try place.write(octets, as: name)
        isChanged = true
      case .whole:
        // Copies are of this file unless this home was copied.
        for copy in look.files[name] ?? [] where copy != kept && name.kind == .messages && name.device == me {
          if judge(copy, name) == .whole, !isSame(copy, kept, name) { strangers[name] = copy }
        }
      case .sealedElsewhere: break
      }
    }
    return isChanged
  }

  /// Whether this device restores a kept file; some records of others have no other writer left.
  private func isTended(_ name: CarriedName, _ me: DeviceID, _ roster: FolderRoster) -> Bool {
    if name.device == me { return true }
    switch name.kind {
    case .messages, .snapshot: return !roster.forgotten.contains(name.device)
    case .device, .leave: return roster.isOut(name.device) && !roster.forgotten.contains(name.device)
    case .epoch: return roster.isOut(name.device)
    case .ticket, .forgotten, .end: return false
    }
  }

  /// Whether a device that came here itself has replaced this file with a snapshot.
  private func isCovered(_ name: CarriedName, in look: FolderLook) -> Bool {
    look.snapshots[name.device]?.contains { $0.number > name.last && isWhole($0, in: look) } ?? false
  }

  /// Whether two files contain the same messages; unchanged files are not read again.
  private func isSame(_ file: String, _ kept: String, _ name: CarriedName) -> Bool {
    guard let stamp = place.stamp(file) else { return false }
    if same[file] == stamp { return true }
    guard let octets = place.read(file), let ours = place.read(kept) else { return false }
    // Two processes of this home may send the same at one moment, each in a box of its own.
    guard octets == ours || links(in: octets, name) == links(in: ours, name) else { return false }
    same[file] = stamp
    return true
  }

  private func links(in octets: [UInt8], _ name: CarriedName) -> [ChainLink]? {
    guard case .whole(let body) = CarriedFile.judge(octets, named: name, with: ring, by: functions) else { return nil }
    return CarriedFile.envelopes(in: body).map { $0.chain }
  }

  /// Checks every file: reports changed ones, and keeps copies of membership records.
  func examine(_ look: FolderLook) throws(MailboxError) {
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

  /// Reports messages of a device that is out, missing for a day; `last` is `nil` for members.
  func noteGap(after head: Head, upTo last: UInt64?, in look: FolderLook) throws(MailboxError) {
    let mark = "\(place.kept)/missing-\(head.device.text)"
    var next = (look.messages[head.device] ?? []).first { $0.number > head.number + 1 }?.number
    // The one that put it out has read as far as that.
    if let last, last < .max { next = last > head.number ? min(next ?? .max, last + 1) : nil }
    guard last != nil, let next else {
      if Files.exists(mark) { try place.remove(mark) }
      return
    }
    guard let since = place.stamp(mark)?.written else {
      try renaming({ MailboxError.folder($0, place.kept) }, Files.makeFolder(place.kept))
      try renaming({ MailboxError.folder($0, place.kept) }, Files.replace(mark, with: []))
      return
    }
    guard Int64(clamping: Self.now) - since / 1_000_000 >= Self.day else { return }
    faults.append(.lost(head.device, due: head.number + 1, shown: next))
  }

  private static let day: Int64 = 86_400_000
}
