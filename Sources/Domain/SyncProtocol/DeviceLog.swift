/// How far one device's log was read or written here: judges each envelope that a mailbox hands out, and makes each
/// that goes there. Keep it on disk in the transaction that keeps what it gave.
package struct DeviceLog: Equatable, Sendable {
  package let owner: OwnerID
  package private(set) var head: Head
  /// The epoch of the last envelope: a device never goes back to an older key.
  package private(set) var epoch: Epoch

  package init(owner: OwnerID, head: Head, epoch: Epoch = .first) {
    self.owner = owner
    self.head = head
    self.epoch = epoch
  }

  /// Judges and opens the next envelope that `pull(device, after: head.number)` gave. Nothing changes if it is
  /// refused: then stop reading this device, keep what was read, tell the person the fault's sentence, and go on
  /// with the others.
  ///
  /// - Returns: the octets of the ``SyncMessage``. If those cannot be read the message is passed over; the log goes
  /// on.
  package mutating func accept(
    _ envelope: Envelope, with ring: KeyRing, by functions: SealFunctions
  ) throws(MailboxFault) -> [UInt8] {
    let header = envelope.header
    let device = head.device
    guard header.owner == owner else { throw .otherOwner(device) }
    guard header.device == device else { throw .otherDevice(asked: device, shown: header.device) }
    guard header.number > head.number else { throw .replayed(device, number: header.number) }
    guard header.number == head.number + 1 else { throw .gap(device, due: head.number + 1, shown: header.number) }
    guard header.epoch >= epoch else { throw .oldKey(device, number: header.number) }
    let (message, keys): ([UInt8], EpochKeys)
    do {
      (message, keys) = try envelope.opened(with: ring, by: functions)
    } catch .unknownEpoch(let epoch) {
      throw .unknownEpoch(device, epoch)
    } catch {
      throw .altered(device, number: header.number, error)
    }
    guard head.chain.next(message, with: keys, by: functions) == envelope.chain else {
      throw .forked(device, number: header.number)
    }
    head = Head(device: device, number: header.number, chain: envelope.chain)
    epoch = header.epoch
    return message
  }

  /// Seals the next message of the own log with the newest key and 24 random octets as a nonce.
  package mutating func seal(
    _ message: [UInt8], nonce: [UInt8], with ring: KeyRing, by functions: SealFunctions
  ) throws(EnvelopeError) -> Envelope {
    let header = EnvelopeHeader(owner: owner, device: head.device, number: head.number + 1, epoch: ring.newest.epoch)
    let envelope = try Envelope.seal(
      message, header: header, after: head.chain, nonce: nonce, with: ring.newest, by: functions)
    head = Head(device: head.device, number: header.number, chain: envelope.chain)
    epoch = header.epoch
    return envelope
  }
}

/// What a mailbox did that an honest one in order never does, or what happened to a device. None of them loses a
/// fact, ends a session or loosens anything; each is told to the person.
package enum MailboxFault: Error, Hashable, Sendable {
  /// An envelope of another household came in place of the device's.
  case otherOwner(DeviceID)
  case otherDevice(asked: DeviceID, shown: DeviceID)
  case gap(DeviceID, due: UInt64, shown: UInt64)
  case replayed(DeviceID, number: UInt64)
  /// It does not open, or not to what was sealed.
  case altered(DeviceID, number: UInt64, EnvelopeError)
  /// One opens, but does not continue what was read before: the device was restored from a backup and counts on
  /// under its old id, or the mailbox shows different logs to different devices.
  case forked(DeviceID, number: UInt64)
  /// It is sealed with an older key than those before it.
  case oldKey(DeviceID, number: UInt64)
  /// One is sealed with a key that this device was not told. Not the mailbox's fault where a grant is still on its
  /// way.
  case unknownEpoch(DeviceID, Epoch)
  case rolledBack(DeviceID, known: UInt64, shown: UInt64)
  /// Another device has seen more of a device than the mailbox shows here.
  case withheld(DeviceID, shown: UInt64, seen: UInt64, by: DeviceID)
  /// A file of a folder is not what its device wrote under that name.
  case changedFile(DeviceID, name: String)
  /// Envelopes are missing, and no device is left that would write them again.
  case lost(DeviceID, due: UInt64, shown: UInt64)

  package var device: DeviceID {
    switch self {
    case .otherOwner(let device), .otherDevice(let device, _), .gap(let device, _, _), .replayed(let device, _),
      .altered(let device, _, _), .forked(let device, _), .oldKey(let device, _), .unknownEpoch(let device, _),
      .rolledBack(let device, _, _), .withheld(let device, _, _, _), .changedFile(let device, _),
      .lost(let device, _, _):
      device
    }
  }

  /// Whether it only means that a folder's carrier is late, which is normal there.
  package var isLateness: Bool {
    switch self {
    case .rolledBack, .withheld, .gap, .unknownEpoch: true
    case .otherOwner, .otherDevice, .replayed, .altered, .forked, .oldKey, .changedFile, .lost: false
    }
  }

  /// Whether it concerns one damaged file of a folder, and not anybody's log.
  package var isOfFile: Bool {
    switch self {
    case .changedFile, .lost: true
    case .otherOwner, .otherDevice, .gap, .replayed, .altered, .forked, .oldKey, .unknownEpoch, .rolledBack, .withheld:
      false
    }
  }

  /// What happened, for a person; `name` says what people call a device.
  package func sentence(name: (DeviceID) -> String) -> String {
    let whose = name(device)
    return switch self {
    case .otherOwner: "The database sent a message of another household in place of one from \(whose)."
    case .otherDevice(_, let shown): "The database sent a message from \(name(shown)) in place of one from \(whose)."
    case .gap(_, let due, let shown): "Messages \(due) to \(shown - 1) from \(whose) are missing in the database."
    case .replayed(_, let number): "The database sent message \(number) from \(whose) again."
    case .altered(_, let number, let error): "Message \(number) from \(whose) cannot be opened. \(error.sentence)"
    case .forked(_, let number): "Message \(number) from \(whose) does not continue what was read before."
    case .oldKey(_, let number): "Message \(number) from \(whose) is sealed with an old key."
    case .unknownEpoch(_, let epoch): "This device was not told the key of epoch \(epoch.number), which \(whose) uses."
    case .rolledBack(_, let known, let shown):
      "The database had \(known) messages from \(whose) and now has \(shown)."
    case .withheld(_, let shown, let seen, let by):
      "The database shows \(shown) messages from \(whose) here, but \(name(by)) has seen \(seen)."
    case .changedFile(_, let file):
      "The file \(file) from \(whose) was changed or moved in the folder; what is in it is not believed."
    case .lost(_, let due, let shown):
      shown == due + 1
        ? "Message \(due) from \(whose) is missing in the folder for good."
        : "Messages \(due) to \(shown - 1) from \(whose) are missing in the folder for good."
    }
  }
}
