internal import Allowance
internal import Movement
internal import Spelling

extension MoveFact {
  /// What happened, in words; `nil` for what only programs need.
  func sentence(at stamp: Stamp, in zone: CivilZone) -> String? {
    switch self {
    case .warned(let id, let left): "\(durationWords(seconds: left.secondsLeft, .left)) of \(id.text) left today."
    case .reached(let id): "The day's minutes of \(id.text) are used up."
    case .lifted(let id, let way, let minutes):
      switch way {
      case .move, .learn: "You earned \(counted(minutes, "minute")) of \(id.text)."
      case .override: "\(id.text) is open for the rest of the day."
      case .day: "A new day of \(id.text) begins."
      case .week: "A new week of \(id.text) begins."
      }
    case .moved(let movement):
      movement.booked == 0 ? "A set that short is not booked." : "\(movement.words) done."
    case .challengeSet(_, let target, _): "Today's challenge: \(counted(target, "repetition"))."
    case .challengeMet: "Today's challenge is met."
    case .overrideAsked(let name, let due):
      "\u{201C}\(name)\u{201D} opens at \(clockTime(stamp.wall(at: due), in: zone))."
    case .windowOpened(_, _, let ends):
      "Time to move: what waits for exercise is closed until \(clockTime(stamp.wall(at: ends), in: zone)), or until you move."
    case .windowClosed(let moved): moved ? "You moved: what waited for exercise is open again." : nil
    case .lapsCalibrated(let least):
      "A lap takes at least \(least.milliseconds / 1000).\(least.milliseconds % 1000 / 100) s from now on."
    case .nudge(.told): "It is a good time to move."
    case .nudge(.answered(_, let moved)):
      moved ? "You moved after it was suggested." : "Nothing followed the suggestion to move."
    case .dayBegan, .termsSet, .useBegan, .useEnded, .dayEnded, .overrideDue, .exercised, .nudge: nil
    }
  }
}

extension MovementRecord {
  /// How often it was done: `10 squats`, `1 lap`.
  fileprivate var words: String {
    if let exercise = Exercise(rawValue: kind) { return exercise.words(amount) }
    return counted(amount, kind == "laps" ? "lap" : kind)
  }
}
