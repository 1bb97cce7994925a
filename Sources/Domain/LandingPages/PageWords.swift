internal import FocusLinks
internal import Spelling

/// All words of the landing pages and the shield's page; links word their own faults and purposes.
enum PageWords {
  static let product = "FocusKey"

  // MARK: A landing page

  static let card =
    "This card has a FocusKey link. On a reader of this computer, or tapped with a phone that has the app, it "
  static let cardOfNoRoute = "asks something of FocusKey"
  static let handOver = "Open in FocusKey on this computer"
  static let softLink =
    "A link that you follow in a browser can start a session or make it stricter. It cannot end a session or start a break. For that, tap the card on the reader."
  static let nothingHappens = "If nothing happens, FocusKey is not set up for links here. Run: "
  static let forStrangers =
    "FocusKey is a focus tool for Linux: tap a card to block what distracts you, and tap it again to end the session. Without it this link does nothing. It is to be had at "
  static let home = "focuskey.app"
  static let nothingHere = "Nothing here"
  static let fault = "This link is not valid"

  static func title(of link: FocusLink) -> String {
    switch link {
    case .start(let profile, let minutes, let task):
      "Start " + (profile ?? "to focus") + (minutes.map { " for \(counted($0, "minute"))" } ?? "")
        + (task.map { ": \($0)" } ?? "")
    case .stop: "Ask to end"
    case .break(let minutes): "Ask for a break" + (minutes.map { " of \(counted($0, "minute"))" } ?? "")
    case .visit(let what, let minutes): "Open \(what)" + (minutes.map { " for \(counted($0, "minute"))" } ?? "")
    case .resume: "End the break"
    case .focus(let profile, let task): "Focus: \(profile)" + (task.map { ": \($0)" } ?? "")
    case .task(.next): "Work on the next task"
    case .task(.done): "The task is done"
    case .learn: "Learn"
    case .bed: "Good night"
    case .up: "Good morning"
    case .excuse: "This was work"
    case .status: "Status"
    case .own(let own): own.route
    }
  }

  // MARK: The shield

  static let open = "Nothing is blocked now"
  static let onBreak = "A break"
  static let focusing = "You are focusing"
  static let timeToMove = "Time to move"
  static let usedUp = "Used up for today"
  static let notBlocked = "Not blocked"
  static let visited = "Open for a visit"
  static let openVisit = "Open it"
  static let nothingBlocksThis = "FocusKey does not block what this link names."
  static let keepPromise = "I won't break my promise"
  static let kept = "Good. Your note to yourself is saved."
  static let backToWork = "Back to work"
  static let keptNothing = "Good. You go on with your work."
  static let noPromise = "A promise to yourself would be shown here."
  static let writePromise = "Write your promise"
  static let closeThis = "You can close this page now."
  static let toTheSession = "See your session"
  static let instead = "A minute for this instead?"
  static let turn = "Show the answer"
  static let knewIt = "I knew it"
  static let notYet = "Not yet"
  static let tooSoon = "A card counts once it was in view for two seconds."
  static let enough = "Three cards learned. Back to work."
  static let askForBreak = "A break, if one is left: "
  static let takeBreak = "Take a break"
  static let onTheDashboard = "ask on the dashboard"
  static let orSay = ", or say "

  static func opensAgain(_ thing: String?) -> String {
    thing.map { "\($0) is no longer blocked." } ?? "Nothing is blocked any more."
  }
  static func opensForNow(_ thing: String?) -> String { "\(thing ?? "Everything") is open until the break ends." }
  static func isVisited(_ thing: String?, _ until: String) -> String {
    "\(thing ?? "This") is open until \(until). Everything else stays blocked."
  }
  static func isClosed(_ thing: String?) -> String { "\(thing ?? "This") is blocked while you focus." }
  static func isUsedUp(_ thing: String?, _ allowance: String) -> String {
    "\(thing ?? "This") is blocked: today's minutes of \(allowance) are used up."
  }
  static func waitsForExercise(_ thing: String?, _ allowance: String) -> String {
    "\(thing ?? "This") is blocked: \(allowance) waits until you have moved."
  }
  static func isUsedUpToo(_ allowance: String) -> String {
    "Today's minutes of \(allowance) are used up too, so it stays blocked after the session."
  }
  static func opensAt(_ time: String) -> String { "It opens again at \(time)." }
  static func profile(_ name: String, left: String?) -> String { name + (left.map { " · \($0) left" } ?? "") }
}
