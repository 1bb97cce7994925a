extension VisitRule {
  /// The rule's name in events, answers and errors.
  var word: String {
    switch self {
    case .noSession: "no-session"
    case .underWay: "visit-under-way"
    case .notBlocked, .unreadable: "not-blocked"
    case .noVisits: "no-visits"
    case .notVisitable, .unseen: "not-visitable"
    case .minutes: "visit-minutes"
    case .perSession: "visits-per-session"
    case .perDay: "visit-minutes-per-day"
    case .noVisit: "no-visit"
    }
  }

  /// What the rule says, in one sentence without a full stop.
  var message: String {
    switch self {
    case .noSession: "no session is running, so nothing has to be opened"
    case .underWay: "a visit is under way already"
    case .notBlocked: "that is not blocked now"
    case .unreadable: "a part of a site is written like youtube.com/shorts, without ?, # or .. in it"
    case .noVisits: "this profile has no visits"
    case .notVisitable: "that may not be visited in this session"
    case .unseen:
      "only a browser with FocusKey\u{2019}s extension opens one part of a blocked site, and it is at work in none"
    case .minutes(1): "a visit has at most 1 minute here"
    case .minutes(let most): "a visit has at most \(most) minutes here"
    case .perSession: "no visits are left in this session"
    case .perDay(let left) where left == .zero: "today's minutes for visits are used up"
    case .perDay(let left): "only \(spokenLength(left)) are left for visits today"
    case .noVisit: "no visit is under way"
    }
  }
}
