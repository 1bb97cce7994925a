import FocusPorts
import LinuxRuntime

/// The last known state of the layers, and news of changes that no order made.
final class LayerBoard: Sendable {
  private let found: Locked<ShieldReport>
  private let box: AsyncStream<Void>.Continuation
  /// Yields each time the layers change without an order that changed them.
  let changes: AsyncStream<Void>

  init(_ report: ShieldReport) {
    found = Locked(report)
    (changes, box) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var report: ShieldReport { found.withLock { $0 } }

  /// `announcing` says whether a change is news; what an order changes is reported as such.
  func show(_ report: ShieldReport, announcing: Bool) {
    let isNew = found.withLock { found in
      defer { found = report }
      return found != report
    }
    if isNew, announcing { box.yield() }
  }

  func close() {
    box.finish()
  }
}
