package import ControlSocket
package import FocusPorts
internal import JSONText
package import LinuxRuntime

/// Why a service did not come up.
package enum ServiceError: Error, Sendable {
  /// The home cannot be made.
  case home(SystemError)
  /// Another service runs on the home, or its lock cannot be taken.
  case lock(LockError, path: String)
  /// The configuration cannot be followed.
  case configuration(ConfigurationError)
  /// The log cannot be used.
  case log(LogError, path: String)
  /// The control socket cannot be opened.
  case control(ControlError)
  /// The service would go by another clock than the computer's, which shows that many milliseconds less.
  case clock(ahead: Int64)
  /// The system refused something that no service can do without.
  case system(SystemError)

  /// How much of the world it concerns, which decides how a program ends.
  package enum Kind: Sendable {
    /// What was asked for makes no sense.
    case usage
    /// What is on the disk is not what it has to be.
    case badData
    /// The system or another program broke it.
    case broken
    /// Another service is there.
    case busy
    /// The rights do not reach.
    case notAllowed
  }

  /// The fault for a person: what, where, what to do; and for programs a word.
  package var explanation: (kind: Kind, word: String, what: String, place: String, advice: String) {
    switch self {
    case .home(let fault):
      (Self.kind(of: fault), "home-not-writable", "the home cannot be written", fault.subject, fault.reason)
    case .lock(.held(let process), let path):
      (
        .busy, "already-running", "a service is already running on this home", path,
        "use it, or stop it first\(process.map { " (process \($0))" } ?? "")"
      )
    case .lock(.system(let fault), let path):
      (Self.kind(of: fault), "home-not-writable", "the home cannot be written", path, fault.reason)
    case .configuration(.unreadable(let path, let reason)):
      (.notAllowed, "configuration-unreadable", "the configuration cannot be read", path, reason)
    case .configuration(.notJSON5(let path, let fault)):
      (.badData, "configuration-not-json5", fault.message, "\(path), \(fault.place.inWords)", "correct the file")
    case .configuration(.doesNotFit(let path, let mismatch)):
      (
        .badData, "configuration-not-understood", mismatch.message, "\(path), \(mismatch.place.inWords)",
        "correct the file"
      )
    case .log(let fault, let path):
      (Self.kind(of: fault), "log-unusable", "the log cannot be used", path, fault.sentence)
    case .control(.pathTooLong(let path, let octets, let limit)):
      (
        .usage, "socket-path-too-long", "the socket's path has \(octets) bytes, at most \(limit) are possible", path,
        "name a shorter --home"
      )
    case .clock(let ahead):
      (
        .notAllowed, "clock-differs",
        "the clock of this service is \(abs(ahead) / 1000) s \(ahead > 0 ? "ahead of" : "behind") the computer\u{2019}s",
        "CLOCK_BOOTTIME", "start it without LD_PRELOAD and whatever else shows it another clock"
      )
    case .control(.system(let fault)), .system(let fault):
      (Self.kind(of: fault), "system", "\(fault.call) failed", fault.subject, fault.reason)
    case .control: (.broken, "control-socket", "the control socket cannot be opened", "", "look at the log")
    }
  }

  private static func kind(of fault: SystemError) -> Kind {
    fault.isRefusal ? .notAllowed : .broken
  }

  private static func kind(of fault: LogError) -> Kind {
    switch fault {
    case .newerVersion, .damaged, .notOurs, .unreadableFact: .badData
    case .noAccess: .notAllowed
    case .failed, .full, .uncertain: .broken
    }
  }
}
