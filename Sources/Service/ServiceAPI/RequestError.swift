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
  /// A rule says no.
  case refused(Refusal, Settings)
  /// The log cannot be written or read.
  case log(LogError)
  /// The service is on its way out.
  case stopping
  /// The link is not one of ours, or has a fault.
  case link(LinkAdvice, url: String)
  /// A link of the person's own that acts only when it is read from a card.
  case wantsCard(route: String)
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
  /// No key has that name.
  case unknownKey(String, nearest: String?)

  /// The kind, what went wrong, where, what to do, and the exit code of Contract.md.
  private var parts: (kind: String, what: String, at: String, advice: String, exit: Int64) {
    switch self {
    case .tooLong:
      ("request-too-long", "the request is longer than any request is", "the control socket", "send one line", 65)
    case .notJSON(let fault):
      ("not-json", "the request is not JSON: \(fault.message)", fault.place.inWords, "send one object a line", 65)
    case .notUnderstood(let mismatch):
      ("not-a-request", mismatch.message, mismatch.pointer.text, "see the list of commands", 65)
    case .refused(let refusal, let settings):
      (refusal.rule.word, refusal.sentence(in: settings.zone), "", Self.advice(on: refusal, settings), 1)
    case .log(let fault): ("log-failed", "nothing was done: the log cannot be written", "", fault.sentence, 74)
    case .stopping: ("stopping", "the service is stopping", "", "try again when it is back", 69)
    case .link(let advice, let url): (advice.kind, advice.what, url, advice.advice, 65)
    case .wantsCard(let route):
      (
        "wants-card", "this link acts only from a card", route,
        "hold the card to the reader, or allow it in config.json5 with whenSoft: \"acts\"", 1
      )
    case .noSimulatedReader:
      (
        "no-simulated-reader", "this service has no simulated reader", "",
        "start it with: focuskey serve --reader simulated", 69
      )
    case .card(.tooLong(let octets, let most)):
      ("too-long", "the link takes \(octets) octets on a card", "", "the largest card takes \(most)", 65)
    case .card(.wrongUID(let octets)):
      ("wrong-uid", "a card's identifier has 7 octets", "\(octets) octets", "give 14 hex digits", 65)
    case .card(.notALink): ("not-a-link", "a control character stands in the link", "", "check the link", 65)
    case .settings(let fault): ("bad-settings", fault.message, fault.path, "nothing was changed", 65)
    case .sessionUnderWay:
      ("session-under-way", "a session is under way", "", "end it first: nothing was changed", 1)
    case .noKeytool: ("no-keytool", "keytool, which writes cards, gave no answer", "", "try it in a terminal", 74)
    case .noDashboard:
      ("no-dashboard", "this service serves no pages", "", "give it a port in config.json5, and start it again", 69)
    case .notAPlace(let text, let kind):
      ("not-a-\(kind)", "this is no \(kind)", text, "write a day as 2026-11-21, a place as an answer gave it", 65)
    case .unknownKey(let name, let nearest):
      (
        "unknown-key", "there is no key of that name", name,
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

  /// The answer as it goes over the socket.
  var json: JSONValue {
    let parts = parts
    var error: JSONObject = [
      "kind": .string(parts.kind), "message": .string(parts.what), "at": .string(parts.at),
      "advice": .string(parts.advice), "exit": .integer(parts.exit),
    ]
    if case .refused(let refusal, let settings) = self, let nextAt = refusal.nextAt {
      error["next_at"] = .string(ISO8601.text(nextAt, in: settings.zone))
    }
    return ["ok": false, "error": .object(error)]
  }
}
