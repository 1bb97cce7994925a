internal import FocusWire
internal import Spelling

// Why the session does not do what was asked.

extension Failure {
  package static func refused(_ refusal: Refusal, _ settings: Settings, at now: Timestamp) -> Failure {
    var details: [(String, JSONValue)] = []
    if let nextAt = refusal.nextAt {
      details.append(("next_at", .string(ISO8601.text(nextAt.nextSecond, in: settings.zone))))
    }
    if case .impassable(_, let why) = refusal.rule { details.append(("lacks", .string(why.lacks))) }
    return Failure(
      .no, refusal.rule.word, refusal.sentence(in: settings.zone, at: now), advice: advice(on: refusal, settings),
      details: details)
  }

  /// What to do about a refusal; empty if its sentence says all.
  private static func advice(on refusal: Refusal, _ settings: Settings) -> String {
    guard case .unknownProfile(let profile) = refusal.rule else { return "" }
    let known = settings.profiles.map { profile in profile.id.text }
    return nearestWord(to: profile.text, among: known).map { near in "did you mean \(near)?" }
      ?? "see: focuskey profile list"
  }

  package static let stopping = Failure(
    .unavailable, "stopping", "the service is stopping", advice: "try again when it is running")

  package static func unknownDevice(_ name: String) -> Failure {
    Failure(.noInput, "unknown-device", "no device has that name", at: name, advice: "see: focuskey sync status")
  }
}

extension LogError: FailureConvertible {
  package var failure: Failure {
    if case .uncertain = self {
      return Failure(.brokenIO, "log-uncertain", "it is not known whether this was done", advice: sentence)
    }
    return Failure(.brokenIO, "log-failed", "nothing was done: the log cannot be written", advice: sentence)
  }
}
