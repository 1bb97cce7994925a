internal import Gates
internal import Learning
internal import Pledge
internal import Rewards
internal import Spelling

extension Event {
  /// What happened, in words: for the terminal, a notification and the service's messages. `nil` for events that only
  /// programs need.
  package func sentence(_ settings: Settings) -> String? {
    switch kind {
    case .recorded(let fact): fact.sentence(settings)
    case .refused(let refusal): refusal.sentence(in: settings.zone, at: at)
    case .tapIgnored(let why, _, _): why.sentence
    case .ring: nil
    case .noticed(let cause): cause.sentence
    }
  }
}

extension Refusal {
  /// Says which rule refused and, if waiting helps, from when it would not.
  package func sentence(in zone: CivilZone, at now: Timestamp) -> String {
    let when = nextAt.map { "; possible \(openingWords($0, at: now, in: zone))" } ?? ""
    return "\(rule.message)\(when)"
  }
}

extension TapIgnored {
  package var sentence: String {
    switch self {
    case .stillThere: "The card has not left the reader since its last tap."
    case .tooSoon: "The card came back too soon to count as a new tap."
    case .twoCards: "Two cards are on the reader, so neither counts."
    case .stranger: "This card is not registered and has no FocusKey link."
    case .atStart: "The card was already on the reader. Lift it and tap again."
    }
  }
}

extension Fact {
  fileprivate func sentence(_ settings: Settings) -> String? {
    func time(_ tick: Tick) -> String { clockTime(stamp.wall(at: tick), in: settings.zone) }
    func name(_ profile: ProfileID) -> String { settings.profile(profile)?.policy.name ?? profile.text }
    switch body {
    case .sessionStarted(let start):
      return start.sentence(settings, at: stamp)
    case .layerAdded(let layer, _): return "\(layer.policy.name)'s blocks were added."
    case .layerRemoved(let profile): return "\(name(profile))'s blocks were removed."
    case .blocksAdded(let profile, _): return "\(name(profile)) now blocks more."
    case .sessionExtended(let plannedEnd, _):
      return plannedEnd.map { "The session lasts until \(time($0))." } ?? "The session lasts until you end it."
    case .questionOpened(let question):
      let choice =
        if case .switchTo(_, let profile) = question.kind { "Switch to \(name(profile))?" } else { "End this session?" }
      let again = question.isAgain ? "Too early. The wait starts again. " : ""
      let opens = openingWords(stamp.wall(at: question.opens), at: stamp.moment.wall, in: settings.zone)
      return "\(again)\(choice) You can answer \(opens); the session continues at \(time(question.closes))."
    case .questionAnswered(let answer, _):
      return answer == .keep || answer == .timeout ? "The session continues." : nil
    case .breakStarted(let ends, _, _): return "Break until \(time(ends))."
    case .breakNoticed: return "The break is about to end."
    case .breakEnded(let why): return why == .sessionEnded ? nil : "The break is over."
    case .sessionEnded(let ending):
      let words = "\(ending.why.sentence) \(spokenLength(ending.focused)) of focus."
      return words + (ending.resumption(settings, at: stamp.moment.wall).map { " \($0)" } ?? "")
    case .emergencyOpened(let due): return "The session ends at \(time(due)). Run `focuskey keep` to cancel."
    case .emergencyCancelled: return "The emergency exit was cancelled."
    case .attempted: return nil
    case .promiseKept: return settings.promise.map { "A note to yourself: \($0)" } ?? "You keep your promise."
    case .bypassed("log"): return "The log was deleted or replaced. It was restored."
    case .bypassed(let layer): return "Blocking restored. Something turned off a layer (\(layer))."
    case .scheduleNoticed(let occurrence):
      return "\(name(occurrence.profile)) starts at \(clockTime(occurrence.start, in: settings.zone))."
    case .scheduleSkipped(let occurrence, _): return "\(name(occurrence.profile)) did not start as scheduled."
    case .startPlanned(let planned):
      return "\(planned.ask.profile.map { name($0) } ?? "The session") starts at \(time(planned.at))."
    case .startUnplanned: return "The planned start was cancelled."
    case .clockJumped(let lapse):
      return "The clock changed by \(lapse.text); session time is not affected."
    case .clockCorrected(let lapse, .ranAhead):
      return "The computer's clock had run ahead by \((.zero - lapse).text); that time is not counted."
    case .clockCorrected(let lapse, .synchronized):
      return "The clock is right again: \(lapse.text) with the computer off are counted."
    case .clockTrusted, .serviceStarted, .sync: return nil
    case .key(let fact): return fact.sentence(settings)
    case .learn(let fact): return fact.sentence
    case .guard(let found): return found.sentence(at: stamp, in: settings.zone)
    case .move(let moved): return moved.sentence(at: stamp, in: settings.zone)
    case .plan(let planned): return planned.sentence
    case .pledge(let pledged): return pledged.sentence
    case .gate(let happened): return happened.sentence(settings)
    case .visit(let happened): return happened.sentence(at: stamp, in: settings.zone)
    }
  }
}

