import Allowance
import FocusSession

extension FactFormatTests {
  /// One of each fact about suggestions to move.
  static func nudges(on day: CivilDay, until tick: Tick) -> [Fact.Body] {
    let plan = NudgeDay(day: day, began: tick, ends: tick, quarters: [40, 48], reason: "The \"usual\" times.")
    let nudge = Nudge(message: 3, chance: 312, quarter: 48, idleHours: 2, until: tick)
    return [
      .move(.nudge(.planned(plan))), .move(.nudge(.told(nudge))), .move(.nudge(.passed(quarter: 40))),
      .move(.nudge(.answered(message: 3, moved: true))),
      .move(.nudge(.heard([NudgeLedger.Outcome(moved: 2, stayed: 1), NudgeLedger.Outcome()]))),
    ]
  }
}
