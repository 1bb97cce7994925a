internal import FocusLinks

/// The words of the pages for phones. The scripts contain their own.
extension PageWords {
  static let whatItIs =
    "Tap a card, and your computer goes into focus: the sites and apps that you chose stop opening until you are done."
  static let publicCard =
    "This card has a FocusKey link. On the reader of a computer, or tapped with a phone that is paired, it "
  static let pairThisPhone = "Pair this phone"
  static let whyPair =
    "Once it is paired, this phone is the reader: tap a FocusKey card with it, and your computer focuses."
  static let pairingSteps = [
    "On the computer, run `focuskey phone pair`. A code appears.",
    "Point this phone's camera at the code and open the link. The code works once, for five minutes.",
    "The phone says that it is paired. Tap a card with it.",
  ]
  static let whatPhonesDo =
    "A tap with a phone can start a session or make it stricter, never end it. Nothing passes through this site: the phone signs the tap and opens your computer's own address."
  static let noSuchPage =
    "There is no page at this address. If a card led here, its link has a typo: keytool read shows it."

  static let privacy = "Privacy"
  static let aboutPrivacy = [
    "FocusKey has no account, no server and no telemetry. What it knows is on the computer on which it runs, in files that only its user can read.",
    "It keeps sessions, taps, what was blocked, settings, tasks, cards and nights. What else it may notice of a person is off until that person turns it on, and says what it notices. Titles of windows, keys that are pressed, sounds and pictures are never kept.",
    "Nothing leaves the computer by itself. What a person sets up does: a folder or a database of their own for several computers, sealed before it leaves; a broker at home; hooks that they wrote; files that are fetched from an address.",
    "A phone that is paired signs a tap and sends it to the computer. Nothing of it comes to this site, which consists of files that are only read.",
    "Everything can be taken along with `focuskey backup FILE`, and deleted for good with `focuskey forget`.",
  ]

  static let deskMode = "Desk mode"
  static let whyDeskMode =
    "An Android phone beside your computer reads one card after another while this page is open, without a question in between. It needs Chrome and scripts."

  // MARK: The Shortcut

  static let useShortcut = "Use an iPhone Shortcut"
  static let whyShortcut =
    "An automation runs when the iPhone touches the tag, without opening a page. It is built once, by hand, in about five minutes."
  static let shortcutSteps = [
    "On the computer, run `focuskey phone pair --shortcut --name iphone`. It shows a key, an address that ends in /challenge and one that ends in /tap. Keep them at hand: the key is not shown again.",
    "In Shortcuts, open Automation, tap New Automation, choose NFC, scan your tag, and choose Run Immediately. Then New Blank Automation, and add these actions in order.",
    "Text: paste the key. Then Set Variable, named `Key`.",
    "Text: the path of the card's link, such as `/focus/work`. Then Set Variable, named `Route`.",
    "Get Contents of URL: the address that ends in /challenge. Then Set Variable, named `Challenge`.",
    "Text: the variables `Key` `Challenge` `Route`, with nothing between them. Then Generate Hash, SHA256. Then Set Variable, named `Inner`.",
    "Text: the variables `Key` `Inner`, with nothing between them. Then Generate Hash, SHA256. Then Set Variable, named `Proof`.",
    "URL Encode: the variable `Route`. Then Set Variable, named `Encoded`.",
    "Text: `p=iphone&c=` Challenge `&r=` Encoded `&m=` Proof, without spaces and with the variables in the places of their names.",
    "Get Contents of URL: the address that ends in /tap. Method `POST`, a header `Content-Type` with `application/x-www-form-urlencoded`, Request Body `File`: the text of the step before.",
    "Show Notification: the contents of the URL, if you want to see what happened.",
  ]
  static let afterShortcut =
    "The first run asks whether the Shortcut may connect to your computer: allow it always. If nothing happens, check that the iPhone is in the same Wi-Fi. To make the key worthless, run focuskey phone revoke iphone."

  static func title(of route: Route) -> String {
    switch route.name {
    case "start": title(of: .start(profile: nil, minutes: nil, task: nil))
    case "stop": title(of: .stop)
    case "break": title(of: .break(minutes: nil))
    case "visit": "Open something for a few minutes"
    case "resume": title(of: .resume)
    case "focus": "Focus"
    case "status": title(of: .status)
    case "task": title(of: .task(.next))
    case "learn": title(of: .learn)
    case "bed": title(of: .bed)
    case "up": title(of: .up)
    case "excuse": title(of: .excuse)
    default: route.name
    }
  }
}
