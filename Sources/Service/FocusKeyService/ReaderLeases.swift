internal import FocusPorts
internal import JSONText
internal import LinuxRuntime

/// Readers that another program of this user works with for the moment, as keytool does when it writes a card.
final class ReaderLeases: Sendable {
  private struct Lease: Sendable {
    /// A part of the readers' names, or `nil` for all.
    var part: String?
    /// Until when it still counts; `nil` while it is held.
    var end: ContinuousClock.Instant?

    func covers(_ reader: ReaderName) -> Bool { part.map { reader.name.contains($0) } ?? true }
  }

  private struct Ledger: Sendable {
    var last = 0
    var leases: [Int: Lease] = [:]
  }

  /// Whoever holds the card keeps us from reading it, so a card that came during a lease is told of a moment after its
  /// end.
  private static let echo = Duration.seconds(2)

  private let ledger = Locked(Ledger())
  private let news = Locked<[AsyncStream<Void>.Continuation]>([])

  /// Lends readers; the lease ends when the stream is let go, so with the connection of whoever asked.
  func lend(_ name: String?) -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let number = ledger.withLock { ledger in
      ledger.last += 1
      ledger.leases = ledger.leases.filter { lease in lease.value.end.map { $0 > .now } ?? true }
      ledger.leases[ledger.last] = Lease(part: name)
      return ledger.last
    }
    continuation.onTermination = { _ in
      self.ledger.withLock { ledger in ledger.leases[number]?.end = .now + Self.echo }
      self.tell()
    }
    tell()
    let answer: JSONValue = ["ok": true, "message": "The readers are lent."]
    continuation.yield(answer.octets)
    return lines
  }

  /// Whether a reader is lent, or was a moment ago.
  func holds(_ reader: ReaderName) -> Bool {
    ledger.withLock { ledger in
      ledger.leases.values.contains { lease in (lease.end.map { $0 > .now } ?? true) && lease.covers(reader) }
    }
  }

  /// Whether a reader is lent at this moment.
  func isLent(_ reader: ReaderName) -> Bool {
    ledger.withLock { ledger in ledger.leases.values.contains { lease in lease.end == nil && lease.covers(reader) } }
  }

  /// Each time that a lease begins or ends.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    news.withLock { $0.append(continuation) }
    return stream
  }

  private func tell() {
    for continuation in news.withLock({ $0 }) { continuation.yield() }
  }
}

/// Readers as the service sees them: while one is lent, a card that arrives there is told as one that lay there
/// already. So it is known, does nothing, and does nothing afterwards either until it was lifted.
struct LentReader: TagReader {
  /// Gives up the readers that are lent, and takes up the others again.
  typealias Yielding = @Sendable (_ isLent: (ReaderName) -> Bool) -> Void

  let technology: any TagReader
  let leases: ReaderLeases
  let loop: EventLoop
  /// For a technology whose devices have one owner at a time.
  let yielding: Yielding?

  init(technology: any TagReader, leases: ReaderLeases, loop: EventLoop, yielding: Yielding? = nil) {
    self.technology = technology
    self.leases = leases
    self.loop = loop
    self.yielding = yielding
  }

  func events() -> AsyncStream<ReaderEvent> {
    if let yielding {
      let changes = leases.changes()
      Task(executorPreference: loop) { [leases] in for await _ in changes { yielding(leases.isLent) } }
    }
    let (told, continuation) = AsyncStream.makeStream(of: ReaderEvent.self)
    let events = technology.events()
    Task(executorPreference: loop) { [leases] in
      for await event in events {
        switch event {
        case .arrived(let reader, let card, _) where leases.holds(reader):
          continuation.yield(.arrived(reader, card, atStart: true))
        case .unreadable(let reader, _, _) where leases.holds(reader): break
        default: continuation.yield(event)
        }
      }
      continuation.finish()
    }
    return told
  }

  func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async {
    await technology.signal(feedback, at: reader)
  }

  func stop() async { await technology.stop() }
}
