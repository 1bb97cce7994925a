import FocusSession
import Glibc
import LinuxRuntime
import ShieldProtocol

/// Listens to what the helper refuses and repairs, on a thread of its own, for as long as the service lives.
final class HelperWatch: Sendable {
  private let isOver = Locked(false)
  private let isLost = Locked(false)

  /// - Parameters:
  ///   - desk: is told what the helper refused and repaired.
  ///   - arrivals: each time that a helper is there which was not before.
  init(at path: String, telling desk: AttemptReporter, arrivals: AsyncStream<Void>.Continuation) {
    let isOver = isOver
    let isLost = isLost
    startThread(named: "shield-watch") {
      let bell = WakeEvent()
      while !isOver.withLock({ $0 }) {
        // Before the try, so that a socket which appears right after it is not missed. Waiting for it costs nothing.
        let place = FileWatch(of: path)
        var wasThere = false
        do throws(SystemError) {
          var helper = try HelperClient(path: path, patience: 0)
          _ = try helper.ask(.watch)
          wasThere = true
          arrivals.yield()
          while let answer = try helper.next() {
            if let news = Self.news(in: answer) { desk.tell(news) }
          }
        } catch {
          // No helper, or it went away: it is awaited below.
        }
        if wasThere { isLost.withLock { $0 = true } }
        place.wait(atMost: nil, bell: bell)
        // The socket is there a moment before it listens.
        usleep(50_000)
      }
    }
  }

  /// Whether a helper went away that was there, since that was last forgotten.
  var hasLostOne: Bool { isLost.withLock { $0 } }

  /// What is held now is held by the helper that is there now.
  func forgetLoss() {
    isLost.withLock { $0 = false }
  }

  /// Lets the thread go when it wakes next.
  func end() {
    isOver.withLock { $0 = true }
  }

  private static func news(in answer: ShieldAnswer) -> ShieldNews? {
    switch answer {
    case .deniedSite(let host, let rule): .attempt(Attempt(kind: .site, name: rule == "-" ? host : rule))
    case .deniedProgram(let application, _): .attempt(Attempt(kind: .app, name: application))
    case .repaired(let layer): .bypass(layer: layer)
    case .layer, .done, .ordered, .refused, .changed: nil
    }
  }
}
