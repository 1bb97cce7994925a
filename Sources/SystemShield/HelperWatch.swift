import FocusSession
import Glibc
import LinuxRuntime
import ShieldProtocol

/// Listens to what the helper refuses, on a thread of its own, for as long as the service lives.
enum HelperWatch {
  /// The same thing refused again within this time is the same attempt: browsers and launchers try on their own.
  private static let flood: Duration = .seconds(30)

  static func start(at path: String, telling attempts: AsyncStream<Attempt>.Continuation) {
    let isOver = Locked(false)
    attempts.onTermination = { _ in isOver.withLock { $0 = true } }
    startThread(named: "shield-watch") {
      var seen: [String: ContinuousClock.Instant] = [:]
      while !isOver.withLock({ $0 }) {
        do throws(SystemFault) {
          var helper = try HelperClient(path: path, patience: 0)
          _ = try helper.ask(.watch)
          while let answer = try helper.next() {
            guard let attempt = attempt(in: answer) else { continue }
            let now = ContinuousClock.now
            seen = seen.filter { now - $0.value < flood }
            if seen.updateValue(now, forKey: attempt.name) == nil { attempts.yield(attempt) }
          }
        } catch {
          // No helper, or it went away: it is asked again below.
        }
        sleep(1)
      }
    }
  }

  private static func attempt(in answer: ShieldAnswer) -> Attempt? {
    switch answer {
    case .deniedSite(let host, let rule): Attempt(kind: .site, name: rule == "-" ? host : rule)
    case .deniedProgram(let application, _): Attempt(kind: .app, name: application)
    case .layer, .done, .refused, .repaired: nil
    }
  }
}
