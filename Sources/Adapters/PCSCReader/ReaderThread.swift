internal import FocusPorts
internal import LinuxRuntime
internal import TagFormats

/// One reader's own thread: it talks to the cards there and tells what it learned, in the order in which things
/// happened.
///
/// A card can keep silent for as long as it likes and nothing ends the call that waits for it. A desk that is stuck so
/// is abandoned: it says nothing more, another takes its place, and its thread ends when the card lets go.
final class ReaderThread: Sendable {
  /// What a desk is to do.
  enum Job: Sendable {
    case ready
    case lost(Loss)
    case cardIn(atr: [UInt8], Arrival)
    case cardOut
    case show(ReaderFeedback)
    /// Work of somebody else with the card; it is told why there is none where the card cannot be reached.
    case visit(Visit)
    case close
  }

  /// Work with the card that lies there.
  struct Visit: Sendable {
    let body: @Sendable (inout PCSCSession) -> Void
    let failed: @Sendable (PCSCError) -> Void
  }

  /// How far it is; the number of a job is its place in the order of arrival.
  private struct Progress: Sendable {
    var sent = 0
    var done = 0
    var isAbandoned = false
    var isOver = false
  }

  let name: ReaderName
  let settings: PCSCReader.Settings
  private let tell: @Sendable (ReaderEvent) -> Void
  private let mailbox = Mailbox<Job>()
  private let progress = Locked(Progress())

  init(
    _ name: ReaderName, settings: PCSCReader.Settings, inPlaceOf stuck: ReaderThread? = nil,
    tell: @escaping @Sendable (ReaderEvent) -> Void
  ) {
    self.name = name
    self.settings = settings
    self.tell = tell
    stuck?.progress.withLock { $0.isAbandoned = true }
    let isSuccessor = stuck != nil
    startThread(named: "card") {
      self.work(isSuccessor: isSuccessor)
      self.progress.withLock { $0.isOver = true }
    }
  }

  /// Hands a job over.
  ///
  /// - Returns: its number.
  @discardableResult
  func send(_ job: Job) -> Int {
    progress.withLock { progress in
      progress.sent += 1
      mailbox.send(job)
      return progress.sent
    }
  }

  /// Whether its thread has ended and let go of what it held.
  var isOver: Bool { progress.withLock { $0.isOver } }

  /// Whether a job is still not done.
  func isAtWork(on job: Int) -> Bool { progress.withLock { $0.done < job && !$0.isAbandoned } }

  private func work(isSuccessor: Bool) {
    var memory = DeskMemory(reader: name, settings: settings)
    if isSuccessor {
      memory.isTroubled = true
      say([.unreadable(name, uid: nil, why: "the card does not answer: take it away and hold it there again")])
    }
    while true {
      guard let job = mailbox.receive(within: memory.waitingPatience) else {
        say(memory.giveUpWaiting())
        continue
      }
      if case .close = job { return }
      let events = memory.take(job)
      // More has happened at the reader already, so it may have been the next card that was read.
      if case .cardIn = job, !mailbox.isEmpty { memory.expectEcho() }
      say(events)
      let isAbandoned = progress.withLock { progress in
        progress.done += 1
        return progress.isAbandoned
      }
      if isAbandoned { return }
    }
  }

  private func say(_ events: [ReaderEvent]) {
    guard !progress.withLock({ $0.isAbandoned }) else { return }
    for event in events { tell(event) }
  }
}
