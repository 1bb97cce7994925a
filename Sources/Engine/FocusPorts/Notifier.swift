package protocol Notifier: Sendable {
  /// Shows a bulletin in place of the one shown on the same subject.
  func show(_ bulletin: Bulletin) async
  func withdraw(_ subject: Bulletin.Subject) async
  /// The buttons pressed from the start on; called only once.
  func presses() -> AsyncStream<Bulletin.Button>
}

package struct Bulletin: Sendable, Equatable {
  /// What a bulletin is about. There is at most one on each subject, so that they never pile up.
  package enum Subject: String, Sendable, CaseIterable {
    case session
    case attempt
    case schedule
    case straying
    /// Tasks that are due soon.
    case task
    /// Few or no minutes are left of an allowance; and the day's challenge.
    case allowance
    case movement
    case night
    case reward
    /// A tap or a press that came to nothing; also faults.
    case refusal
  }

  /// A button; it can do only what this user can also ask for elsewhere.
  package enum Button: String, Sendable, CaseIterable {
    case stop
    case confirm
    /// Answer the question: the task is done, end it.
    case done
    case keep
    case takeBreak = "break"
    case resume
    case closeVisit = "visit-end"
    /// Leave what is blocked alone, because of the promise.
    case keepPromise = "keep-promise"
    /// Says that the straying was work.
    case excuse
    case snooze
    /// Silence the alarm for the rest of the session.
    case hush
    case bed
    /// Say how the eyes feel after the night: fine.
    case eyesFine = "eyes-0"
    /// The eyes after the night: a little tired.
    case eyesWeary = "eyes-1"
    case eyesTired = "eyes-2"
    case eyesSore = "eyes-3"

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

  package struct Offer: Sendable, Equatable {
    package let button: Button
    package let words: String
  }

  package enum Urgency: UInt8, Sendable {
    /// Shown in passing, without a sound.
    case low = 0
    case normal = 1
  }

  package var subject: Subject
  package var title: String
  /// Plain text, below the title.
  package var text: String
  package var buttons: [Offer]
  package var urgency: Urgency
  /// Whether it stays until it is answered or replaced, as a question does.
  package var stays: Bool

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
