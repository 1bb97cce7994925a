package import FocusPorts
import LinuxRuntime

/// What the ports of an engine were asked, in the order in which they were asked.
package final class Journal: Sendable {
  private let entries = LinuxRuntime.Locked<[String]>([])

  package init() {}

  package func note(_ entry: String) { entries.withLock { $0.append(entry) } }

  /// All entries so far.
  package var all: [String] { entries.withLock { $0 } }
}

/// A log in memory that can be told to fail.
package actor MemoryLog: FactLog {
  private let journal: Journal
  private var facts: [Fact]
  private var settings: Settings?
  private var lastAlive: Moment?
  private var fault: LogError?
  private var canBeRead = false
  private var delay: Duration = .zero

  package init(journal: Journal = Journal(), facts: [Fact] = [], settings: Settings? = nil, lastAlive: Moment? = nil) {
    self.journal = journal
    self.facts = facts
    self.settings = settings
    self.lastAlive = lastAlive
  }

  package func recall() throws(LogError) -> Recollection {
    if let fault, !canBeRead { throw fault }
    return Recollection(facts: facts, settings: settings, lastAlive: lastAlive)
  }

  package func record(_ facts: [Fact], settings: Settings?, at moment: Moment) async throws(LogError) {
    journal.note("record begins")
    if delay > .zero { try? await Task.sleep(for: delay) }
    if let fault { throw fault }
    self.facts += facts
    if let settings { self.settings = settings }
    if let last = facts.last { lastAlive = last.stamp.moment }
    journal.note("record ends")
  }

  package func noteAlive(at moment: Moment) throws(LogError) {
    if let fault { throw fault }
    lastAlive = moment
  }

  package func noteStop(at moment: Moment) throws(LogError) { try noteAlive(at: moment) }

  /// From now on everything fails with this, or all but reading; `nil` mends it.
  package func fail(with fault: LogError?, reads: Bool = false) {
    self.fault = fault
    canBeRead = reads
  }

  /// From now on every recording takes a while.
  package func slow(by delay: Duration) { self.delay = delay }
}

/// A shield that remembers what it was asked to hold.
package actor JournalShield: Shield {
  private let journal: Journal
  package private(set) var orders: [ShieldOrder?] = []

  package init(journal: Journal = Journal()) {
    self.journal = journal
  }

  private let found = LinuxRuntime.Locked(ShieldReport())

  package nonisolated var report: ShieldReport { found.withLock { $0 } }

  package func match(_ wanted: ShieldOrder?) {
    journal.note(wanted == nil ? "shield down" : "shield up")
    orders.append(wanted)
    let layers = [ShieldLayer(layer: "sites", state: wanted == nil ? .down : .up)]
    found.withLock { $0 = ShieldReport(layers: layers) }
  }
}

/// A reader whose events come from the test.
package actor ScriptedReader: TagReader {
  private nonisolated let stream: AsyncStream<ReaderEvent>
  private let tell: AsyncStream<ReaderEvent>.Continuation
  package private(set) var feedback: [ReaderFeedback] = []

  package init() {
    (stream, tell) = AsyncStream.makeStream(of: ReaderEvent.self)
  }

  package nonisolated func events() -> AsyncStream<ReaderEvent> { stream }

  package func signal(_ feedback: ReaderFeedback, at reader: ReaderName) { self.feedback.append(feedback) }

  package func stop() { tell.finish() }

  /// Something happens at the reader.
  package func happen(_ event: ReaderEvent) { tell.yield(event) }
}
