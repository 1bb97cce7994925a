/// What this device knows of its own log: what `judge` needs to compare it with the mailbox's.
package struct OwnLog: Sendable {
  /// How far it goes here, sent or not.
  package var head: Head
  /// The highest number that the mailbox ever acknowledged.
  package var acknowledged: UInt64
  /// The chain of an own message by its number; ``ChainLink/start`` for 0, `nil` where it is not kept.
  package var chain: @Sendable (UInt64) -> ChainLink?

  package init(head: Head, acknowledged: UInt64, chain: @escaping @Sendable (UInt64) -> ChainLink?) {
    self.head = head
    self.acknowledged = acknowledged
    self.chain = chain
  }
}

/// What one sync does, from what is known here and the heads that the mailbox shows.
///
/// The course of a sync: `heads()`; this plan; ``pulls`` in one pipeline, each envelope through
/// ``DeviceLog/accept``; ``own``; then ``faults(seen:by:shown:known:chain:)`` for each ``Hello`` that was read.
/// What is pushed is always the own log only.
package struct SyncPlan: Equatable, Sendable {
  package struct Pull: Hashable, Sendable {
    package var device: DeviceID
    /// The number of the last one that was read.
    package var after: UInt64

    package init(device: DeviceID, after: UInt64) {
      self.device = device
      self.after = after
    }
  }

  package enum Own: Equatable, Sendable {
    /// The mailbox has all of it.
    case even
    case push(after: UInt64)
    /// The mailbox shows something under this device's id that is not known here. Get the own envelope of that
    /// number and ask ``SyncPlan/judgeFork(_:ours:own:owner:with:by:)`` before anything else; push nothing until
    /// then.
    case suspectFork(number: UInt64)
  }

  package var pulls: [Pull]
  package var own: Own
  /// The faults that the heads alone show.
  package var faults: [MailboxFault]

  /// `known` says how far each other device was read here; `shown` is what `heads()` gave.
  package init(known: Heads, own: OwnLog, shown: Heads) {
    pulls = []
    faults = []
    let mine = shown[own.head.device] ?? Head(device: own.head.device)
    if mine.number > own.head.number || own.chain(mine.number).map({ $0 != mine.chain }) ?? false {
      self.own = .suspectFork(number: mine.number)
    } else {
      if mine.number < own.acknowledged {
        faults.append(.rolledBack(mine.device, known: own.acknowledged, shown: mine.number))
      }
      self.own = mine.number == own.head.number ? .even : .push(after: mine.number)
    }
    for head in shown.list where head.device != own.head.device {
      let read = known[head.device] ?? Head(device: head.device)
      if head.number > read.number {
        pulls.append(Pull(device: head.device, after: read.number))
      } else if head.number < read.number {
        faults.append(.rolledBack(head.device, known: read.number, shown: head.number))
      } else if head.chain != read.chain {
        faults.append(.forked(head.device, number: head.number))
      }
    }
    for read in known.list where read.device != own.head.device && read.number > 0 && shown[read.device] == nil {
      faults.append(.rolledBack(read.device, known: read.number, shown: 0))
    }
  }

  package enum ForkJudgement: Equatable, Sendable {
    /// It was sealed under this id and is not from this log: a backup was restored, or there is a copy. Take a new
    /// ``DeviceID``, count from 1 again, say ``Hello/continues``, tell the person once; never overwrite.
    case newIncarnation
    /// Nobody with the key sealed it, or it is ours and only its chain is not: the mailbox made it up. Nothing
    /// changes.
    case forged(MailboxFault)
  }

  /// Judges the envelope that ``Own/suspectFork(number:)`` asked for.
  ///
  /// - Parameters:
  ///   - envelope: what `pull(own device, after: number - 1)` gave first; `nil` if it gave nothing.
  ///   - number: the suspected number.
  ///   - ours: the octets of the own message of that number, if there is one.
  package static func judgeFork(
    _ envelope: Envelope?, number: UInt64, ours: [UInt8]?, own: DeviceID, owner: OwnerID, with ring: KeyRing,
    by functions: SealFunctions
  ) -> ForkJudgement {
    guard let envelope else { return .forged(.withheld(own, shown: 0, seen: number, by: own)) }
    guard envelope.header.owner == owner else { return .forged(.otherOwner(own)) }
    guard envelope.header.device == own else {
      return .forged(.otherDevice(asked: own, shown: envelope.header.device))
    }
    guard envelope.header.number == number else {
      return .forged(.gap(own, due: number, shown: max(number + 1, envelope.header.number)))
    }
    do {
      let message = try envelope.open(with: ring, by: functions)
      return message == ours ? .forged(.forked(own, number: number)) : .newIncarnation
    } catch {
      // A later key than this device knows can only be used by this device's own continuation.
      return .forged(.altered(own, number: number, error))
    }
  }

  /// What a hello gives away about the mailbox: that it hides from this device what it showed to another, or shows
  /// something else.
  ///
  /// Call it after all pulls, and only for hellos whose number is not above the sender's in `shown`: what came
  /// later may speak of what came later.
  ///
  /// - Parameters:
  ///   - seen: ``Hello/seen``.
  ///   - by: who says it.
  ///   - shown: the heads that this sync's plan was made of.
  ///   - known: how far each device was read here, after the pulls; the own log with it.
  ///   - chain: the chain of a device's message by its number; `nil` where it is not kept here.
  package static func faults(
    seen: Heads, by: DeviceID, shown: Heads, known: Heads, chain: (DeviceID, UInt64) -> ChainLink?
  ) -> [MailboxFault] {
    var faults: [MailboxFault] = []
    for head in seen.list where head.device != by && head.number > 0 {
      let read = known[head.device]?.number ?? 0
      if head.number > max(read, shown[head.device]?.number ?? 0) {
        faults.append(.withheld(head.device, shown: read, seen: head.number, by: by))
      } else if let link = chain(head.device, head.number), link != head.chain {
        faults.append(.forked(head.device, number: head.number))
      }
    }
    return faults
  }
}
