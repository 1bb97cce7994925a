/// The session as the screen shows it, in whole seconds.
package struct WatchScene: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// The service does not answer.
    case away
    case idle
    case focusing
    case onBreak
  }

  package struct Question: Equatable, Sendable {
    /// The profile to switch to; `nil` where the session would end.
    package var switchTo: String?
    /// Seconds until it can be answered with yes.
    package var opensIn: Int64
    /// Seconds until it closes as *go on*.
    package var closesIn: Int64
    /// Steps still required, other than waiting, before it can be answered with yes.
    package var toDo: [String]

    package init(switchTo: String? = nil, opensIn: Int64, closesIn: Int64, toDo: [String] = []) {
      self.switchTo = switchTo
      self.opensIn = opensIn
      self.closesIn = closesIn
      self.toDo = toDo
    }
  }

  package struct Exit: Equatable, Sendable {
    package var sentence: String
    /// Seconds from the typed sentence until the session ends.
    package var wait: Int64
    /// How many exits are left, including this one.
    package var left: Int64

    package init(sentence: String, wait: Int64, left: Int64) {
      self.sentence = sentence
      self.wait = wait
      self.left = left
    }
  }

  package struct Visit: Equatable, Sendable {
    package var what: String
    /// Seconds until it is shut again.
    package var left: Int64

    package init(what: String, left: Int64) {
      self.what = what
      self.left = left
    }
  }

  package var state: State
  package var profile = ""
  /// The profile's place in the list, which determines its colour.
  package var hue = 0
  package var task: String?
  /// Time in focus, without breaks.
  package var focused: Int64 = 0
  /// Seconds until the planned end.
  package var left: Int64?
  package var breakLeft: Int64 = 0
  /// The length of the whole break, as far as it was seen.
  package var breakLength: Int64 = 0
  package var breaksTaken: Int64 = 0
  package var breaksLeft: Int64?
  /// When the next break opens, as a clock shows it.
  package var nextBreak: String?
  /// Steps still required before a break, other than waiting.
  package var toDoBeforeBreak: [String] = []
  package var visit: Visit?
  package var attempts: Int64 = 0
  package var question: Question?
  /// Seconds until the emergency exit ends the session, unless revoked; `nil` if none waits.
  package var brokenOffIn: Int64?
  /// `nil` if no exit is left.
  package var exit: Exit?
  /// What was typed so far; `nil` while not typing. While typing, all keys but two are letters.
  package var typed: String?
  package var profiles: [String] = []
  /// Other lines worth showing: the shield, the readers, the next start.
  package var remarks: [String] = []
  /// Why the last key did nothing.
  package var refusal: String?

  package init(state: State) { self.state = state }

  /// The scene some seconds later, if nothing else happens.
  package func after(_ seconds: Int64) -> WatchScene {
    var scene = self
    switch state {
    case .away, .idle: return scene
    case .focusing:
      // While something is visited the focus does not go on.
      if visit == nil { scene.focused += seconds }
      scene.visit?.left = max(0, (visit?.left ?? 0) - seconds)
      scene.left = left.map { max(0, $0 - seconds) }
    case .onBreak: scene.breakLeft = max(0, breakLeft - seconds)
    }
    scene.question?.opensIn = max(0, (question?.opensIn ?? 0) - seconds)
    scene.question?.closesIn = max(0, (question?.closesIn ?? 0) - seconds)
    scene.brokenOffIn = brokenOffIn.map { max(0, $0 - seconds) }
    return scene
  }

  /// Words for the state of breaks; a profile without breaks has none to count.
  var breakWords: String {
    if breaksTaken == 0, breaksLeft == 0 { return "No breaks in this session." }
    let left = breaksLeft.map { ", \($0) left" } ?? ""
    let next = nextBreak.map { ", next at \($0)" } ?? ""
    return "Breaks: \(breaksTaken) taken\(left)\(next)"
  }

  /// Whether asking for a break now grants it or begins the steps before it.
  private var mayTakeBreak: Bool { breaksLeft != 0 && nextBreak == nil }

  package var isMoving: Bool { state == .focusing || state == .onBreak }
}

package enum WatchAct: Equatable, Sendable {
  /// Starts the profile at that place in the list; `nil` starts the last one.
  case start(Int?)
  case stop
  case confirm
  /// Answers the question: the session goes on.
  case keep
  case takeBreak
  case resume
  case closeVisit
  /// Moves the planned end five minutes later.
  case extend
  /// Begins typing the emergency exit's sentence.
  case breakOff
  case handIn
  /// Stops typing the sentence.
  case putAway
  case quit
}

package struct WatchKey: Equatable, Sendable {
  package var key: Character
  package var label: String
  package var words: String
  package var act: WatchAct
}

extension WatchScene {
  package var keys: [WatchKey] {
    var keys: [WatchKey] = []
    func add(_ key: Character, _ words: String, _ act: WatchAct, label: String? = nil) {
      keys.append(WatchKey(key: key, label: label ?? String(key), words: words, act: act))
    }
    if typed != nil {
      // Whatever happens meanwhile, no letter of a sentence is taken for a key.
      add("\n", "emergency exit", .handIn, label: "Enter")
      add("\u{1B}", "cancel", .putAway, label: "Esc")
      return keys
    }
    switch state {
    case .away: break
    case .idle:
      add("s", "start", .start(nil))
      for (index, profile) in profiles.prefix(9).enumerated() {
        add(Character(Unicode.Scalar(UInt8(0x31 + index))), profile, .start(index))
      }
    case .focusing, .onBreak:
      if let question {
        if question.opensIn <= 0, question.toDo.isEmpty {
          add("y", question.switchTo.map { "switch to " + $0 } ?? "end it", .confirm)
        }
        add("k", "keep going", .keep)
      } else {
        if brokenOffIn != nil { add("k", "cancel", .keep) }
        add("e", "end", .stop)
      }
      if state == .onBreak { add("r", "resume", .resume) } else if mayTakeBreak { add("b", "break", .takeBreak) }
      if let visit { add("c", "close \(visit.what)", .closeVisit) }
      if left != nil { add("+", "5 more min", .extend) }
      if question == nil, brokenOffIn == nil, exit != nil { add("x", "emergency", .breakOff) }
    }
    add("q", "quit", .quit)
    return keys
  }
}
