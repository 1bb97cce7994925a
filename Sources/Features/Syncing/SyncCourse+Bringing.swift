internal import FolderMailbox
internal import Sealing
internal import SyncFiles

extension SyncCourse {
  /// Brings this device's messages, and others' as far as the old mailbox has them.
  func bring(from old: (any HouseholdMailbox)?, to mailbox: any HouseholdMailbox) throws(SyncFault) {
    if let old = old as? FolderMailbox, let mailbox = mailbox as? FolderMailbox {
      try SyncFault.asking { () throws(MailboxError) in try mailbox.takeRecords(of: old) }
    }
    let members = old.flatMap { try? $0.members() } ?? []
    try SyncFault.asking { () throws(MailboxError) in
      for member in members where member.head.device != note.device {
        try mailbox.admit(member, token: token(for: member.head.device))
      }
    }
    let there = try SyncFault.asking { () throws(MailboxError) in Heads(try mailbox.members().map { $0.head }) }
    try bringOwn(to: mailbox, after: there[note.device]?.number ?? 0)
    guard let old else { return }
    for member in members where member.head.device != note.device {
      let known = there[member.head.device]?.number ?? 0
      guard known < member.head.number else { continue }
      try SyncFault.asking { () throws(MailboxError) in
        try bring(member.head.device, after: known, from: old, to: mailbox)
      }
    }
  }

  /// Brings what another device sent, as it was sealed.
  private func bring(
    _ device: DeviceID, after number: UInt64, from old: any HouseholdMailbox, to mailbox: any HouseholdMailbox
  ) throws(MailboxError) {
    var (after, isFirst) = (number, true)
    while true {
      let page = try old.pull(SyncPlan.Pull(device: device, after: after), of: note.owner)
      guard let first = page.first, let last = page.last else { return }
      let snapshot = isFirst && first.header.number > after + 1 ? try old.snapshot(of: device, note.owner) : nil
      for start in stride(from: 0, to: page.count, by: Self.again) {
        try mailbox.restore(Array(page[start..<min(start + Self.again, page.count)]), of: device)
      }
      if let snapshot { try mailbox.restore(snapshot) }
      (after, isFirst) = (last.header.number, false)
    }
  }

  private static let again = 500

  /// Brings own messages as one snapshot without forgotten ones; as they were sealed if it fails.
  private func bringOwn(to mailbox: any HouseholdMailbox, after number: UInt64) throws(SyncFault) {
    let sent = try SyncFault.storing { () throws(SQLiteError) in try store.acknowledged() }
    guard number < sent else { return }
    let link = try SyncFault.storing { () throws(SQLiteError) in try store.ownChain(sent) }
    if number == 0, let link,
      let snapshot = try snapshot(upTo: Head(device: note.device, number: sent, chain: link))
    {
      let last = try sealedAgain(after: sent - 1, upTo: sent)
      return try SyncFault.asking { () throws(MailboxError) in
        try mailbox.restore(last, of: note.device)
        try mailbox.restore(snapshot)
      }
    }
    let envelopes = try sealedAgain(after: number, upTo: sent)
    try SyncFault.asking { () throws(MailboxError) in
      for start in stride(from: 0, to: envelopes.count, by: Self.again) {
        try mailbox.restore(Array(envelopes[start..<min(start + Self.again, envelopes.count)]), of: note.device)
      }
    }
  }

  /// Own messages, each with the key of its time, so that a reader of some can read on.
  private func sealedAgain(after number: UInt64, upTo last: UInt64) throws(SyncFault) -> [Envelope] {
    var (link, place, epochs) = (ChainLink.start, UInt64(0), ring.keys[...])
    var envelopes: [Envelope] = []
    var failure: EnvelopeError?
    try each(upTo: last) { octets, sent in
      place += 1
      while let keys = epochs.first, link.next(octets, with: keys, by: sodium.functions) != sent {
        epochs = epochs.dropFirst()
      }
      defer { link = sent }
      guard place > number else { return true }
      guard let keys = epochs.first else {
        failure = .contents
        return false
      }
      let header = EnvelopeHeader(owner: note.owner, device: note.device, number: place, epoch: keys.epoch)
      do throws(EnvelopeError) {
        envelopes.append(
          try Envelope.seal(
            octets, header: header, after: link, nonce: sodium.nonce(), with: keys, by: sodium.functions))
      } catch { failure = error }
      return failure == nil
    }
    if let failure { throw .envelope(failure) }
    return envelopes
  }
}
