package import ControlSocket
package import FocusPorts

// Why a home cannot be used, and why no service comes up on it.

extension Failure {
  package static func home(_ fault: SystemError) -> Failure {
    Failure(exit(of: fault), "home-not-writable", "the home cannot be written", at: fault.subject, advice: fault.reason)
  }

  /// Another service runs on the home, or its lock cannot be taken.
  package static func lock(_ fault: LockError, _ home: Home) -> Failure {
    switch fault {
    case .held(let process):
      Failure(
        .timedOut, "already-running", "a service is already running on this home", at: home.lock,
        advice: "use it, or stop it first\(process.map { " (process \($0))" } ?? "")")
    case .system(let fault):
      Failure(exit(of: fault), "home-not-writable", "the home cannot be written", at: home.lock, advice: fault.reason)
    }
  }

  package static func log(_ fault: LogError, _ home: Home) -> Failure {
    let exit: ExitCode =
      switch fault {
      case .newerVersion, .damaged, .notOurs, .unreadableFact: .badData
      case .noAccess: .notAllowed
      case .failed, .full, .uncertain: .brokenIO
      }
    return Failure(exit, "log-unusable", "the log cannot be used", at: home.database, advice: fault.sentence)
  }

  package static func socket(_ fault: ControlError) -> Failure {
    switch fault {
    case .pathTooLong(let path, let octets, let limit):
      Failure(
        .usage, "socket-path-too-long", "the socket's path has \(octets) bytes, at most \(limit) are possible",
        at: path, advice: "name a shorter --home")
    case .system(let fault): system(fault)
    case .nobodyThere, .hungUp, .noAnswer, .nobodyReads, .answerTooLong:
      Failure(.brokenIO, "control-socket", "the control socket cannot be opened", advice: "look at the log")
    }
  }

  /// The service would use a clock that is that many milliseconds ahead of the computer's.
  package static func clock(ahead: Int64) -> Failure {
    let seconds = abs(ahead) / 1000
    return Failure(
      .notAllowed, "clock-differs",
      ahead > 0
        ? "the clock of this service is \(seconds) s ahead of the computer\u{2019}s"
        : "the clock of this service is \(seconds) s behind the computer\u{2019}s",
      at: "CLOCK_BOOTTIME", advice: "start it without LD_PRELOAD and whatever else shows it another clock")
  }

  /// The system refused something indispensable.
  package static func system(_ fault: SystemError) -> Failure {
    Failure(exit(of: fault), "system", "\(fault.call) failed", at: fault.subject, advice: fault.reason)
  }

  private static func exit(of fault: SystemError) -> ExitCode { fault.isRefusal ? .notAllowed : .brokenIO }
}

// Why `config.json5`, or a file that it names, cannot be followed.
extension Failure {
  package static func unreadableConfiguration(_ fault: SystemError, at path: String) -> Failure {
    Failure(.notAllowed, "configuration-unreadable", "the configuration cannot be read", at: path, advice: fault.reason)
  }

  /// The configuration is not JSON5.
  package static func configuration(_ fault: JSONError, at path: String) -> Failure {
    Failure(
      .badData, "configuration-not-json5", fault.message, at: "\(path), \(fault.place.inWords)",
      advice: "correct the file")
  }

  /// The configuration says something that is not understood.
  package static func configuration(_ mismatch: JSONShapeError, at path: String) -> Failure {
    Failure(
      .badData, "configuration-not-understood", mismatch.message, at: "\(path), \(mismatch.place.inWords)",
      advice: "correct the file")
  }
}

extension Home {
  /// Makes the folders that everything else is written to.
  package func prepare() throws(Failure) {
    try renaming(Failure.home, makeFolders())
  }
}
