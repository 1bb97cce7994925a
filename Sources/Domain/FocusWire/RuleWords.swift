public import FocusSession

extension Rule {
  /// The rule's name in events, answers and errors. Rules of a profile are called what they are called there.
  public var word: String {
    switch self {
    case .notActive: "not-active"
    case .alreadyOnBreak: "already-on-break"
    case .notOnBreak: "not-on-break"
    case .noQuestion: "no-question"
    case .questionOpen: "question-open"
    case .wait: "wait"
    case .soft: "soft"
    case .mayNot: "may"
    case .proof: "proof"
    case .faultyLink: "faulty-link"
    case .endKey: "end-key"
    case .endTimer: "end-timer"
    case .needsPlannedEnd: "needs-planned-end"
    case .unproven: "unproven"
    case .unknownProfile: "unknown-profile"
    case .noProfile: "no-profile"
    case .minutes: "minutes-range"
    case .openEnded: "open-ended"
    case .breaks(let rule, _): rule.word
    case .emergencySpent: "emergency-spent"
    case .emergencyWaits: "emergency-waits"
    case .sentence: "sentence"
    case .wrongCode: "wrong-code"
    case .locked: "locked"
    }
  }

  /// What the rule says, in one sentence without the time at which it would be possible and without a full stop.
  public var message: String {
    switch self {
    case .notActive: "no session is under way"
    case .alreadyOnBreak: "a break is under way already"
    case .notOnBreak: "no break is under way"
    case .noQuestion: "no question is open"
    case .questionOpen: "another question is open: answer it first"
    case .wait: "the question cannot be answered with end yet"
    case .soft: "a link that did not come from a card here may only start or tighten a session"
    case .mayNot(let role): "this card may not \(role.word)"
    case .proof(let needed): "this tap is not proven strongly enough: \(needed.word) is needed"
    case .faultyLink: "the link on this card cannot be understood"
    case .endKey: "only a registered stop key ends this session"
    case .endTimer: "only its planned end ends this session"
    case .needsPlannedEnd: "this profile ends only by its planned end: name the minutes"
    case .unproven: "nothing could end this session yet: tap a stop key once, or make a recovery code"
    case .unknownProfile(let profile): "there is no profile \u{201C}\(profile.text)\u{201D}"
    case .noProfile: "there is no profile yet: add one"
    case .minutes(let allowed): "minutes are a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .openEnded: "this session has no planned end that could be moved out"
    case .breaks(let rule, let atMost): Self.message(of: rule, atMost: atMost)
    case .emergencySpent: "the emergency exits of this month are used up"
    case .emergencyWaits: "an emergency exit is waiting already"
    case .sentence(let sentence): "type this sentence as it stands: \(sentence)"
    case .wrongCode: "no recovery code matches"
    case .locked(let locked): Self.message(of: locked)
    }
  }

  private static func message(of rule: BreakRule, atMost: Lapse?) -> String {
    let rest = atMost.map { ": at most \($0.text)" } ?? ""
    return switch rule {
    case .length: "one break may not be that long" + rest
    case .perSession: "this session has had all its breaks"
    case .every: "the last break began too short a time ago"
    case .sessionBudget: "the session's break time does not reach" + rest
    case .dayBudget: "the day's break time does not reach" + rest
    case .weekBudget: "the week's break time does not reach" + rest
    case .after: "the first break needs more focus before it"
    case .gap: "the last break ended too short a time ago"
    case .earn: "not enough break time is earned yet" + rest
    }
  }

  private static func message(of locked: LockedSetting) -> String {
    switch locked {
    case .profile(let profile): "the profile \u{201C}\(profile.text)\u{201D} is in use: it can only be tightened"
    case .schedule(_, let schedule): "the schedule \u{201C}\(schedule.text)\u{201D} is in use"
    case .category(let category):
      "the category \u{201C}\(category.text)\u{201D} is in use: it can only be tightened"
    case .key(let key): "the key \u{201C}\(key.text)\u{201D} cannot be changed while a session is under way"
    case .emergency: "the ways out cannot be changed while a session is under way"
    case .awayTime: "the time between taps cannot be changed while a session is under way"
    }
  }
}
