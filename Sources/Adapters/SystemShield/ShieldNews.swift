package import FocusSession
import LinuxRuntime

package enum ShieldNews: Sendable, Equatable {
  case attempt(Attempt)
  /// Somebody else took a layer away, and it was put back.
  case bypass(layer: String)
  /// The service was stopped for that long while the computer was awake.
  case halted(milliseconds: Int64)
}

/// Collects a shield's news and reports each thing once, however often it is retried at once.
final class AttemptReporter: Sendable {
  /// The same thing again within this time is the same news: browsers and launchers try on their own.
  private static let flood: Duration = .seconds(30)
  /// Short, because nobody removes a layer by accident: only a continuous fight is one event.
  private static let fight: Duration = .seconds(2)

  private let seen = Locked<[String: ContinuousClock.Instant]>([:])
  private let box: AsyncStream<ShieldNews>.Continuation
  let news: AsyncStream<ShieldNews>

  init() {
    (news, box) = AsyncStream.makeStream(of: ShieldNews.self, bufferingPolicy: .bufferingNewest(256))
  }

  func tell(_ one: ShieldNews) {
    let now = ContinuousClock.now
    let isNew = seen.withLock { seen in
      seen = seen.filter { now - $0.value < ($0.key.hasPrefix(ShieldNews.layer) ? Self.fight : Self.flood) }
      return seen.updateValue(now, forKey: one.name) == nil
    }
    if isNew { box.yield(one) }
  }

  /// In another session everything is news again, however soon.
  func forget() {
    seen.withLock { $0 = [:] }
  }

  func close() {
    box.finish()
  }
}

extension ShieldNews {
  fileprivate static let layer = "layer "

  fileprivate var name: String {
    switch self {
    case .attempt(let attempt): attempt.kind == .site ? "site \(attempt.name)" : "app \(attempt.name)"
    case .bypass(let layer): Self.layer + layer
    case .halted(let milliseconds): "\(Self.layer)halted \(milliseconds)"
    }
  }
}
