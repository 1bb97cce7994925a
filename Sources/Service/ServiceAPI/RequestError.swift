internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import ServiceContract
internal import Spelling

/// Why a request is not carried out. Each has a kind for programs, a sentence for people, and says how a program
/// ends that asked.
enum RequestError: Error {
  /// A line without an end, or a request larger than any request is.
  case tooLong
  /// The line is not JSON.
  case notJSON(JSONError)
  /// It is JSON, and no request.
  case notUnderstood(JSONShapeError)
  /// A rule refused it at this moment.
  case refused(Refusal, Settings, at: Timestamp)
  /// The log cannot be written or read.
  case log(LogError)
  /// The service is on its way out.
  case stopping
  /// The link is not one of ours, or has a fault.
  case link(LinkAdvice, url: String)
  /// A link of the person's own that acts only when it is read from a card.
  case wantsCard(route: String)
  /// Not an amount of money.
  case badAmount(String)
  /// The service was started without a simulated reader.
  case noSimulatedReader
  /// The card for the simulated reader cannot be made.
  case card(SimulatedTapError)
  /// The settings cannot be understood.
  case settings(SettingsError)
  /// What would take the log away from a session has to wait for its end.
  case sessionUnderWay
  /// What writes cards is not there, or broke.
  case noKeytool
  /// The service serves no pages.
  case noDashboard
  /// A day, or a place in the history, that cannot be understood.
  case notAPlace(String, of: String)
  /// No device of the household has that name.
  case unknownDevice(String)
  /// No key has that name.
  case unknownKey(String, nearest: String?)
  /// A note about a session has that many letters.
  case longNote(Int)
  /// There is no session of that name, or none at all yet.
  case noSession(String?)
  /// A session that is under way cannot be forgotten.
  case sessionRuns(String)
  /// Nothing was changed about the devices of the household.
  case household(HouseholdRefusal)
  /// A phone is not paired, or not revoked.
  case phone(PhoneKeeperError)

  /// The kind, what went wrong, where, what to do, and the exit code of Contract.md.
  private var parts: (kind: String, what: String, at: String, advice: String, exit: Int64) {
    switch self {
    case .tooLong:
      ("request-too-long", "the request is too long", "the control socket", "send one line", 65)
    case .notJSON(let fault):
      ("not-json", "the request is not JSON: \(fault.message)", fault.place.inWords, "send one object per line", 65)
    case .notUnderstood(let mismatch):
      ("not-a-request", mismatch.message, mismatch.pointer.text, "see the list of commands", 65)
    case .refused(let refusal, let settings, let now):
      (refusal.rule.word, refusal.sentence(in: settings.zone, at: now), "", Self.advice(on: refusal, settings), 1)
    case .log(let fault): ("log-failed", "nothing was done: the log cannot be written", "", fault.sentence, 74)
    case .stopping: ("stopping", "the service is stopping", "", "try again when it is running", 69)
    case .link(let advice, let url): (advice.kind, advice.what, url, advice.advice, 65)
    case .wantsCard(let route):
      (
        "wants-card", "this link works only from a card", route,
        "hold the card to the reader, or allow it in config.json5 with whenSoft: \"acts\"", 1
      )
    case .badAmount(let text):
      ("bad-amount", "this is not an amount of money", text, "write it like 12.50 EUR", 65)
    case .noSimulatedReader:
      (
        "no-simulated-reader", "this service has no simulated reader", "",
        "start it with: focuskey serve --reader simulated", 69
      )
    case .card(.tooLong(let octets, let most)):
      ("too-long", "the link takes \(octets) bytes on a card", "", "the largest card takes \(most)", 65)
    case .card(.wrongUID(let octets)):
      ("wrong-uid", "a card's UID has 7 bytes", "\(octets) bytes", "give 14 hex digits", 65)
    case .card(.notALink): ("not-a-link", "the link contains a control character", "", "check the link", 65)
    case .settings(let fault): ("bad-settings", fault.message, fault.path, "nothing was changed", 65)
    case .sessionUnderWay:
      ("session-under-way", "a session is running", "", "end the session first (nothing was changed)", 1)
    case .noKeytool: ("no-keytool", "keytool, which writes cards, did not answer", "", "try it in a terminal", 74)
    case .noDashboard:
      ("no-dashboard", "this service has no dashboard", "", "set a port in config.json5 and restart it", 69)
    case .notAPlace(let text, let kind):
      ("not-a-\(kind)", "this is not a \(kind)", text, "write a day as 2026-11-21, and a place as in an answer", 65)
    case .unknownDevice(let name):
      ("unknown-device", "no device has that name", name, "see: focuskey sync status", 66)
    case .household(let fault): (fault.kind, fault.what, fault.place, fault.advice, Int64(fault.exit))
    case .phone(.notUsable(let what, let place, let advice)): ("bad-phone", what, place, advice, 65)
    case .phone(.unknown(let name)):
      ("unknown-phone", "there is no phone with that name", name, "see: focuskey phone list", 66)
    case .phone(.impossible(let why)): ("no-phone-door", "phones cannot be heard", "", why, 69)
    case .longNote(let count):
      ("too-long", "a note has at most 900 letters", "\(count) letters", "nothing was changed", 65)
    case .noSession(let name):
      ("unknown-session", "there is no such session", name ?? "", "see: focuskey history --json", 66)
    case .sessionRuns(let name):
      ("session-runs", "this session is still running", name, "forget it when it is over", 1)
    case .unknownKey(let name, let nearest):
      (
        "unknown-key", "there is no key with that name", name,
        nearest.map { "did you mean \($0)?" } ?? "see: focuskey key list", 66
      )
    }
  }

  /// What to do about a refusal; nothing where its sentence says all.
  private static func advice(on refusal: Refusal, _ settings: Settings) -> String {
    guard case .unknownProfile(let profile) = refusal.rule else { return "" }
    let known = settings.profiles.map { profile in profile.id.text }
    return nearestWord(to: profile.text, among: known).map { near in "did you mean \(near)?" }
      ?? "see: focuskey profile list"
  }

  /// What went wrong and what to do, as one sentence for a page.
  var sentence: String {
    let words = parts.advice.isEmpty ? parts.what : "\(parts.what): \(parts.advice)"
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  /// The answer as it goes over the socket.
  var json: JSONValue {
    let parts = parts
    var error: JSONObject = [
      "kind": .string(parts.kind), "message": .string(parts.what), "at": .string(parts.at),
      "advice": .string(parts.advice), "exit": .integer(parts.exit),
    ]
    if case .refused(let refusal, let settings, _) = self, let nextAt = refusal.nextAt {
      error["next_at"] = .string(ISO8601.text(nextAt.nextSecond, in: settings.zone))
    }
    if case .refused(let refusal, _, _) = self, case .impassable(_, let why) = refusal.rule {
      error["lacks"] = .string(why.lacks)
    }
    return ["ok": false, "error": .object(error)]
  }
}
