import FocusSession
import Glibc
import LinuxRuntime
import ShieldProtocol

/// A connection to the helper that only listens, reopened whenever a helper is there.
struct HelperListener: ~Copyable {
  enum Outcome {
    case nothing
    case helperChanged
    case layersChanged
  }

  private let path: String
  private var helper: HelperClient?
  private var place: FileWatch
  /// Whether the helper has confirmed that it reports events.
  private var isTold = false
  private var wait = Wait.tries(Self.mostTries)

  /// When to look for a helper that is missing.
  private enum Wait {
    /// At once, a few times: a socket exists a moment before somebody listens at it.
    case tries(Int)
    /// When something changes at its place.
    case change
    /// In a second: a helper is there, but has no time or no room.
    case second
  }

  private static let mostTries = 10

  init(path: String) {
    self.path = path
    // Before the first try, so that a socket which appears right after it is not missed.
    place = FileWatch(of: path)
  }

  /// Becomes readable when the helper says something or goes; -1 while there is none.
  var descriptor: Int32 {
    switch helper {
    case .some(let helper): helper.number
    case .none: -1
    }
  }
  /// Becomes readable when something changes at the helper's place; -1 while a helper is there.
  var placeDescriptor: Int32 { helper == nil ? place.descriptor ?? -1 : -1 }
  /// The longest time to wait, as poll(2) expects it.
  var pause: Int32 {
    guard helper == nil else { return -1 }
    switch wait {
    case .tries(let left): return left == Self.mostTries ? 0 : 50
    case .change: return -1
    case .second: return 1000
    }
  }

  /// `heard` and `placeChanged` say which of the two descriptors can be read.
  mutating func turn(heard: Bool, placeChanged: Bool, telling reporter: AttemptReporter) -> Outcome {
    if placeChanged {
      place = FileWatch(of: path)
      wait = .tries(Self.mostTries)
    }
    guard helper == nil else { return heard ? listen(reporter) : .nothing }
    do throws(SystemError) {
      var new = try HelperClient(path: path, patience: 1000)
      try new.say(.watch)
      helper = consume new
    } catch {
      switch wait {
      case _ where error.code == EAGAIN: wait = .second
      case .tries(let left): wait = left > 1 ? .tries(left - 1) : .change
      case .change, .second: wait = .change
      }
    }
    return .nothing
  }

  private mutating func listen(_ reporter: AttemptReporter) -> Outcome {
    let answers: [ShieldAnswer]
    do throws(SystemError) {
      answers = try helper?.received() ?? []
    } catch {
      let wasTold = isTold
      letGo(.tries(Self.mostTries))
      return wasTold ? .helperChanged : .nothing
    }
    var outcome = Outcome.nothing
    for answer in answers {
      switch answer {
      case .deniedSite(let host, let rule):
        reporter.tell(.attempt(Attempt(kind: .site, name: rule == "-" ? host : rule)))
      case .deniedProgram(let application, _): reporter.tell(.attempt(Attempt(kind: .app, name: application)))
      case .repaired(let layer): reporter.tell(.bypass(layer: layer))
      case .changed: if outcome != .helperChanged { outcome = .layersChanged }
      case .done:
        isTold = true
        outcome = .helperChanged
      case .refused(let why):
        // Nobody but people are told; a crowd goes.
        letGo(why == ShieldAnswer.crowded ? .second : .change)
        return .nothing
      case .layer, .clock, .ordered: break
      }
    }
    return outcome
  }

  private mutating func letGo(_ wait: Wait) {
    helper = nil
    isTold = false
    self.wait = wait
    // What changed while a helper was there is old.
    place = FileWatch(of: path)
  }
}
