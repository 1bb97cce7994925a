internal import FocusPorts
internal import FocusWire
internal import Gates

/// All words of bulletins and of the buttons on them, in one place.
struct BulletinWords {
  let settings: Settings
  let status: Status
  var blocking = ShieldSummary.idle(fix: nil)
  /// The person's device on which the session began; `nil` if it is this one.
  var origin: String?
  /// What people call an app.
  var appName: (String) -> String = { $0 }

  static let anotherDevice = "another device"

  // MARK: Buttons

  private let stop = (Bulletin.Button.stop, "End…")
  private let keep = (Bulletin.Button.keep, "Keep going")
  private let keepPromise = (Bulletin.Button.keepPromise, "I won\u{2019}t break my promise")
  private let resume = (Bulletin.Button.resume, "Resume")

  /// Offers a break if one would be granted now.
  private var takeBreak: [(Bulletin.Button, String)] {
    guard status.state == .focusing, let breaks = status.breaks, breaks.left != 0, breaks.nextAt == nil,
      breaks.steps.toDo == nil
    else {
      return []
    }
    return [(.takeBreak, "Take a break")]
  }

  /// Offers to ask for the end if the answer could be given here.
  private var whileFocusing: [(Bulletin.Button, String)] {
    (status.end == .confirm ? [stop] : []) + takeBreak
  }

  // MARK: The session

  func started(_ start: SessionStart, at stamp: Stamp) -> Bulletin {
    let until = start.plannedEnd.map { "Until \(time(stamp.wall(at: $0)))." }
    return Bulletin(
      .session,
      title: origin.map { "\(start.own.policy.name) began on \($0)" } ?? "Focusing on \(start.own.policy.name)",
      text: lines(start.task, until, promise, lack), buttons: whileFocusing, urgency: .low)
  }

  /// Another device's session came on top of the one here.
  func added(_ layer: Layer, by device: String?) -> Bulletin {
    Bulletin(
      .session, title: "\(layer.policy.name) began on \(device ?? Self.anotherDevice)",
      text: "What it blocks is blocked here too.", buttons: whileFocusing, urgency: .low)
  }

  /// What the session should block but does not.
  private var lack: String? {
    switch blocking {
    case .notBlocking, .partly, .crowded: blocking.sentence
    case .switchedOff, .idle, .blocking: nil
    }
  }

  func blockingLacks() -> Bulletin {
    let isAny = if case .partly = blocking { true } else { false }
    return Bulletin(
      .refusal, title: isAny ? "Only some of it is blocked" : "Nothing is blocked any more", text: blocking.sentence)
  }

  func blockingWhole() -> Bulletin {
    Bulletin(.refusal, title: "Blocking works again", text: blocking.sentence, urgency: .low)
  }

  func extended(to end: Timestamp) -> Bulletin {
    Bulletin(
      .session, title: "Focusing on \(profile)", text: "Now until \(time(end)).", buttons: whileFocusing, urgency: .low)
  }

  /// `isOver` means that the wait is over, so that the question can be answered with yes.
  func question(isOver: Bool) -> Bulletin {
    guard let question = status.question else { return Bulletin(.session, title: profile) }
    let other = question.switchTo.map(name)
    let yes = other.map { "Switch to \($0)" } ?? "End it"
    // Who may not end it here is told what does.
    let wait =
      isOver
      ? "The session continues at \(time(question.closesAt)) if you do nothing."
      : "You can choose \u{201C}\(yes)\u{201D} in \(question.wait.secondsLeft) s. The session continues at \(time(question.closesAt)) if you do nothing."
    let isHere = other != nil || status.end == .confirm
    let text =
      isHere
      ? wait
      : (isOver ? "Tap your stop key to end it." : "Tap your stop key in \(question.wait.secondsLeft) s to end it.")
    let toDo = question.steps.toDo.map { "First \($0)." }
    let done = status.work == nil || other != nil ? [] : [(Bulletin.Button.done, "Task done, end")]
    let confirm = isOver && isHere && toDo == nil ? [(Bulletin.Button.confirm, yes)] + done : []
    return Bulletin(
      .session, title: other.map { "Switch to \($0)?" } ?? "End \(profile)?", text: lines(text, toDo),
      buttons: confirm + [keep] + takeBreak, stays: true)
  }

  /// The question again after something was done for it; `nil` if it only asks for a wait.
  var questionAgain: Bulletin? {
    guard let question = status.question, question.steps.contains(where: { $0.step.wait == .zero }) else { return nil }
    return self.question(isOver: question.wait == .zero)
  }

  func ended(_ ending: SessionEnding) -> Bulletin {
    let title =
      switch ending.why {
      case .confirmed: "The session is over"
      case .completed: "The session is complete"
      case .emergency: "Session ended by emergency exit"
      case .switched: "Switched to another profile"
      }
    return Bulletin(
      .session, title: title,
      text: lines(
        ending.why == .completed ? "Well kept." : nil,
        "\(spokenLength(ending.focused)) of focus on \(name(ending.profile))."),
      urgency: ending.why == .completed ? .normal : .low)
  }

