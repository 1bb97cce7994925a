internal import CLinux
import Glibc
import LinuxRuntime
import ShieldProtocol

/// What was refused, on its way from the threads that answer the kernel to the one that tells the services.
final class Refusals: Sendable {
  private struct Waiting: Sendable {
    var items: [(user: UInt32, answer: ShieldAnswer)] = []
  }

  private let waiting = Locked(Waiting())
  /// Readable while something waits.
  let bell: Int32

  /// More than this in one turn is a flood, and a flood says nothing new.
  private static let most = 256

  init() {
    bell = focuskey_eventfd()
  }

  func add(_ answer: ShieldAnswer, for user: UInt32) {
    waiting.withLock { waiting in
      if waiting.items.count < Self.most { waiting.items.append((user, answer)) }
    }
    DescriptorCounter.add(bell)
  }

  func take() -> [(user: UInt32, answer: ShieldAnswer)] {
    DescriptorCounter.read(bell)
    return waiting.withLock { waiting in
      defer { waiting.items = [] }
      return waiting.items
    }
  }
}
