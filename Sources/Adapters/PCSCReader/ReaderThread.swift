internal import CardArrivals
internal import FocusPorts
internal import LinuxRuntime
internal import TagFormats

/// One reader's own thread: it reads the cards there and tells what ``CardArrivals`` makes of that, in the order in
/// which things happened.
///
/// A card can keep silent for as long as it likes and nothing ends the call that waits for it. A thread that is stuck
/// so is abandoned: it says nothing more, another takes its place, and it ends when the card lets go.
final class ReaderThread: Sendable {
  enum Job: Sendable {
    case ready(listed: String, at: Int64)
    case lost(Loss, at: Int64)
    case cardIn(atr: [UInt8])
    case cardOut
    case show(ReaderFeedback)
    /// Another caller's work with the card; it is told if the card cannot be reached.
    case visit(Visit)
    case close
  }

  struct Visit: Sendable {
    let body: @Sendable (inout PCSCSession) -> Void
    let failed: @Sendable (PCSCError) -> Void
  }

  /// A job's number is its place in the order of arrival.
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
  /// Outlives a thread that is stuck.
  private let arrivals: Locked<CardArrivals>
  /// The reader's name in pcscd's list; it outlives a stuck thread too.
  private let listed: Locked<String>

  init(
    _ name: ReaderName, settings: PCSCReader.Settings, inPlaceOf stuck: ReaderThread? = nil,
    tell: @escaping @Sendable (ReaderEvent) -> Void
  ) {
    self.name = name
    self.settings = settings
    self.tell = tell
    arrivals = Locked(stuck.map { $0.abandon() } ?? CardArrivals(name))
    listed = Locked(stuck?.listed.withLock { $0 } ?? name.name)
    let isSuccessor = stuck != nil
    startThread(named: "card") {
      self.work(isSuccessor: isSuccessor)
      self.progress.withLock { $0.isOver = true }
    }
  }

  /// Silences the thread from now on; returns what it told of the cards so far.
  private func abandon() -> CardArrivals {
    arrivals.withLock { arrivals in
      progress.withLock { $0.isAbandoned = true }
      return arrivals
    }
  }

  /// Queues a job; returns its number.
  @discardableResult
  func send(_ job: Job) -> Int {
    progress.withLock { progress in
      progress.sent += 1
      mailbox.send(job)
      return progress.sent
    }
  }

  var isOver: Bool { progress.withLock { $0.isOver } }

  func isAtWork(on job: Int) -> Bool { progress.withLock { $0.done < job && !$0.isAbandoned } }

  private func work(isSuccessor: Bool) {
    var reading = CardReading(listed: listed.withLock { $0 }, settings: settings)
    if isSuccessor {
      report(.unreadable(uid: nil, why: "the card does not answer: lift it and hold it to the reader again"))
    }
    while true {
      guard let job = mailbox.receive(within: patience) else {
        report(.timePassed)
        continue
      }
      if case .close = job { return }
      perform(job, &reading)
      let isAbandoned = progress.withLock { progress in
        progress.done += 1
        return progress.isAbandoned
      }
      if isAbandoned { return }
    }
  }

  private func perform(_ job: Job, _ reading: inout CardReading) {
    switch job {
    case .ready(let listed, let at):
      reading.listed = listed
      self.listed.withLock { $0 = listed }
      report(.ready, at: at)
    case .lost(let loss, let at):
      reading.forget(after: loss)
      report(.lost(loss.toTell), at: at)
    case .cardIn(let atr):
      let observation = reading.readCard(atr: atr)
      // If more has happened at the reader already, it may have been the next card that was read.
      report(mailbox.isEmpty ? observation : observation.doubtful)
    case .cardOut:
      reading.forgetCard()
      report(.empty)
    case .show(let feedback): reading.show(feedback)
    case .visit(let visit): reading.receive(visit)
    case .close: break
    }
  }

  /// Milliseconds to wait for the next job; `nil` for ever.
  private var patience: Int? {
    arrivals.withLock { $0.deadline }.map { Int(max(0, $0 - SinceBoot.milliseconds)) }
  }

  private func report(_ observation: CardArrivals.Observation, at now: Int64 = SinceBoot.milliseconds) {
    arrivals.withLock { arrivals in
      guard !progress.withLock({ $0.isAbandoned }) else { return }
      for event in arrivals.report(observation, at: now) { tell(event) }
    }
  }
}
