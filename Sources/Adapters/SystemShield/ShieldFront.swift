import FocusSession
import LinuxRuntime

/// What other threads ask of a shield at any time: what is blocked, and the script that browsers are led to.
final class ShieldFront: Sendable {
  private struct Script {
    let path: String
    let text: String
    /// When it was last asked for; `nil` if everybody who asked was dealt with.
    var askedAt: Int64?
  }

  private let blocked = Locked(BlockedNames())
  private let script = Locked<Script?>(nil)
  private let now: @Sendable () -> Int64
  /// In milliseconds: after this time the program that asked for the script has read it.
  private static let reading: Int64 = 200

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// Blocks only these names from now on.
  func block(_ names: BlockedNames) {
    blocked.withLock { $0 = names }
  }

  /// The attempt under the name by which it is counted; `nil` if the thing is not blocked.
  func counted(_ attempt: Attempt) -> Attempt? {
    blocked.withLock { $0.counted(attempt) }
  }

  func blockers(ofSite name: String) -> [String] {
    blocked.withLock { $0.blockers(ofSite: name) }
  }

  /// Without a door, no script is served.
  func serve(_ door: OwnLayers.Door?) {
    script.withLock { $0 = door.map { Script(path: $0.path, text: $0.script.text) } }
  }

  /// The script that browsers are led to, if that is its path now.
  func text(at path: String) -> String? {
    script.withLock { script in
      guard script?.path == path else { return nil }
      script?.askedAt = now()
      return script?.text
    }
  }

  /// Whether somebody has read the script since the last call.
  func wasRead() -> Bool {
    script.withLock { script in
      guard let askedAt = script?.askedAt, now() - askedAt >= Self.reading else { return false }
      script?.askedAt = nil
      return true
    }
  }
}
