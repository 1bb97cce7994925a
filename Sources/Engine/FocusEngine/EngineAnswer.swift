package import FocusLinks

package enum EngineAnswer: Sendable {
  /// The machine's answer, and what happened on the way; all of it is on disk.
  case decided(Answer, [Event])
  /// The log could not be written: nothing happened.
  case failed(LogError)
  case stopping

  /// The reader's light and sound for it; `nil` if a tap did not count and silence is right.
  var feedback: ReaderFeedback? {
    switch self {
    case .failed, .stopping: return .failed
    case .decided(.refused(let refusal), _):
      // Steps are missing: later it will do.
      if case .gate = refusal.rule { return .wait }
      return refusal.rule == .wait ? .wait : .refused
    case .decided(_, let events):
      for event in events {
        switch event.kind {
        case .tapIgnored(let why, _, _): return why == .stranger || why == .twoCards ? .refused : nil
        case .recorded(let fact): if case .questionOpened = fact.body { return .wait }
        case .refused, .ring, .noticed: break
        }
      }
      return .accepted
    }
  }
}

package struct ReaderOutcome: Sendable {
  package var event: ReaderEvent
  /// The first link of ours on the card that arrived, as it was read; parsed once.
  package var link: FoundLink?
  package var answer: EngineAnswer
}

package struct EngineSnapshot: Sendable {
  package var machine: SessionMachine
  package var now: Moment
  package var shield: ShieldReport
  package var readers: [ReaderState]
}

package enum EngineNotice: Sendable {
  /// Something happened, and is on disk if it is a fact.
  case happened(Event)
  case logFailed(LogError)
  /// The settings or the readers changed, or bedtime began or ended; the snapshot has the details.
  case stateChanged
  /// The shield changed without a command; the snapshot has the details.
  case shieldChanged
}

package struct ReaderState: Sendable, Equatable {
  package enum State: String, Sendable {
    case ready
    case card
    case lost
  }

  package var reader: ReaderName
  package var state: State
  /// When it was lost, on the steady clock.
  var lostSince: Int64?
}

/// The readers that have been seen, in the order of their first appearance.
struct ReaderBoard: Sendable {
  /// After ten minutes nobody needs to hear that a reader was unplugged.
  private static let longestLost: Int64 = 600_000

  private var states: [ReaderState] = []

  /// The readers that are there, or were until a few minutes ago.
  func states(at steady: Int64) -> [ReaderState] {
    states.filter { $0.lostSince.map { steady - $0 < Self.longestLost } ?? true }
  }

  mutating func note(_ event: ReaderEvent, at steady: Int64) {
    switch event {
    case .ready(let reader), .left(let reader, _): set(reader, .ready)
    case .lost(let reader, _): set(reader, .lost, since: steady)
    case .arrived(let reader, _, _), .severalCards(let reader), .unreadable(let reader, _, _): set(reader, .card)
    }
  }

  private mutating func set(_ reader: ReaderName, _ state: ReaderState.State, since: Int64? = nil) {
    if let index = states.firstIndex(where: { $0.reader == reader }) {
      states[index].lostSince = state == .lost ? states[index].lostSince ?? since : nil
      states[index].state = state
    } else {
      states.append(ReaderState(reader: reader, state: state, lostSince: since))
    }
  }
}

struct Listeners: Sendable {
  /// A listener a thousand events behind has stopped listening.
  private static let longestPile = 1000

  private var continuations: [Int: AsyncStream<EngineNotice>.Continuation] = [:]
  private var next = 0

  mutating func add(knowing earlier: [EngineNotice]) -> AsyncStream<EngineNotice> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: EngineNotice.self, bufferingPolicy: .bufferingNewest(Self.longestPile))
    for notice in earlier { continuation.yield(notice) }
    next += 1
    continuations[next] = continuation
    return stream
  }

  mutating func tell(_ notice: EngineNotice) {
    for (id, continuation) in continuations {
      if case .terminated = continuation.yield(notice) { continuations[id] = nil }
    }
  }

  mutating func finish() {
    for continuation in continuations.values { continuation.finish() }
    continuations = [:]
  }
}
