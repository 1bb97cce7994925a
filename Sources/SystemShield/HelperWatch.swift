import FocusSession
import Glibc
import LinuxRuntime
import ShieldProtocol

/// Listens to what the helper refuses, on a thread of its own, for as long as the service lives.
enum HelperWatch {
  /// The same thing refused again within this time is the same attempt: browsers and launchers try on their own.
  private static let flood: Duration = .seconds(30)

  /// - Parameters:
  ///   - attempts: what the helper refused.
  ///   - arrivals: each time that a helper is there which was not before.
  static func start(
    at path: String, telling attempts: AsyncStream<Attempt>.Continuation,
    arrivals: AsyncStream<Void>.Continuation
  ) {
    let isOver = Locked(false)
    attempts.onTermination = { _ in isOver.withLock { $0 = true } }
    startThread(named: "shield-watch") {
      var seen: [String: ContinuousClock.Instant] = [:]
      let bell = Bell()
      while !isOver.withLock({ $0 }) {
        // Before the try, so that a socket which appears right after it is not missed. Waiting for it costs nothing.
        let place = PlaceWatch(of: path)
        do throws(SystemFault) {
          var helper = try HelperClient(path: path, patience: 0)
          _ = try helper.ask(.watch)
          arrivals.yield()
          while let answer = try helper.next() {
            guard let attempt = attempt(in: answer) else { continue }
            let now = ContinuousClock.now
            seen = seen.filter { now - $0.value < flood }
            if seen.updateValue(now, forKey: attempt.name) == nil { attempts.yield(attempt) }
          }
        } catch {
          // No helper, or it went away: it is awaited below.
        }
        place.wait(atMost: nil, bell: bell)
        // The socket is there a moment before it listens.
        usleep(50_000)
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
