internal import Allowance
internal import Gates
internal import Pledge

extension Rule {
  /// The rule's name in events, answers and errors. Rules of a profile are called what they are called there.
  package var word: String {
    switch self {
    case .notActive: "not-active"
    case .alreadyOnBreak: "already-on-break"
    case .notOnBreak: "not-on-break"
    case .noQuestion: "no-question"
    case .questionOpen: "question-open"
    case .wait: "wait"
    case .gate: "gate"
    case .impassable: "impassable-gate"
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
    case .visits(let rule): rule.word
    case .emergencySpent: "emergency-spent"
    case .emergencyWaits: "emergency-waits"
    case .sentence: "sentence"
    case .wrongCode: "wrong-code"
    case .notStraying: "not-straying"
    case .snooze: "snooze"
    case .noTask: "no-task"
    case .notOwed: "not-owed"
    case .notNight: "not-night"
    case .notMorning: "not-morning"
    case .override(.steps): "gate"
    case .override: "override"
    case .locked: "locked"
    }
  }

  /// What the rule says, in one sentence without the time at which it would be possible and without a full stop.
  package var message: String {
    switch self {
    case .notActive: "no session is running"
    case .alreadyOnBreak: "you are already on a break"
    case .notOnBreak: "you are not on a break"
    case .noQuestion: "there is no question to answer"
    case .questionOpen: "another question is open: answer it first"
    case .wait: "you cannot end the session yet"
    case .gate(let loosening, let steps): steps.message(before: loosening)
    case .impassable(let profile, let why):
      "nobody could pass the gate of \u{201C}\(profile.text)\u{201D} here: \(why.words)"
    case .soft: "a link that was not read from a card here can only start a session or make it stricter"
    case .mayNot(let role):
      "this card may not \(role.word): register it as a key that may, on the dashboard under Set up, Keys"
    case .proof(let needed): "this profile needs a stronger proof from the key: \(needed.word)"
    case .faultyLink: "the link on this card is not valid"
    case .endKey: "only a registered stop key can end this session"
    case .endTimer: "this session ends only at its planned end"
    case .needsPlannedEnd: "this profile ends only at a planned end: give the minutes"
    case .unproven: "there is no way to end this session yet: tap a stop key once, or create a recovery code"
    case .unknownProfile(let profile): "there is no profile \u{201C}\(profile.text)\u{201D}"
    case .noProfile: "there is no profile yet: add one"
    case .minutes(let allowed): "minutes must be a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .openEnded: "this session has no planned end to extend"
    case .breaks(let rule, let atMost): Self.message(of: rule, atMost: atMost)
    case .visits(let rule): rule.message
    case .emergencySpent: "no emergency exits left for now"
    case .emergencyWaits: "an emergency exit is already waiting"
    case .sentence(let sentence): "type this sentence exactly: \(sentence)"
    case .wrongCode: "this is not one of your unused recovery codes"
    case .notStraying: "no straying is recorded at the moment"
    case .snooze(let left):
      left > 0 ? "the alarm is not ringing" : "no snoozes left in this session"
    case .noTask: "there is no task"
    case .notOwed(let money): money.cents == 0 ? "nothing is owed" : "only \(money.text) is owed"
    case .notNight: "it is not bedtime"
    case .notMorning: "no night ended today"
    case .override(.unknown(let name)): "no allowance has the condition \u{201C}\(name)\u{201D}"
    case .override(.waiting(let name)): "\u{201C}\(name)\u{201D} is waiting already"
    case .override(.steps(let name, let steps)):
      "before \u{201C}\(name)\u{201D} lifts anything: \(steps.open.map { $0.words }.inWords)"
    case .override(.spent(let name)): "\u{201C}\(name)\u{201D} was used as often as you allowed"
    case .locked(let locked): Self.message(of: locked)
    }
  }

  private static func message(of rule: BreakRule, atMost: Lapse?) -> String {
    let rest = atMost.map { ": at most \($0.text)" } ?? ""
    return switch rule {
    case .length: "a break cannot be that long" + rest
    case .perSession: "no breaks left in this session"
    case .every: "too soon after the last break"
    case .sessionBudget: "not enough break time left in this session" + rest
    case .dayBudget: "not enough break time left today" + rest
    case .weekBudget: "not enough break time left this week" + rest
    case .after: "the first break comes after more focus"
    case .gap: "too soon after the end of the last break"
    case .earn: "not enough break time earned yet" + rest
    }
  }

  private static func message(of locked: LockedSetting) -> String {
    switch locked {
    case .allowance(let id):
      "the allowance \u{201C}\(id.text)\u{201D} is used up: it can only be made stricter until it opens again"
    case .profile(let profile): "the profile \u{201C}\(profile.text)\u{201D} is in use: it can only be made stricter"
    case .schedule(_, let schedule): "the schedule \u{201C}\(schedule.text)\u{201D} is in use"
    case .category(let category):
      "the category \u{201C}\(category.text)\u{201D} is in use: it can only be made stricter"
    case .key(let key): "the key \u{201C}\(key.text)\u{201D} cannot be changed during a session"
    case .emergency: "the emergency exits cannot be changed during a session"
    case .awayTime: "the time between taps cannot be changed during a session"
    case .challenge: "the daily challenge cannot be changed while an allowance is used up"
    case .signal(let name): "the signal \u{201C}\(name)\u{201D} cannot be turned off during a session"
    case .laps: "laps can only be made longer while an allowance is used up"
    }
  }
}
