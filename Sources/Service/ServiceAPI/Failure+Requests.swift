internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import Requests
internal import ServiceContract
internal import Spelling

// Why a request is not carried out.

extension Failure {
  static let tooLong = Failure(
    .badData, "request-too-long", "the request is too long", at: "the control socket", advice: "send one line")

  static func notJSON(_ fault: JSONError) -> Failure {
    Failure(
      .badData, "not-json", "the request is not JSON: \(fault.message)", at: fault.place.inWords,
      advice: "send one object per line")
  }

  /// It is JSON, and no request.
  static func notUnderstood(_ mismatch: JSONShapeError) -> Failure {
    Failure(
      .badData, "not-a-request", mismatch.message, at: mismatch.pointer.text, advice: "see the list of commands")
  }

  /// A rule refused it at this moment.
  static func refused(_ refusal: Refusal, _ settings: Settings, at now: Timestamp) -> Failure {
    var details: [(String, JSONValue)] = []
    if let nextAt = refusal.nextAt {
      details.append(("next_at", .string(ISO8601.text(nextAt.nextSecond, in: settings.zone))))
    }
    if case .impassable(_, let why) = refusal.rule { details.append(("lacks", .string(why.lacks))) }
    return Failure(
      .no, refusal.rule.word, refusal.sentence(in: settings.zone, at: now), advice: advice(on: refusal, settings),
      details: details)
  }

  /// What to do about a refusal; nothing where its sentence says all.
  private static func advice(on refusal: Refusal, _ settings: Settings) -> String {
    guard case .unknownProfile(let profile) = refusal.rule else { return "" }
    let known = settings.profiles.map { profile in profile.id.text }
    return nearestWord(to: profile.text, among: known).map { near in "did you mean \(near)?" }
      ?? "see: focuskey profile list"
  }

  static func log(_ fault: LogError) -> Failure {
    if case .uncertain = fault {
      return Failure(
        .brokenIO, "log-uncertain", "it is not known whether this was done", advice: fault.sentence)
    }
    return Failure(.brokenIO, "log-failed", "nothing was done: the log cannot be written", advice: fault.sentence)
  }

  static let stopping = Failure(
    .unavailable, "stopping", "the service is stopping", advice: "try again when it is running")

  static func link(_ advice: LinkAdvice, url: String) -> Failure {
    Failure(.badData, advice.kind, advice.what, at: url, advice: advice.advice)
  }

  /// A link of the person's own that acts only when it is read from a card.
  static func wantsCard(route: String) -> Failure {
    Failure(
      .no, "wants-card", "this link works only from a card", at: route,
      advice: "hold the card to the reader, or allow it in config.json5 with whenSoft: \"acts\"")
  }

  static func badAmount(_ text: String) -> Failure {
    Failure(.badData, "bad-amount", "this is not an amount of money", at: text, advice: "write it like 12.50 EUR")
  }

  static let noSimulatedReader = Failure(
    .unavailable, "no-simulated-reader", "this service has no simulated reader",
    advice: "start it with: focuskey serve --reader simulated")

  static func settings(_ fault: SettingsError) -> Failure {
    Failure(.badData, "bad-settings", fault.message, at: fault.path, advice: "nothing was changed")
  }

  /// What would take the log away from a session has to wait for its end.
  static let sessionUnderWay = Failure(
    .no, "session-under-way", "a session is running", advice: "end the session first (nothing was changed)")

  static let noKeytool = Failure(
    .brokenIO, "no-keytool", "keytool, which writes cards, did not answer", advice: "try it in a terminal")

  static let noDashboard = Failure(
    .unavailable, "no-dashboard", "this service has no dashboard", advice: "set a port in config.json5 and restart it")

  /// A day, or a place in the history, that cannot be understood.
  static func notAPlace(_ text: String, of kind: String) -> Failure {
    Failure(
      .badData, "not-a-\(kind)", "this is not a \(kind)", at: text,
      advice: "write a day as 2026-11-21, and a place as in an answer")
  }

  static func unknownDevice(_ name: String) -> Failure {
    Failure(.noInput, "unknown-device", "no device has that name", at: name, advice: "see: focuskey sync status")
  }

  static func unknownKey(_ name: String, nearest: String?) -> Failure {
    Failure(
      .noInput, "unknown-key", "there is no key with that name", at: name,
      advice: nearest.map { "did you mean \($0)?" } ?? "see: focuskey key list")
  }

  static func longNote(_ letters: Int) -> Failure {
    Failure(
      .badData, "too-long", "a note has at most 900 letters", at: "\(letters) letters", advice: "nothing was changed")
  }

  /// There is no session of that name, or none at all yet.
  static func noSession(_ name: String?) -> Failure {
    Failure(
      .noInput, "unknown-session", "there is no such session", at: name ?? "", advice: "see: focuskey history --json")
  }

  static func sessionRuns(_ name: String) -> Failure {
    Failure(.no, "session-runs", "this session is still running", at: name, advice: "forget it when it is over")
  }
}
