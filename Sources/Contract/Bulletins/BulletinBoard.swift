internal import Allowance
package import FocusPorts
internal import Guarding

/// What a person sees after each event: one session bulletin, replaced by the next, and few more.
package enum BulletinBoard {
  package enum Change: Sendable, Equatable {
    case show(Bulletin)
    case withdraw(Bulletin.Subject)
  }

  /// Returns what changes after an event; `status` and `blocking` are those after it.
  package static func changes(
    after event: Event, _ status: Status, _ settings: Settings, blocking: ShieldSummary,
    device: (DeviceName) -> String? = { _ in nil }, app: @escaping (String) -> String = { $0 }
  ) -> [Change] {
    if case .recorded(let fact) = event.kind, case .layerAdded(let layer, _) = fact.body,
      case .device(let name) = layer.trigger
    {
      let words = BulletinWords(settings: settings, status: status, blocking: blocking)
      return [.show(words.added(layer, by: device(name)))]
    }
    var words = BulletinWords(settings: settings, status: status, blocking: blocking)
    words.appName = app
    if case .recorded(let fact) = event.kind, case .sessionStarted(let start) = fact.body,
      case .device(let name) = start.trigger
    {
      words.origin = device(name) ?? BulletinWords.anotherDevice
    }
    switch event.kind {
    case .refused(let refusal): return [.show(words.refused(refusal, at: event.at))]
    case .tapIgnored(let why, _, _):
      // A card that is there, or flickers, is not news to the hand that put it there.
      return why == .stranger || why == .twoCards ? [.show(words.ignored(why))] : []
    case .recorded(let fact): return changes(after: fact, words)
    case .noticed(let cause): return [.show(words.noticed(cause))]
    case .ring: return [.show(words.ringing())]
    }
  }

  /// What is shown when more or less is blocked than before, while the session goes on.
  package static func blockingChanged(
    from before: ShieldSummary, to now: ShieldSummary, _ status: Status, _ settings: Settings
  ) -> Change? {
    guard status.state == .focusing else { return nil }
    let words = BulletinWords(settings: settings, status: status, blocking: now)
    switch (before, now) {
    case (.blocking, .notBlocking), (.partly, .notBlocking), (.blocking, .partly), (.notBlocking, .partly):
      return .show(words.blockingLacks())
    case (.notBlocking, .blocking), (.partly, .blocking): return .show(words.blockingWhole())
    default: return nil
    }
  }

  /// What is shown of an open question once its wait is over; `nil` if none is open.
  package static func waitOver(_ status: Status, _ settings: Settings) -> Change? {
    status.question == nil ? nil : .show(BulletinWords(settings: settings, status: status).question(isOver: true))
  }

  /// What is shown when the service starts: only what waits for an answer.
  package static func standing(_ status: Status, _ settings: Settings) -> Change? {
    status.question == nil ? nil : .show(BulletinWords(settings: settings, status: status).question(isOver: false))
  }

  private static func changes(after fact: Fact, _ words: BulletinWords) -> [Change] {
    switch fact.body {
    case .sessionStarted(let start): return [.withdraw(.schedule), .show(words.started(start, at: fact.stamp))]
    case .sessionExtended(let plannedEnd?, _): return [.show(words.extended(to: fact.stamp.wall(at: plannedEnd)))]
    case .questionOpened: return words.status.question == nil ? [] : [.show(words.question(isOver: false))]
    case .questionAnswered(let answer, _):
      // A break, an end or a switch tells about itself.
      return answer == .keep || answer == .timeout ? [.withdraw(.session)] : []
    case .breakStarted(let ends, _, _):
      return [.withdraw(.attempt), .show(words.breakStarted(until: fact.stamp.wall(at: ends)))]
    case .breakNoticed(let ends): return [.show(words.breakEnding(at: fact.stamp.wall(at: ends)))]
    case .breakEnded(let why):
      switch why {
      case .over: return [.show(words.breakOver())]
      case .resumed: return [.withdraw(.session)]
      case .sessionEnded: return []
      }
    case .sessionEnded(let ending): return [.withdraw(.attempt), .show(words.ended(ending))]
    case .emergencyOpened(let due): return [.show(words.emergency(at: fact.stamp.wall(at: due)))]
    case .emergencyCancelled: return [.withdraw(.session)]
    case .attempted(let attempt):
      // A browser shows a page of its own in a site's place, and asks for many sites that nobody looks at.
      return attempt.kind == .app ? [.show(words.blocked(attempt))] : []
    case .scheduleNoticed(let occurrence): return [.show(words.scheduled(occurrence))]
    case .scheduleSkipped(let occurrence, let why): return [.show(words.skipped(occurrence, why))]
    case .key(.codeUsed): return [.show(words.recoveryCodeUsed())]
    case .promiseKept: return words.settings.promise.map { [.show(words.kept($0))] } ?? [.withdraw(.attempt)]
    case .bypassed(let layer): return [.show(words.bypassed(layer))]
    case .guard(let found): return changes(after: found, words)
    // The question says what is still to be done.
    case .gate, .learn: return words.questionAgain.map { [.show($0)] } ?? []
    case .move(let found): return changes(after: found, words) + (words.questionAgain.map { [.show($0)] } ?? [])
    case .visit(.began(let visit)):
      return [.withdraw(.attempt), .show(words.visitBegan(visit.thing, until: fact.stamp.wall(at: visit.ends)))]
    case .visit(.ended(let thing, let why)):
      // A break and an end tell about themselves.
      return why == .over || why == .early ? [.show(words.visitEnded(thing))] : []
    case .visit(.asked): return []
    case .layerAdded, .layerRemoved, .blocksAdded, .sessionExtended, .startPlanned, .startUnplanned, .clockJumped,
      .clockTrusted, .clockCorrected,
      .serviceStarted, .key, .plan, .pledge, .sync:
      return []
    }
  }

  private static func changes(after found: MoveFact, _ words: BulletinWords) -> [Change] {
    switch found {
    case .warned(let id, let left): return [.show(words.nearlyUsedUp(id, left))]
    case .reached(let id): return [.show(words.usedUp(id))]
    case .lifted(_, .day, _), .lifted(_, .week, _), .dayEnded: return [.withdraw(.allowance)]
    case .lifted(let id, let way, let minutes): return words.openAgain(id, way, minutes).map { [.show($0)] } ?? []
    case .challengeMet: return [.show(words.challengeMet())]
    case .nudge(.told(let nudge)): return [.show(words.nudge(nudge))]
    // Followed, or half an hour old: it is no longer to be read.
    case .nudge(.answered): return [.withdraw(.movement)]
    case .windowOpened: return [.show(words.waitsForExercise())]
    case .windowClosed: return [.withdraw(.allowance)]
    case .dayBegan, .termsSet, .useBegan, .useEnded, .exercised, .moved, .challengeSet, .overrideAsked, .overrideDue,
      .lapsCalibrated, .nudge:
      return []
    }
  }

  private static func changes(after found: GuardFact, _ words: BulletinWords) -> [Change] {
    switch found {
    case .strayed(_, let cause): return [.show(words.strayed(cause))]
    case .strayEnded(let stray) where stray.why == .returned: return [.show(words.wasThatWork(stray))]
    case .strayEnded, .strayExcused, .alarmHushed: return [.withdraw(.straying)]
    case .greeted(let report): return [.show(words.morning(report))]
    case .awake: return [.show(words.bedtime())]
    // The report waits until the person is there.
    case .goodNight, .awakeEnded, .nightReported, .felt: return [.withdraw(.night)]
    case .strayJoined, .alarmRang, .alarmSnoozed, .up, .inputWatched: return []
    }
  }
}
