internal import Gates
internal import Learning

/// What can be asked of the session once it is clear who asks.
enum SessionRequest {
  case start(StartRequest)
  case focus(StartRequest)
  case stop
  case takeBreak(minutes: Int?)
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
    case .note(let session, let words):
      record(.plan(.noted(session, words)))
      return .accepted
    case .forget(let session):
      record(.plan(.forgotten(session)))
      return .accepted
    case .settle(let money): return settle(money)
    case .device(let ask): return hear(ask)
    case .serviceStarted: return .accepted
    }
  }

  /// The one place where every pair of state and deed is decided.
  mutating func answer(_ deed: SessionRequest, by voice: Origin) -> Answer {
    switch (machine.state, deed) {
    case (.idle, .start(let ask)), (.idle, .focus(let ask)): return start(ask, by: voice)
    case (.idle, .work(let ask)): return startNext(ask, by: voice)
    case (.idle, .stop): return stopWhenIdle(by: voice)
    case (.idle, .type(let text)): return typeWhenIdle(text)
    case (.idle, .takeBreak), (.idle, .resume), (.idle, .confirm), (.idle, .extend), (.idle, .emergency),
      (.idle, .recover), (.idle, .keep), (.idle, .keepPromise):
      return refuse(.notActive)
    case (.idle, .excuse): return excuseAfterwards(by: voice)
    case (.idle, .finishTask), (.idle, .snooze), (.idle, .hush), (.idle, .endNow): return refuse(.notActive)
    case (.idle, .attempt), (.idle, .bypass), (.idle, .halted): return .nothing
    case (.idle, .configure(let settings)): return configure(settings)

    case (.focusing(let focus), .start(let ask)), (.onBreak(let focus, _), .start(let ask)):
      return startMore(ask, in: focus, by: voice)
    case (.focusing(let focus), .focus(let ask)), (.onBreak(let focus, _), .focus(let ask)):
      return startMore(ask, in: focus, by: voice)
    case (.focusing(let focus), .stop), (.onBreak(let focus, _), .stop): return askToEnd(focus, by: voice)
    case (.focusing(let focus), .takeBreak(let minutes)): return takeBreak(minutes, in: focus, by: voice)
    case (.onBreak, .takeBreak): return refuse(voice.isSoft ? .soft : .alreadyOnBreak)
    case (.focusing, .resume): return refuse(.notOnBreak)
    case (.onBreak, .resume): return resume()
    case (.focusing(let focus), .confirm), (.onBreak(let focus, _), .confirm): return confirm(focus, by: voice)
    case (.focusing(let focus), .keep), (.onBreak(let focus, _), .keep): return keepOn(focus, by: voice)
    case (.focusing(let focus), .type(let text)), (.onBreak(let focus, _), .type(let text)):
      return type(text, in: focus)
    case (.focusing(let focus), .extend(let minutes)), (.onBreak(let focus, _), .extend(let minutes)):
      return extend(focus, minutes: minutes)
    case (.focusing(let focus), .emergency(let sentence)), (.onBreak(let focus, _), .emergency(let sentence)):
      return emergency(focus, sentence: sentence)
    case (.focusing(let focus), .recover(let digest)), (.onBreak(let focus, _), .recover(let digest)):
      return recover(focus, digest: digest)
    case (.focusing, .attempt(let attempt)), (.onBreak, .attempt(let attempt)): return count(attempt)
    case (.focusing, .bypass(let layer)), (.onBreak, .bypass(let layer)): return note(bypassOf: layer)
    case (.focusing, .halted(let time)), (.onBreak, .halted(let time)): return note(haltOf: time)
    case (.focusing, .keepPromise(let attempt)), (.onBreak, .keepPromise(let attempt)):
      record(.promiseKept(attempt))
      return .accepted
    case (.focusing(let focus), .work(let ask)), (.onBreak(let focus, _), .work(let ask)):
      return work(on: ask, in: focus, by: voice)
    case (.focusing(let focus), .finishTask), (.onBreak(let focus, _), .finishTask):
      return finishTask(of: focus, by: voice)
    case (.focusing, .excuse), (.onBreak, .excuse): return excuse(by: voice)
    case (.focusing(let focus), .snooze), (.onBreak(let focus, _), .snooze): return snooze(focus)
    case (.focusing(let focus), .hush), (.onBreak(let focus, _), .hush): return hush(focus)
    case (.focusing, .endNow), (.onBreak, .endNow):
      endSession(.confirmed)
      return .accepted
    case (.focusing(let focus), .configure(let settings)), (.onBreak(let focus, _), .configure(let settings)):
      return configure(settings, during: focus)

    case (_, .bed): return sayGoodNight()
    case (_, .up): return voice.isSoft ? refuse(.soft) : getUp()
    case (.idle, .status), (.focusing, .status), (.onBreak, .status): return .nothing
    case (.idle, .recoveryCodeMade(let digest)), (.focusing, .recoveryCodeMade(let digest)),
      (.onBreak, .recoveryCodeMade(let digest)):
      return keepRecoveryCode(digest)
    }
  }
}
