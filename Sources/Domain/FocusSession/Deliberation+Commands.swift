internal import Gates
internal import Learning

/// What can be asked of the session once it is clear who asks.
enum SessionRequest {
  case start(StartRequest)
  case focus(StartRequest)
  case stop
  case takeBreak(minutes: Int?)
  case visit(VisitRequest)
  case endVisit
  case resume
  case status
  case confirm
  case keep
  case type(String)
  case extend(minutes: Int)
  case emergency(sentence: String?)
  case recover(digest: [UInt8])
  case attempt(Attempt)
  case bypass(layer: String)
  case halted(milliseconds: Int64)
  case keepPromise(Attempt?)
  case configure(Settings)
  case recoveryCodeMade(digest: [UInt8])
  case excuse
  case snooze
  case hush
  case endNow
  case work(StartRequest)
  case finishTask
  case bed
  case up

  init(_ ask: Intent) {
    switch ask {
    case .start(let start): self = .start(start)
    case .focus(let start): self = .focus(start)
    case .stop: self = .stop
    case .takeBreak(let minutes): self = .takeBreak(minutes: minutes)
    case .visit(let visit): self = .visit(visit)
    case .resume: self = .resume
    case .status: self = .status
    case .work(let start): self = .work(start)
    case .finishTask: self = .finishTask
    case .bed: self = .bed
    case .up: self = .up
    case .excuse: self = .excuse
    }
  }
}

extension Deliberation {
  mutating func perform(_ command: Command) -> Answer {
    switch command {
    case .ask(let ask, .localUser): return answer(SessionRequest(ask), by: .localUser)
    case .ask(let ask, .soft): return answer(SessionRequest(ask), by: .soft)
    case .confirm: return answer(.confirm, by: .localUser)
    case .keep: return answer(.keep, by: .localUser)
    case .endVisit: return answer(.endVisit, by: .localUser)
    case .type(let sentence): return answer(.type(sentence), by: .localUser)
    case .means(let means):
      machine.means = means
      return .nothing
    case .extend(let minutes): return answer(.extend(minutes: minutes), by: .localUser)
    case .emergency(let sentence): return answer(.emergency(sentence: sentence), by: .localUser)
    case .recover(let digest): return answer(.recover(digest: digest), by: .localUser)
    case .recoveryCodeMade(let digest): return answer(.recoveryCodeMade(digest: digest), by: .localUser)
    case .attempt(let attempt): return answer(.attempt(attempt), by: .localUser)
    case .bypass(let layer): return answer(.bypass(layer: layer), by: .localUser)
    case .halted(let milliseconds): return answer(.halted(milliseconds: milliseconds), by: .localUser)
    case .keepPromise(let attempt): return answer(.keepPromise(attempt), by: .localUser)
    case .configure(let settings): return answer(.configure(settings), by: .localUser)
    case .learned(let facts):
      let before = machine.studied.learned
      for fact in facts { record(.learn(fact), quietly: fact.isImported) }
      return learn(machine.studied.learned - before)
    case .messagesHeard(let others): return hear(others)
    case .cardsArrived(let reader, let cards): return arrive(cards, at: reader)
    case .cardsFound(let reader, let cards): return find(cards, at: reader)
    case .countersKept(let counters): return keep(counters)
    case .severalCards(let reader): return ignore(.twoCards, at: reader, [])
    case .cardLeft(let reader, let uid):
      machine.presence.leave(uid, from: reader, tick: now.tick, awayTime: machine.settings.awayTime)
      followCard()
      return .nothing
    case .readerLost, .timer, .clockChanged:
      // A lost reader takes no card away; what was due, and a clock that was set, came to be before.
      return .nothing
    case .signal(let signal): return note(signal)
    case .excuse: return answer(.excuse, by: .localUser)
    case .snooze: return answer(.snooze, by: .localUser)
    case .hush: return answer(.hush, by: .localUser)
    case .rehearseEnd: return answer(.endNow, by: .localUser)
    case .bed: return sayGoodNight()
    case .up: return getUp()
    case .greet: return greet()
    case .feel(let eyes): return feel(eyes)
    case .moved(let kind, let amount, let trust, let earlier): return move(kind, amount, trust, after: earlier)
    case .lapsCalibrated(let least): return calibrateLaps(least)
    case .cardsLearned(let cards):
      if machine.focus != nil || !machine.namedGates.isEmpty { record(.gate(.learned(cards)), quietly: true) }
      return learn(cards)
    case .override(let name): return override(name)
    case .note(let session, let words): return keep(.noted(session, words))
    case .forget(let session): return keep(.forgotten(session))
    case .settle(let money): return settle(money)
    case .device(let ask): return hear(ask)
    case .serviceStarted: return .accepted
    }
  }

  private mutating func keep(_ planned: PlanFact) -> Answer {
    record(.plan(planned))
    return .accepted
  }
}
