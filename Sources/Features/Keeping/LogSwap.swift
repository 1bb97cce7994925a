package import FocusEngine
internal import LinuxRuntime
package import Requests

package enum KeepingRequests {
  package static let replaceLog = Signature(
    "replace-log", "Put a new log, which is in the home under that name, in the place of this one", .text("draft"))
  package static let restore = Signature("restore", "Put what was unpacked from a backup in the place of everything")
  package static let forget = Signature("forget", "Delete everything that is known")
}

/// A request to go on with another log: the service stops its parts, swaps it and starts again.
package struct LogSwap: Sendable {
  package enum Log: Sendable, Equatable {
    /// The file of that name in the log's folder.
    case replacement(String)
    /// The log of a backup, together with everything else that was unpacked from it.
    case restored
    /// The log that is there: only the configuration has changed.
    case same
    /// No log: everything that was known is forgotten.
    case nothing
  }

  private let wanted = Locked<Log?>(nil)
  private let asked: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  package init() {
    (asked, bell) = AsyncStream.makeStream(of: Void.self)
  }

  package func waitUntilAsked(or signals: AsyncStream<Int32>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in signals { break } }
      group.addTask { for await _ in asked {} }
      await group.next()
      group.cancelAll()
    }
  }

  /// Stops an engine so that its service starts again with another log.
  package func requests(stopping engine: FocusEngine) -> [Request] {
    [
      KeepingRequests.replaceLog.answer { _, draft throws(Failure) in
        try await exchange(for: .replacement(draft), engine)
      },
      KeepingRequests.restore.answer { _ throws(Failure) in try await exchange(for: .restored, engine) },
      KeepingRequests.forget.answer { _ throws(Failure) in try await exchange(for: .nothing, engine) },
    ]
  }

  static let sessionUnderWay = Failure(
    .no, "session-under-way", "a session is running", advice: "end the session first (nothing was changed)")

  /// Refused during a session, which it would end; `farewell` is the time left to send the answer.
  func exchange(
    for log: Log, _ engine: FocusEngine, after farewell: Duration = .zero
  ) async throws(Failure) -> JSONValue {
    guard await engine.retire() else { throw Self.sessionUnderWay }
    if farewell == .zero {
      ask(for: log)
    } else {
      Task.detached { [self] in
        try? await Task.sleep(for: farewell)
        ask(for: log)
      }
    }
    return ["ok": true, "events": [], "message": "The service is restarting."]
  }

  /// Requests another log; only the first request counts.
  package func ask(for log: Log) {
    wanted.withLock { $0 = $0 ?? log }
    bell.finish()
  }

  package var log: Log? { wanted.withLock { $0 } }
}
