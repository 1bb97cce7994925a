/// The session as the screen shows it, in whole seconds.
package struct WatchScene: Equatable, Sendable {
  /// Where the person is.
  package enum State: Equatable, Sendable {
    /// Nobody answers.
    case away
    /// No session is under way.
    case idle
    /// A session is under way and the shield is up.
    case focusing
    /// A session is under way and the shield is down for some minutes.
    case onBreak
  }

  /// The question that is open.
  package struct Question: Equatable, Sendable {
    /// The profile to switch to; `nil` where the session would end.
    package var switchTo: String?
    /// Until it can be answered with yes.
    package var opensIn: Int64
    /// Until it closes as *go on*.
    package var closesIn: Int64
    /// What is still to be done, beyond waiting, before it can be answered with yes.
    package var toDo: [String]

    /// A question.
    package init(switchTo: String? = nil, opensIn: Int64, closesIn: Int64, toDo: [String] = []) {
      self.switchTo = switchTo
      self.opensIn = opensIn
      self.closesIn = closesIn
      self.toDo = toDo
    }
  }

  /// The emergency exit, as it is now.
  package struct Exit: Equatable, Sendable {
    /// What has to be typed.
    package var sentence: String
    /// How long it waits then before it ends the session.
    package var wait: Int64
    /// How many there are, this one among them.
    package var left: Int64

    /// An emergency exit.
    package init(sentence: String, wait: Int64, left: Int64) {
      self.sentence = sentence
      self.wait = wait
      self.left = left
    }
  }

  /// A visit that is under way.
  package struct Visit: Equatable, Sendable {
    /// What is open.
    package var what: String
    /// Until it is shut again.
    package var left: Int64

    /// A visit.
    package init(what: String, left: Int64) {
      self.what = what
      self.left = left
    }
  }

  /// Where the person is.
  package var state: State
  /// The person's name for the session's profile.
  package var profile = ""
  /// The place of that profile in the list, which gives its colour.
  package var hue = 0
  /// What the person means to do.
  package var task: String?
  /// Focus without breaks.
  package var focused: Int64 = 0
  /// To the planned end.
  package var left: Int64?
  /// To the end of the break.
  package var breakLeft: Int64 = 0
  /// The whole break, as far as it was seen.
  package var breakLength: Int64 = 0
  /// How many breaks began.
  package var breaksTaken: Int64 = 0
  /// How many there still are.
  package var breaksLeft: Int64?
  /// When the next one opens, as a clock shows it.
  package var nextBreak: String?
  /// What is still to be done before a break, beyond waiting.
  package var toDoBeforeBreak: [String] = []
  /// What is visited, and for how long still.
  package var visit: Visit?
  /// Attempts on blocked things.
  package var attempts: Int64 = 0
  /// The question that is open.
  package var question: Question?
  /// Until an emergency exit ends the session, which can be taken back until then; `nil` where none waits.
  package var brokenOffIn: Int64?
  /// The emergency exit that could be taken; `nil` where none is left.
  package var exit: Exit?
  /// What was typed of its sentence so far; `nil` while nobody types. Every key but two is a letter of it until then.
  package var typed: String?
  /// The person's names for the profiles that can be started, in their order.
  package var profiles: [String] = []
  /// What else is worth a line: the shield, the readers, the next start.
  package var remarks: [String] = []
  /// Why nothing came of the last key.
  package var refusal: String?

  /// A scene.
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

  /// How breaks stand; a profile without breaks has none to count.
  var breakWords: String {
    if breaksTaken == 0, breaksLeft == 0 { return "No breaks in this session." }
    let left = breaksLeft.map { ", \($0) left" } ?? ""
    let next = nextBreak.map { ", next at \($0)" } ?? ""
    return "Breaks: \(breaksTaken) taken\(left)\(next)"
  }

  /// Whether a break would be granted now, or asking for one begins the steps before it.
  private var mayTakeBreak: Bool { breaksLeft != 0 && nextBreak == nil }

  /// Whether it changes by itself from second to second.
  package var isMoving: Bool { state == .focusing || state == .onBreak }
}

/// What a key asks for.
package enum WatchAct: Equatable, Sendable {
  /// Begin a session of the profile with that place in the list; of the last one without.
  case start(Int?)
  /// Ask to end the session.
  case stop
  /// Answer the question: yes.
  case confirm
  /// Answer it: go on.
  case keep
  /// Ask for a break.
  case takeBreak
  /// Come back from a break.
  case resume
  case closeVisit
  /// Move the planned end out by five minutes.
  case extend
  /// Begin to type the sentence of the emergency exit.
  case breakOff
  /// Hand in what was typed.
  case handIn
  /// Type no further.
  case putAway
  /// Leave the screen.
  case quit
}

/// A key that does something now, and the words beside it.
package struct WatchKey: Equatable, Sendable {
  /// The key, as the terminal sends it.
  package var key: Character
  /// What is on it.
  package var label: String
  /// What it does, in words.
  package var words: String
  /// What it asks for.
  package var act: WatchAct
}

extension WatchScene {
  /// The keys that do something now.
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
