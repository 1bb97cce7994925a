extension Route {
  static let standard: [Route] = [
    start, stop, `break`, visit, resume, focus, status, task, learn, bed, up, excuse,
  ]

  static let start = Route(
    "start", RoutePath(.word("start")), [.profile, .minutes, .task], whenSoft: .acts, "starts a profile",
    read: { fields in .start(profile: fields.profile, minutes: fields.minutes, task: fields.task) },
    write: { link in
      guard case .start(let profile, let minutes, let task) = link else { return nil }
      return LinkFields(profile: profile, minutes: minutes, task: task)
    })

  static let stop = Route(
    "stop", RoutePath(.word("stop")), whenSoft: .refused, "asks to end",
    read: { _ in .stop },
    write: { link in link == .stop ? LinkFields() : nil })

  static let `break` = Route(
    "break", RoutePath(.word("break")), [.minutes], whenSoft: .refused, "asks for a break",
    read: { fields in .break(minutes: fields.minutes) },
    write: { link in
      guard case .break(let minutes) = link else { return nil }
      return LinkFields(minutes: minutes)
    })

  static let visit = Route(
    "visit", RoutePath(.word("visit"), .parameter(.thing)), [.visitMinutes], whenSoft: .refused,
    "opens one blocked thing for some minutes; shuts it again",
    read: { fields in .visit(what: fields.thing ?? "", minutes: fields.minutes) },
    write: { link in
      guard case .visit(let what, let minutes) = link else { return nil }
      return LinkFields(minutes: minutes, thing: what)
    })

  static let resume = Route(
    "resume", RoutePath(.word("resume")), whenSoft: .acts, "ends a break",
    read: { _ in .resume },
    write: { link in link == .resume ? LinkFields() : nil })

  static let focus = Route(
    "focus", RoutePath(.word("focus"), .parameter(.profile)), [.task], whenSoft: .acts,
    "starts the profile, asks what next, or ends a break",
    read: { fields in .focus(profile: fields.profile ?? "", task: fields.task) },
    write: { link in
      guard case .focus(let profile, let task) = link else { return nil }
      return LinkFields(profile: profile, task: task)
    })

  static let status = Route(
    "status", RoutePath(.word("status")), whenSoft: .acts, "shows the state",
    read: { _ in .status },
    write: { link in link == .status ? LinkFields() : nil })

  static let task = Route(
    "task", RoutePath(.word("task")), [.deed], whenSoft: .acts, "starts the next task; a card can finish it",
    read: { fields in .task(fields.deed ?? .next) },
    write: { link in
      guard case .task(let deed) = link else { return nil }
      return LinkFields(deed: deed)
    })

  static let learn = Route(
    "learn", RoutePath(.word("learn")), whenSoft: .acts, "begins to learn",
    read: { _ in .learn },
    write: { link in link == .learn ? LinkFields() : nil })

  static let bed = Route(
    "bed", RoutePath(.word("bed")), whenSoft: .acts, "says good night",
    read: { _ in .bed },
    write: { link in link == .bed ? LinkFields() : nil })

  static let up = Route(
    "up", RoutePath(.word("up")), whenSoft: .refused, "says good morning",
    read: { _ in .up },
    write: { link in link == .up ? LinkFields() : nil })

  static let excuse = Route(
    "excuse", RoutePath(.word("excuse")), whenSoft: .refused, "says that this was work",
    read: { _ in .excuse },
    write: { link in link == .excuse ? LinkFields() : nil })
}
