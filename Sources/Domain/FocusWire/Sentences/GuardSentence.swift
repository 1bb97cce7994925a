package import Guarding
internal import Spelling

extension GuardFact {
  /// What a guard found, in words; `nil` for what only programs need.
  func sentence(at stamp: Stamp, in zone: CivilZone) -> String? {
    switch self {
    case .strayed(let began, let cause):
      "\(cause.sentence) Since \(clockTime(stamp.wall(at: began), in: zone))."
    case .strayEnded(let stray):
      switch stray.why {
      case .returned: "Back at work after \(spokenLength(stray.ended - stray.began))."
      case .excused: "Counted as work."
      case .onBreak, .visiting, .sessionEnded, .serviceStopped: nil
      }
    case .strayExcused: "Counted as work."
    case .alarmSnoozed(let until): "The alarm is silent until \(clockTime(stamp.wall(at: until), in: zone))."
    case .alarmHushed: "The alarm is silent for the rest of this session."
    case .goodNight: "Good night."
    case .up: "Good morning."
    case .nightReported(let report): report.sentence
    case .felt(let eyes, _): "Your eyes feel \(eyes.words)."
    case .strayJoined, .alarmRang, .awake, .awakeEnded, .inputWatched, .greeted: nil
    }
  }
}

extension Cause {
  package var sentence: String {
    switch self {
    case .attempt: "You keep opening what is blocked."
    case .offTask: "This is not what you planned to work on."
    case .presence: "Your card is off the reader."
    case .away: "Nobody is at the computer."
    case .noise: "It is loud in the room."
    case .media: "Something is playing."
    case .using: "The computer is in use."
    }
  }
}

extension EyeFeeling {
  package var words: String {
    switch self {
    case .fine: "fine"
    case .weary: "a little tired"
    case .tired: "tired"
    case .sore: "sore"
    }
  }
}

extension NightReport {
  package var sentence: String {
    !isNoticed
      ? "Whether the computer was used last night was not noticed, because nothing here watches for input."
      : times == 0
        ? "The computer was not used last night."
        : "Last night the computer was used for \(spokenLength(used)), in \(counted(times, "stretch", "stretches"))."
  }
}
