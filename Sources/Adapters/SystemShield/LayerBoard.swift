import FocusPorts
import LinuxRuntime

/// What was found of the layers last, for everybody who asks, and word of each change that nobody asked for.
final class LayerBoard: Sendable {
  private let found: Locked<ShieldReport>
  private let box: AsyncStream<Void>.Continuation
  /// Each time that the layers are not what they were, though no order changed them.
  let changes: AsyncStream<Void>

  init(_ report: ShieldReport) {
    found = Locked(report)
    (changes, box) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var report: ShieldReport { found.withLock { $0 } }

  /// Takes in what was found.
  ///
  /// - Parameter announcing: whether a change is told; what an order changes is told as what it is.
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
