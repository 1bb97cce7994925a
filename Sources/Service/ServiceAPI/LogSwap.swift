internal import LinuxRuntime

/// A service's second life: it lays its work down, its log is exchanged while nobody uses it, and it comes up again.
public struct LogSwap: Sendable {
  /// What lies in the log's place afterwards.
  public enum Log: Sendable, Equatable {
    /// The file of that name in the log's folder.
    case replacement(String)
    /// Nothing: all that was known is forgotten.
    case nothing
  }

  private let wanted = Locked<Log?>(nil)
  private let asked: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  /// A service that goes on with its log.
  public init() {
    (asked, bell) = AsyncStream.makeStream(of: Void.self)
  }

  /// Waits until a renewal is asked for, or until a signal comes.
  public func waitUntilAsked(or signals: AsyncStream<Int32>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in signals { break } }
      group.addTask { for await _ in asked {} }
      await group.next()
      group.cancelAll()
    }
  }

  /// Asks for a renewal; only the first one counts.
  func ask(for log: Log) {
    wanted.withLock { $0 = $0 ?? log }
    bell.finish()
  }

  /// What was asked for.
  public var log: Log? { wanted.withLock { $0 } }
}
