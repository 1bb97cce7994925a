/// What shows a person bulletins, and what they press there.
package protocol Notifier: Sendable {
  /// Shows a bulletin; what is shown on the same subject gives way to it.
  func show(_ bulletin: Bulletin) async
  /// Takes away what is shown on a subject.
  func withdraw(_ subject: Bulletin.Subject) async
  /// The buttons that are pressed, from the start on. Asked for once.
  func presses() -> AsyncStream<Bulletin.Button>
}

/// Something that a person is shown in passing.
package struct Bulletin: Sendable, Equatable {
  /// What a bulletin is about. There is at most one on each subject, so that they never pile up.
  package enum Subject: String, Sendable, CaseIterable {
    /// The session: that it began, goes on, asks, rests, is over.
    case session
    /// Something blocked that was asked for.
    case attempt
    /// A start to come.
    case schedule
    /// Straying, while it lasts.
    case straying
    /// Tasks that are due soon.
    case task
    /// Minutes of an allowance: that few are left, or none; and the day's challenge.
    case allowance
    /// A suggestion to move.
    case movement
    /// The night: that it begins, and what became of it.
    case night
    /// Something was reached.
    case reward
    /// What came of a tap or of a press, where it came to nothing; and faults.
    case refusal
  }

  /// What can be pressed. Each says what another mouth of this user could say as well.
  package enum Button: String, Sendable, CaseIterable {
    /// Ask to end the session.
    case stop
    /// Answer the question: end it.
    case confirm
    /// Answer the question: the task is done, end it.
    case done
    /// Answer the question: go on.
    case keep
    /// Ask for a break.
    case takeBreak = "break"
    /// Come back from a break.
    case resume
    /// Close the visit that is under way.
    case closeVisit = "visit-end"
    /// Leave what is blocked alone, because of the promise.
    case keepPromise = "keep-promise"
    /// This was work.
    case excuse
    /// Silence the alarm for a while.
    case snooze
    /// Silence the alarm for the rest of the session.
    case hush
    /// Say good night.
    case bed
    /// Say how the eyes feel after the night: fine.
    case eyesFine = "eyes-0"
    /// A little tired.
    case eyesWeary = "eyes-1"
    case eyesTired = "eyes-2"
    case eyesSore = "eyes-3"

    /// The command that says the same, where there is one.
    package var command: String? {
      switch self {
      case .keepPromise: nil
      case .done: "focuskey confirm --done"
      case .closeVisit: "focuskey visit --end"
      case .eyesFine: "focuskey night feel 0"
      case .eyesWeary: "focuskey night feel 1"
      case .eyesTired: "focuskey night feel 2"
      case .eyesSore: "focuskey night feel 3"
      default: "focuskey \(rawValue)"
      }
    }
  }

  /// A button with the words on it.
  package struct Offer: Sendable, Equatable {
    /// What it says.
    package let button: Button
    package let words: String
  }

  /// How much it wants to be seen.
  package enum Urgency: UInt8, Sendable {
    /// Seen in passing, never heard.
    case low = 0
    /// As most things.
    case normal = 1
  }

  /// What it is about.
  package var subject: Subject
  /// The first line.
  package var title: String
  /// The text below it, plain.
  package var text: String
  /// What can be pressed.
  package var buttons: [Offer]
  /// How much it wants to be seen.
  package var urgency: Urgency
  /// Whether it stays until it is answered or replaced, as a question does.
  package var stays: Bool

  /// A bulletin.
  package init(
    _ subject: Subject, title: String, text: String = "", buttons: [(Button, String)] = [], urgency: Urgency = .normal,
    stays: Bool = false
  ) {
    self.subject = subject
    self.title = title
    self.text = text
    self.buttons = buttons.map { Offer(button: $0, words: $1) }
    self.urgency = urgency
    self.stays = stays
  }
}