  func emergency(at due: Timestamp) -> Bulletin {
    Bulletin(
      .session, title: "The session ends at \(time(due))", text: "You can still cancel until then.",
      buttons: [keep], stays: true)
  }

  // MARK: Breaks

  func breakStarted(until end: Timestamp) -> Bulletin {
    Bulletin(.session, title: "Break until \(time(end))", buttons: [resume], urgency: .low)
  }

  func breakEnding(at end: Timestamp) -> Bulletin {
    Bulletin(
      .session, title: "The break ends in \(Break.notice.wholeSeconds) s",
      text: "\(profile) continues at \(time(end)).", buttons: [resume], stays: true)
  }

  func breakOver() -> Bulletin {
    Bulletin(.session, title: "The break is over", text: "Focusing on \(profile).", buttons: whileFocusing)
  }

  // MARK: Visits

  func visitBegan(_ thing: VisitThing, until end: Timestamp) -> Bulletin {
    Bulletin(
      .session, title: "\(thing.name) is open until \(time(end))", text: "Everything else stays blocked.",
      buttons: [(.closeVisit, "Close now")], urgency: .low)
  }

  func visitEnded(_ thing: VisitThing) -> Bulletin {
    Bulletin(
      .session, title: "\(thing.name) is shut again", text: "Focusing on \(profile).", buttons: whileFocusing,
      urgency: .low)
  }

  /// What a visit costs, if one is left.
  private func visitOffer(of attempt: Attempt) -> String? {
    guard status.visit == nil, let visits = status.visits, visits.left > 0, visits.leftToday > .zero else {
      return nil
    }
    let length = spokenLength(min(.minutes(Int64(visits.minutes)), visits.leftToday))
    return "Open it for \(length) with: focuskey visit \(attempt.name) (\(visits.left) left)"
  }

  // MARK: Beside the session

  func blocked(_ attempt: Attempt) -> Bulletin {
    let left = status.remaining.map { "\(profile), \(spokenTimeLeft($0)) left." } ?? "\(profile)."
    return Bulletin(
      .attempt, title: "\(attempt.kind == .app ? appName(attempt.name) : attempt.name) is blocked",
      text: lines(left, promise, visitOffer(of: attempt)),
      buttons: (settings.promise == nil ? [] : [keepPromise]) + takeBreak)
  }

  func kept(_ promise: String) -> Bulletin {
    Bulletin(.attempt, title: "A note to yourself", text: promise, urgency: .low)
  }

  func bypassed(_ layer: String) -> Bulletin {
    layer == "log"
      ? Bulletin(.refusal, title: "Log restored", text: "Something deleted or replaced FocusKey\u{2019}s log.")
      : Bulletin(.refusal, title: "Blocking restored", text: "Something turned off a layer (\(layer)).", urgency: .low)
  }

  func scheduled(_ occurrence: Occurrence) -> Bulletin {
    Bulletin(.schedule, title: "\(name(occurrence.profile)) starts at \(time(occurrence.start))", urgency: .low)
  }

  func skipped(_ occurrence: Occurrence, _ why: ScheduleSkip) -> Bulletin {
    let text =
      switch why {
      case .missed: "FocusKey was not running from \(time(occurrence.start)) to \(time(occurrence.end))."
      case .unproven: "There was no way to end it yet. Tap a stop key once, or create a recovery code."
      }
    return Bulletin(.schedule, title: "\(name(occurrence.profile)) did not start as scheduled", text: text)
  }

  func refused(_ refusal: Refusal, at now: Timestamp) -> Bulletin {
    Bulletin(.refusal, title: "Not now", text: sentence(refusal.sentence(in: settings.zone, at: now)), urgency: .low)
  }

  func ignored(_ why: TapIgnored) -> Bulletin {
    Bulletin(.refusal, title: "This tap did nothing", text: why.sentence, urgency: .low)
  }

  func recoveryCodeUsed() -> Bulletin {
    Bulletin(.refusal, title: "A recovery code was used", text: "It cannot be used again.")
  }

  // MARK: Pieces

  private var promise: String? { settings.promise.map { "\u{201C}\($0)\u{201D}" } }

  private var profile: String { status.profile.map(name) ?? "the session" }

  func name(_ profile: ProfileID) -> String { settings.profile(profile)?.policy.name ?? profile.text }

  private func time(_ moment: Timestamp) -> String { clockTime(moment, in: settings.zone) }

  func lines(_ parts: String?...) -> String { parts.compactMap { $0 }.joined(separator: "\n") }

  private func sentence(_ words: String) -> String { "\(words.prefix(1).uppercased())\(words.dropFirst())." }
}
