import Testing

@testable import Coach

@Suite struct NudgePlanTests {
  private func person(days: Int) -> [NudgeRecord] {
    (0..<days).map { number in
      let nudges = [36, 50, 70].map { quarter in
        NudgeRecord.Nudge(quarter: quarter, idleHours: 2, moved: quarter == 70)
      }
      return NudgeRecord(day: CoachDay(20_000 + number), open: Set(36..<44).union(Set(66..<90)), nudges: nudges)
    }
  }

  @Test func nudgesComeWhereTheComputerIsUsedAndMovementFollows() {
    let plan = NudgePlan.planned(for: CoachDay(20_030), from: person(days: 30))
    #expect(!plan.quarters.isEmpty && plan.quarters.count <= 4)
    for quarter in plan.quarters { #expect((36..<44).contains(quarter) || (66..<88).contains(quarter)) }
    for (one, other) in zip(plan.quarters, plan.quarters.dropFirst()) { #expect(other - one >= 8) }
    #expect(plan.quarters.contains { $0 >= 66 })
  }

  @Test func withoutAPastTheTimesAreTheUsualOnes() {
    #expect(NudgePlan.planned(for: CoachDay(20_003), from: person(days: 3)).quarters == [40, 48, 64, 80])
    #expect(NudgePlan.planned(for: CoachDay(20_030), from: person(days: 30), isDone: true).quarters.isEmpty)
  }

  @Test func theHourOfExerciseComesBeforeAllOthers() {
    let few = NudgePlan.planned(for: CoachDay(20_003), from: person(days: 3), lead: 70)
    #expect(few.quarters == [40, 48, 70, 80])
    #expect(few.reason.hasSuffix(" Half an hour before the hour of exercise: 17:30."))
    let many = NudgePlan.planned(for: CoachDay(20_030), from: person(days: 30), lead: 50)
    #expect(many.quarters.contains(50) && many.quarters.count <= 4)
    for (one, other) in zip(many.quarters, many.quarters.dropFirst()) { #expect(other - one >= 8) }
    // Nobody is woken for it.
    #expect(NudgePlan.planned(for: CoachDay(20_003), from: [], lead: 20).quarters == [40, 48, 64, 80])
  }
}
