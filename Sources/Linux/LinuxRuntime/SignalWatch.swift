/// Turns signals into a stream, so that a service ends in order instead of being cut off.
package actor SignalWatch {
  private let loop: EventLoop
  private var watches: [Watch] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(loop: EventLoop) {
    self.loop = loop
  }

  /// The signals that arrive from now on; when this returns none can get lost any more.
  package func watch(_ signals: [Int32]) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    for signal in signals { watches.append(loop.watchSignal(signal) { continuation.yield(signal) }) }
    return stream
  }

  /// Lets the signals have their default effects again.
  package func end() {
    watches = []
  }
}
