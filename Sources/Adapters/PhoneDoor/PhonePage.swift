internal import LoopbackHTTP
internal import PhoneTaps
internal import Spelling

/// What came of a tap, for the phone's screen.
public struct PhoneOutcome: Equatable, Sendable {
  /// The one line that matters, such as "Work is on until 10:00".
  public var title: String
  /// What else there is to say.
  public var text: String
  /// Whether the tap was refused by a rule.
  public var isRefused: Bool

  /// What came of it.
  public init(title: String, text: String = "", isRefused: Bool = false) {
    self.title = title
    self.text = text
    self.isRefused = isRefused
  }
}

/// The small page that a phone shows. It loads nothing, runs nothing and leads nowhere.
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
    PhonePage(
      status: 403, title: "Nothing happened", text: refusal.sentence, mark: ("reason", refusal.reason))
  }

  static let tooMany = PhonePage(
    status: 429, title: "Nothing happened", text: "Too many requests came from this address. Wait a minute.",
    mark: ("reason", "too-many"))

  static let notKept = PhonePage(
    status: 503, title: "Nothing happened",
    text: "The computer cannot write to its disk. Run focuskey doctor there.", mark: ("reason", "disk"))

  /// The page as an answer.
  var answer: HTTPAnswer {
    let html = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <meta name="color-scheme" content="light dark">
      <title>\(Self.escaped(title)) · FocusKey</title>
      <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 18px/1.5 system-ui, sans-serif; }
      main { max-width: 22em; padding: 2em; text-align: center; }
      h1 { font-size: 1.6em; line-height: 1.2; font-weight: 600; }
      p { opacity: 0.75; }
      </style>
      </head>
      <body>
      <main data-\(mark.name)="\(mark.value)">
      <h1>\(Self.escaped(title))</h1>
      <p>\(Self.escaped(text))</p>
      </main>
      </body>
      </html>

      """
    return HTTPAnswer(
      status: status, type: "text/html; charset=utf-8", body: Array(html.utf8),
      headers: [
        ("Cache-Control", "no-store"),
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
      ])
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for letter in text {
      switch letter {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(letter)
      }
    }
    return escaped
  }
}

extension PhoneRefusal {
  /// What the person with the phone should know, and do.
  var sentence: String {
    switch self {
    case .unknownPhone: "This phone is not paired with the computer. Run focuskey phone pair there and scan the code."
    case .revoked: "This phone was unpaired. Run focuskey phone pair on the computer and scan the code."
    case .used: "This code was used before. If that was not you, run focuskey phone revoke on the computer."
    case .expired: "This code is older than five minutes. Run focuskey phone pair again."
    case .locked(let seconds): "Too many wrong attempts. Try again in \(counted(Int((seconds + 59) / 60), "minute"))."
    case .badProof: "The tap could not be verified. If this happens again, pair the phone again."
    case .stale(let seconds):
      "The phone's clock is \(counted(Int(clamping: seconds.magnitude), "second")) "
        + (seconds > 0 ? "ahead of" : "behind") + " the computer's. Set both to automatic time."
    case .replayed: "This tap was received before. Tap the card again."
    }
  }
}
