internal import FocusPorts
internal import JSONText
internal import LinuxRuntime

/// Readers that another program of this user works with for the moment, as keytool does when it writes a card.
package final class ReaderLeases: Sendable {
  typealias Listener = @Sendable (_ isLent: (ReaderName) -> Bool) -> Void

  private struct Lease: Sendable {
    /// A part of the readers' names, or `nil` for all.
    var part: String?
    /// The time up to which it still counts; `nil` until it is given back.
    var end: ContinuousClock.Instant?

    func covers(_ reader: ReaderName) -> Bool { part.map { reader.name.includes($0) } ?? true }
  }

  private struct Ledger: Sendable {
    var last = 0
    var leases: [Int: Lease] = [:]
  }

  /// The program that holds the card keeps us from reading it, so a card that came during a lease is told of a moment
  /// after its end.
  private static let echo = Duration.seconds(2)

  private let ledger = Locked(Ledger())
  private let listeners = Locked<[Listener]>([])

  /// Lends readers until the stream is let go, and so no longer than the caller's connection.
  package func lend(_ name: String?) -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let number = ledger.withLock { ledger in
      ledger.last += 1
      ledger.leases = ledger.leases.filter { lease in lease.value.end.map { $0 > .now } ?? true }
      ledger.leases[ledger.last] = Lease(part: name)
      return ledger.last
    }
    continuation.onTermination = { _ in
      self.ledger.withLock { ledger in ledger.leases[number]?.end = .now + Self.echo }
      self.tellListeners()
    }
    tellListeners()
    let answer: JSONValue = ["ok": true, "message": "The readers are in use by keytool."]
    continuation.yield(answer.octets)
    return lines
  }

  private func isOrWasLent(_ reader: ReaderName) -> Bool {
    ledger.withLock { ledger in
      ledger.leases.values.contains { lease in (lease.end.map { $0 > .now } ?? true) && lease.covers(reader) }
    }
  }

  func isLent(_ reader: ReaderName) -> Bool {
    ledger.withLock { ledger in ledger.leases.values.contains { lease in lease.end == nil && lease.covers(reader) } }
  }

  /// Calls `listener` each time that a lease begins or ends, with what is lent then; it must not wait for anything.
  func onChange(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }

  private func tellListeners() {
    for listener in listeners.withLock({ $0 }) { listener(isLent) }
  }

  /// What the service sees of an event: while a reader is lent, a card that arrives there is told as one that was there
  /// already. So it is known, does nothing, and does nothing afterwards either until it was lifted.
  func seen(_ event: ReaderEvent) -> ReaderEvent? {
    switch event {
    case .arrived(let reader, let card, _) where isOrWasLent(reader): .arrived(reader, card, atStart: true)
    case .unreadable(let reader, _, _) where isOrWasLent(reader): nil
    case .arrived, .unreadable, .ready, .lost, .left, .severalCards: event
    }
  }
}
