internal import FocusLinks

/// All words of the landing pages and of the shield's page, in one place. What a link's fault and a route's purpose are
/// called the links say themselves.
enum PageWords {
  static let product = "FocusKey"

  // MARK: A landing page

  static let card =
    "This card holds a FocusKey link. Held to a reader of this computer, or tapped with a phone that has the app, it "
  static let cardOfNoRoute = "asks something of FocusKey"
  static let handOver = "Hand it to FocusKey on this computer"
  static let softLink =
    "A link that is followed in a browser can start a session or make it stricter. It cannot end one or open a break: for that, hold the card to the reader."
  static let nothingHappens = "If nothing happens, FocusKey is not set up here: "
  static let nothingHere = "Nothing here"
  static let fault = "This link has a fault"

  /// What a link asks, as a heading.
  static func title(of link: FocusLink) -> String {
    switch link {
    case .start(let profile, let minutes, let task):
      "Start " + (profile ?? "to focus") + (minutes.map { " for \($0) minutes" } ?? "") + (task.map { ": \($0)" } ?? "")
    case .stop: "Ask to end"
    case .break(let minutes): "Ask for a break" + (minutes.map { " of \($0) minutes" } ?? "")
    case .resume: "Come back from the break"
    case .focus(let profile): "Focus: \(profile)"
    case .status: "How it stands"
    case .own(let own): own.route
    }
  }

  // MARK: The shield

  static let open = "Nothing is closed now"
  static let onBreak = "A break"
  static let focusing = "You are focusing"
  static let keepPromise = "I won't break my promise"
  static let kept = "Good. Your note to yourself is kept."
  static let askForBreak = "A break, if one is left: "
  static let onTheDashboard = "ask on the dashboard"
  static let orSay = ", or say "

  static func opensAgain(_ thing: String?) -> String { "\(thing ?? "Everything") opens again." }
  static func opensForNow(_ thing: String?) -> String { "\(thing ?? "Everything") opens until the break is over." }
  static func isClosed(_ thing: String?) -> String { "\(thing ?? "This") is closed while you focus." }
  static func profile(_ name: String, left: String?) -> String { name + (left.map { " · \($0) left" } ?? "") }
}
