extension Deliberation {
  /// The one place that decides every pair of state and deed: here without a session, below in one.
  mutating func answer(_ deed: SessionRequest, by voice: Origin) -> Answer {
    if let focus = machine.focus { return answer(deed, in: focus, by: voice) }
    switch deed {
    case .start(let ask), .focus(let ask): return start(ask, by: voice)
    case .work(let ask): return startNext(ask, by: voice)
    case .stop: return stopWhenIdle(by: voice)
    case .type(let text): return typeWhenIdle(text)
    case .visit(let ask): return visit(ask, by: voice)
    case .endVisit: return closeVisit()
    case .excuse: return excuseAfterwards(by: voice)
    case .takeBreak, .resume, .confirm, .extend, .emergency, .recover, .keep, .keepPromise, .finishTask, .snooze, .hush,
      .endNow:
      return refuse(.notActive)
    case .attempt, .bypass, .halted, .status: return .nothing
    case .configure(let settings): return configure(settings)
    case .bed: return sayGoodNight()
    case .up: return voice.isSoft ? refuse(.soft) : getUp()
    case .recoveryCodeMade(let digest): return keepRecoveryCode(digest)
    }
  }

  private mutating func answer(_ deed: SessionRequest, in focus: Focus, by voice: Origin) -> Answer {
    switch (machine.state, deed) {
    case (_, .start(let ask)), (_, .focus(let ask)): return startMore(ask, in: focus, by: voice)
    case (_, .stop): return askToEnd(focus, by: voice)
    case (.onBreak, .takeBreak): return refuse(voice.isSoft ? .soft : .alreadyOnBreak)
    case (.idle, .takeBreak(let minutes)), (.focusing, .takeBreak(let minutes)), (.visiting, .takeBreak(let minutes)):
      return takeBreak(minutes, in: focus, by: voice)
    case (_, .visit(let ask)): return visit(ask, by: voice)
    case (_, .endVisit): return closeVisit()
    case (.idle, .resume), (.focusing, .resume), (.visiting, .resume): return refuse(.notOnBreak)
    case (.onBreak, .resume): return resume()
    case (_, .confirm): return confirm(focus, by: voice)
    case (_, .keep): return keepOn(focus, by: voice)
    case (_, .type(let text)): return type(text, in: focus)
    case (_, .extend(let minutes)): return extend(focus, minutes: minutes)
    case (_, .emergency(let sentence)): return emergency(focus, sentence: sentence)
    case (_, .recover(let digest)): return recover(focus, digest: digest)
    case (_, .attempt(let attempt)): return count(attempt)
    case (_, .bypass(let layer)): return note(bypassOf: layer)
    case (_, .halted(let time)): return note(haltOf: time)
    case (_, .keepPromise(let attempt)):
      record(.promiseKept(attempt))
      return .accepted
    case (_, .work(let ask)): return work(on: ask, in: focus, by: voice)
    case (_, .finishTask): return finishTask(of: focus, by: voice)
    case (_, .excuse): return excuse(by: voice)
    case (_, .snooze): return snooze(focus)
    case (_, .hush): return hush(focus)
    case (_, .endNow):
      endSession(.confirmed)
      return .accepted
    case (_, .configure(let settings)): return configure(settings, during: focus)
    case (_, .bed): return sayGoodNight()
    case (_, .up): return voice.isSoft ? refuse(.soft) : getUp()
    case (_, .status): return .nothing
    case (_, .recoveryCodeMade(let digest)): return keepRecoveryCode(digest)
    }
  }
}
