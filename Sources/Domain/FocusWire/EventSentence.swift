public import FocusSession

extension Event {
  /// What happened, as a person is told it: in the terminal, in a notification, in the log on the screen. `nil` for
  /// what only programs care about.
  public func sentence(_ settings: Settings) -> String? {
    switch kind {
    case .recorded(let fact): fact.sentence(settings)
    case .refused(let refusal): refusal.sentence(in: settings.zone)
    case .tapIgnored(let why, _, _): why.sentence
    }
  }
}

extension Refusal {
  /// Which rule says no and, where that can be said, from when on it would not.
  public func sentence(in zone: CivilZone) -> String {
    let from = nextAt.map { "; possible from \(clockTime($0, in: zone))" } ?? ""
    return "\(rule.message)\(from)"
  }
}

extension TapIgnored {
  /// Why nothing came of a tap.
  public var sentence: String {
    switch self {
    case .stillThere: "The card has not left the reader since its last tap."
    case .tooSoon: "The card was away too short a time to count again."
    case .twoCards: "Two cards lie on the reader: neither counts."
    case .stranger: "This card is not registered and carries no link of yours."
    case .atStart: "The card lay there already: it counts once it comes back."
    }
  }
}

extension Fact {
  fileprivate func sentence(_ settings: Settings) -> String? {
    func time(_ tick: Tick) -> String { clockTime(stamp.wall(at: tick), in: settings.zone) }
    func name(_ profile: ProfileID) -> String { settings.profile(profile)?.policy.name ?? profile.text }
    switch body {
    case .sessionStarted(let start):
      let end = start.plannedEnd.map { " until \(time($0))" } ?? ""
      return "Focusing on \(start.own.policy.name)\(end)."
    case .layerAdded(let layer, _): return "The blocks of \(layer.policy.name) are added."
    case .layerRemoved(let profile): return "The blocks of \(name(profile)) are off again."
    case .blocksAdded(let profile, _): return "\(name(profile)) blocks more now."
    case .sessionExtended(let plannedEnd, _):
      return plannedEnd.map { "The session lasts until \(time($0))." } ?? "The session lasts until you end it."
    case .questionOpened(let question):
      let choice =
        if case .switchTo(_, let profile) = question.kind { "Switch to \(name(profile))" } else { "End, break" }
      let wait = question.isAgain ? "Too early: the wait begins anew. " : ""
      return
        "\(wait)\(choice), or go on? It can be answered from \(time(question.opens)) on; at \(time(question.closes)) the focus goes on."
    case .questionAnswered(let answer, _):
      return answer == .keep || answer == .timeout ? "The focus goes on." : nil
    case .breakStarted(let ends, _, _): return "Break until \(time(ends))."
    case .breakNoticed: return "The break is about to end."
    case .breakEnded(let why): return why == .sessionEnded ? nil : "The break is over."
    case .sessionEnded(let ending):
      return "\(ending.why.sentence) \(spokenLength(ending.focused)) of focus."
    case .emergencyOpened(let due): return "The session ends at \(time(due)); `keep` takes it back."
    case .emergencyCancelled: return "The emergency exit is taken back."
    case .attempted: return nil
    case .promiseKept: return settings.promise.map { "A note to yourself: \($0)" } ?? "You keep your promise."
    case .bypassed(let layer): return "Somebody took a layer of the shield away (\(layer)); it stands again."
    case .scheduleNoticed(let occurrence):
      return "\(name(occurrence.profile)) starts at \(clockTime(occurrence.start, in: settings.zone))."
    case .scheduleSkipped(let occurrence, _): return "\(name(occurrence.profile)) did not start as scheduled."
    case .startPlanned(let planned):
      return "\(planned.ask.profile.map { name($0) } ?? "The session") starts at \(time(planned.at))."
    case .startUnplanned: return "The planned start is taken back."
    case .clockJumped(let lapse):
      return "The clock was set by \(lapse.text); the session's time is not changed by that."
    case .clockCorrected(let lapse, .ranAhead):
      return "The computer's clock had run ahead by \((.zero - lapse).text); that time is not counted."
    case .clockCorrected(let lapse, .synchronized):
      return "The clock is right again: \(lapse.text) with the computer off are counted."
    case .clockTrusted, .serviceStarted, .counterShown: return nil
    case .keyProven(let key, _):
      return "The key \(settings.keys.first { $0.id == key }?.name ?? key.text) is proven: it can end sessions."
    case .recoveryCodeMade: return "A recovery code was made."
    case .recoveryCodeUsed: return "A recovery code was used; it does not work again."
    }
  }
}

extension SessionEnd {
  fileprivate var sentence: String {
    switch self {
    case .confirmed: "The session is over."
    case .completed: "The session is complete."
    case .emergency: "The session was broken off."
    case .switched: "The session gave way to another."
    }
  }
}

/// The time of day on a clock of that zone: `09:05`, with seconds where they matter.
public func clockTime(_ moment: Timestamp, in zone: CivilZone) -> String {
  // "2026-11-21T09:05:30+01:00": the time stands behind the T.
  let text = Array(ISO8601.text(moment, in: zone).utf8)
  let time = text[11..<19]
  return String(decoding: time.suffix(2) == Array("00".utf8)[...] ? time.prefix(5) : time, as: UTF8.self)
}

/// A length of time as people say it: `50 min`, `1 h 20 min`, `40 s`.
public func spokenLength(_ lapse: Lapse) -> String {
  let seconds = max(0, lapse.wholeSeconds)
  let minutes = seconds / 60
  if minutes == 0 { return "\(seconds) s" }
  if minutes < 60 { return "\(minutes) min" }
  return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
}
