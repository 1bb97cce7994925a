internal import LandingPages
internal import Languages
internal import LoopbackHTTP
internal import PhoneTaps
internal import Spelling

package struct PhoneOutcome: Equatable, Sendable {
  /// The one line that matters, such as "Work is on until 10:00".
  package var title: String
  package var text: String
  /// Whether the tap was refused by a rule.
  package var isRefused: Bool

  package init(title: String, text: String = "", isRefused: Bool = false) {
    self.title = title
    self.text = text
    self.isRefused = isRefused
  }
}

/// The small page that a phone shows; it loads nothing, runs nothing and links nowhere.
struct PhonePage {
  let status: Int
  let title: String
  let text: String
  /// The `data-` attribute that programs read.
  let mark: (name: String, value: String)

  static func paired(with desk: PhoneName) -> PhonePage {
    PhonePage(
      status: 200, title: "Paired with \(desk.text)",
      text: "Tap a FocusKey card with this phone, and \(desk.text) starts to focus.", mark: ("result", "paired"))
  }

  static func tapped(_ outcome: PhoneOutcome) -> PhonePage {
    PhonePage(
      status: 200, title: outcome.title, text: outcome.text,
      mark: ("result", outcome.isRefused ? "refused" : "done"))
  }

  static func refused(_ refusal: PhoneRefusal) -> PhonePage {
    PhonePage(status: 403, title: "Nothing happened", text: refusal.sentence, mark: ("reason", refusal.reason))
  }

  static let tooMany = PhonePage(
    status: 429, title: "Nothing happened", text: "Too many requests came from this address. Wait a minute.",
    mark: ("reason", "too-many"))

  static let notKept = PhonePage(
    status: 503, title: "Nothing happened",
    text: "The computer cannot write to its disk. Run focuskey doctor there.", mark: ("reason", "disk"))

  /// Tells a browser to stay where it is (RFC 9110, 15.3.5).
  static var nothing: HTTPAnswer {
    HTTPAnswer(status: 204, type: "text/plain; charset=utf-8", body: [], headers: [("Cache-Control", "no-store")])
  }

  var answer: HTTPAnswer {
    let page = AnswerPage(status: status, title: title, text: text, mark: mark).page
    return HTTPAnswer(
      status: status, type: page.type, body: page.body,
      headers: [
        ("Cache-Control", "no-store"),
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        ),
        // Without https browsers ignore any other value, and say so.
        ("Cross-Origin-Opener-Policy", "unsafe-none"),
      ])
  }
}

extension HTTPAnswer {
  /// A page in the phone's language; other answers stay as they are.
  func said(in speech: Speech) -> HTTPAnswer {
    guard headers.contains(where: { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }) else { return self }
    var said = self
    said.body = speech.page(body)
    return said
  }
}

extension PhoneRefusal {
  var sentence: String {
    switch self {
    case .unknownPhone: "This phone is not paired with the computer. Run focuskey phone pair there and scan the code."
    case .revoked: "This phone was unpaired. Run focuskey phone pair on the computer and scan the code."
    case .used: "This code was used before. If that was not you, run focuskey phone revoke on the computer."
    case .expired: "This code is older than five minutes. Run focuskey phone pair again."
    case .badProof: "The tap could not be verified. If this happens again, pair the phone again."
    case .stale(let seconds):
      "The phone's clock is \(counted(Int(clamping: seconds.magnitude), "second")) "
        + (seconds > 0 ? "ahead of" : "behind") + " the computer's. Set both to automatic time."
    case .replayed: "This tap was received before. Tap the card again."
    }
  }
}
