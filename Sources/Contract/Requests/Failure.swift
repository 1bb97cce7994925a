import Glibc
package import LinuxRuntime

/// Why a request was not done: the one way to refuse, from features up to terminal and page.
package struct Failure: Error, Sendable {
  package enum Place: Sendable, Equatable {
    /// A file, an argument, a part of the input.
    case text(String)
    /// A byte of the data, counted from 0.
    case offset(Int)
  }

  /// How the program that asked should end.
  package let exitCode: ExitCode
  /// The kind in kebab case, which programs tell failures apart by.
  package let kind: String
  /// What went wrong, in a few words, without a full stop.
  package let what: String
  package let place: Place
  /// What the person can do, without a full stop.
  package let advice: String
  /// Further members of the error object, such as the position in a URL.
  package let details: [(name: String, value: JSONValue)]
  /// The line in question and a mark under the place; a terminal shows them below the sentence.
  package var excerpt: [String] = []

  package init(
    _ exitCode: ExitCode, kind: String, what: String, at place: Place, advice: String,
    details: [(name: String, value: JSONValue)] = []
  ) {
    self.exitCode = exitCode
    self.kind = kind
    self.what = what
    self.place = place
    self.advice = advice
    self.details = details
  }

  package init(
    _ exitCode: ExitCode, _ kind: String, _ what: String, at place: String = "", advice: String = "",
    details: [(name: String, value: JSONValue)] = []
  ) {
    self.init(exitCode, kind: kind, what: what, at: .text(place), advice: advice, details: details)
  }
}

extension Failure {
  package init(answer: JSONNode) {
    let error = answer["error"]
    self.init(
      (error?["exit"]?.integer).flatMap { ExitCode(number: Int32(truncatingIfNeeded: $0)) } ?? .no,
      error?["kind"]?.string ?? "refused", error?["message"]?.string ?? "the service refused the request",
      at: error?["at"]?.string ?? "", advice: error?["advice"]?.string ?? "",
      details: (error?["next_at"]?.string).map { [("next_at", .string($0))] } ?? [])
  }

  /// A service's answer that carries the failure.
  package var answer: JSONValue {
    var error: JSONObject = [
      "kind": .string(kind), "message": .string(what), "at": placeJSON, "advice": .string(advice),
      "exit": .integer(Int64(exitCode.number)),
    ]
    for (name, value) in details { error[name] = value }
    return ["ok": false, "error": .object(error)]
  }

  /// The error object of a command with `--json`.
  package var json: JSONValue {
    var error: JSONObject = [
      "kind": .string(kind), "message": .string(advice.isEmpty ? what : what + ": " + advice), "at": placeJSON,
    ]
    for (name, value) in details { error[name] = value }
    return ["ok": false, "error": .object(error)]
  }

  private var placeJSON: JSONValue {
    switch place {
    case .text(let text): .string(text)
    case .offset(let offset): .integer(Int64(offset))
    }
  }

  /// What went wrong, where and what to do, as a line of a service's log.
  package var logLine: String {
    switch place {
    case .text(let text): "\(what): \(text): \(advice)"
    case .offset(let offset): "\(what): \(offset): \(advice)"
    }
  }

  /// What went wrong and what to do, as one sentence for a page.
  package var sentence: String {
    let words = advice.isEmpty ? what : "\(what): \(advice)"
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

extension Failure {
  package static func writing(_ name: String, _ fault: SystemError) -> Failure {
    switch fault.code {
    case EACCES, EPERM, EROFS:
      Failure(.notAllowed, "not-writable", "not allowed to write", at: name, advice: fault.reason)
    case ENOENT, ENOTDIR:
      Failure(.noInput, "no-such-folder", "no such folder", at: name, advice: "create the folder first")
    default: Failure(.brokenIO, "write-failed", "cannot write", at: name, advice: fault.reason)
    }
  }
}

package protocol FailureConvertible: Error {
  var failure: Failure { get }
}
