import Learning
import Testing

@Suite("The schedule is FSRS-6")
struct ScheduleTests {
  /// 2026-11-22T09:00:00Z
  private let start = StudyMoment(milliseconds: 1_795_338_000_000)

  @Test("ten reviews, each when due, give the reference's figures")
  func workedFigures() throws {
    let grades: [Grade] = [.good, .good, .good, .good, .again, .good, .good, .hard, .easy]
    let stabilities = [2.3065, 2.3065, 10.971, 46.3169, 2.9338, 2.9338, 7.7991, 14.4451, 39.7019]
    let difficulties = [2.1181, 2.1112, 2.1043, 2.0975, 7.3877, 7.3756, 7.3634, 8.2349, 7.6304]
    let days: [Int64] = [0, 2, 11, 46, 0, 3, 8, 14, 40]
    var memory: Memory?
    for index in grades.indices {
      let next = StudySchedule().review(memory, grades[index], at: memory?.due ?? start)
      #expect(abs(next.stability - stabilities[index]) < 5e-5)
      #expect(abs(next.difficulty - difficulties[index]) < 5e-5)
      #expect((next.due.milliseconds - next.reviewed.milliseconds) / 86_400_000 == days[index])
      memory = next
    }
    #expect(memory?.reviews == 9)
    #expect(memory?.lapses == 1)
  }
}
