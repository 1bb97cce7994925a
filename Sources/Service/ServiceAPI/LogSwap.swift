internal import LinuxRuntime

/// The wish to go on with another log: the service stops its parts, swaps the log while nobody has it open, and
/// starts again.
package struct LogSwap: Sendable {
  /// What is in the log's place afterwards.
  package enum Log: Sendable, Equatable {
    /// The file of that name in the log's folder.
    case replacement(String)
    /// That of a backup, together with everything else that was unpacked from it.
    case restored
    /// Nothing: all that was known is forgotten.
    case nothing
  }

  private let wanted = Locked<Log?>(nil)
  private let asked: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  /// A service that goes on with its log.
  package init() {
    (asked, bell) = AsyncStream.makeStream(of: Void.self)
  }

  /// Waits until another log is asked for, or until a signal comes.
  package func waitUntilAsked(or signals: AsyncStream<Int32>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in signals { break } }
      group.addTask { for await _ in asked {} }
      await group.next()
      group.cancelAll()
    }
  }

  /// Asks for another log; only the first wish counts.
  func ask(for log: Log) {
    wanted.withLock { $0 = $0 ?? log }
    bell.finish()
  }

  /// What was asked for.
  package var log: Log? { wanted.withLock { $0 } }
}