extension SessionStart {
  /// Says that it began and when it ends: as planned, or with its own schedule where it meets one.
  fileprivate func sentence(_ settings: Settings, at stamp: Stamp) -> String {
    let name = own.policy.name
    func time(_ wall: Timestamp) -> String { clockTime(wall, in: settings.zone) }
    if let plannedEnd { return "Focusing on \(name) until \(time(stamp.wall(at: plannedEnd)))." }
    guard let meets = settings.meeting(of: own.policy.profile, after: stamp.moment.wall) else {
      return "Focusing on \(name)."
    }
    let isToday = settings.zone.day(at: meets.start) == settings.zone.day(at: stamp.moment.wall)
    let begins = "Its schedule begins \(isToday ? "" : "tomorrow ")at \(time(meets.start))"
    return "Focusing on \(name). \(begins); the session then ends with it, at \(time(meets.end))."
  }
}

extension SessionEnding {
  /// Tells a person who ends a session early that the rest of its schedule is left out.
  fileprivate func resumption(_ settings: Settings, at wall: Timestamp) -> String? {
    guard why == .confirmed || why == .emergency, let next = settings.resumption(of: profile, after: wall) else {
      return nil
    }
    return "The schedule is left out this once; it begins again \(dayWords(next, after: wall, in: settings.zone))."
  }
}

/// The days of a week, from Monday on.
package let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/// Words for a moment within eight days: `today at 15:00`, `tomorrow at 09:00`, `on Friday`.
private func dayWords(_ moment: Timestamp, after now: Timestamp, in zone: CivilZone) -> String {
  let day = zone.day(at: moment)
  return switch day.number - zone.day(at: now).number {
  case 0: "today at \(clockTime(moment, in: zone))"
  case 1: "tomorrow at \(clockTime(moment, in: zone))"
  default: "on \(weekdayNames[day.weekday.rawValue])"
  }
}

extension SessionEnd {
  fileprivate var sentence: String {
    switch self {
    case .confirmed: "The session is over."
    case .completed: "The session is complete."
    case .emergency: "Session ended by emergency exit."
    case .switched: "Switched to another profile."
    }
  }
}

extension Status {
  /// The break that would be granted now; `nil` for none, or where something is to be done first.
  package var breakOffer: String? {
    guard state == .focusing, let breaks, breaks.left != 0, breaks.nextAt == nil, breaks.steps.toDo == nil else {
      return nil
    }
    guard let left = breaks.left else { return "A break is possible now." }
    return "\(counted(left, "break")) left in this session."
  }

  /// What to tell a person who asks again while a question is open: when and how it can be answered.
  package var questionReminder: String? {
    guard let question else { return nil }
    if let toDo = question.steps.toDo { return "Already asked: first \(toDo)." }
    let left = question.wait.secondsLeft
    if question.switchTo == nil, end == .key {
      return "Already asked: tap your stop key\(left > 0 ? " in \(left) s" : "") to end."
    }
    let word = question.switchTo == nil ? "end" : "switch"
    return left > 0 ? "Already asked: you can \(word) in \(left) s." : "Already asked: you can \(word) now."
  }
}

extension Timestamp {
  /// Rounds up to a whole second: for showing from when something is possible.
  package var nextSecond: Timestamp {
    let passed = (milliseconds % 1000 + 1000) % 1000
    return passed == 0 ? self : self + Lapse(milliseconds: 1000 - passed)
  }
}

/// When something becomes possible: `in 3 s` within a minute, else `from 09:30`.
func openingWords(_ moment: Timestamp, at now: Timestamp, in zone: CivilZone) -> String {
  let wait = (moment - now).secondsLeft
  return wait < 60 ? "in \(wait) s" : "from \(clockTime(moment.nextSecond, in: zone))"
}

/// The time of day on a clock of that zone: `09:05`, with seconds unless they are 0.
package func clockTime(_ moment: Timestamp, in zone: CivilZone) -> String {
  // "2026-11-21T09:05:30+01:00": the time follows the T.
  let text = Array(ISO8601.text(moment, in: zone).utf8)
  let time = text[11..<19]
  return String(decoding: time.suffix(2) == Array("00".utf8)[...] ? time.prefix(5) : time, as: UTF8.self)
}

/// Time that has passed, in words: `50 min`, `1 h 20 min`, `40 s`.
package func spokenLength(_ lapse: Lapse) -> String { durationWords(seconds: lapse.wholeSeconds) }

/// Time left, rounded up as in a countdown.
package func spokenTimeLeft(_ lapse: Lapse) -> String { durationWords(seconds: lapse.secondsLeft, .left) }

extension LearnFact {
  /// `nil` for most facts about cards, which are shown where they happen.
  fileprivate var sentence: String? {
    guard case .told(let name, let points) = self else { return nil }
    return "Achievement: \(Achievement.named(name)?.title ?? name), \(counted(Int(points), "point"))."
  }
}
