import FocusWire
import SessionRehearsal
import Testing

@Suite struct QuestionTimesTests {
  /// Who answers in the second that the status names is not too early: seconds are rounded towards the later one.
  @Test(arguments: [
    (0, "2026-11-23T09:00:05+00:00"), (1, "2026-11-23T09:00:06+00:00"), (999, "2026-11-23T09:00:06+00:00"),
  ])
  func aQuestionCanBeAnsweredInTheSecondThatIsNamed(late: Int64, opens: String) throws {
    var desk = Desk(
      Settings(profiles: [
        Profile(policy: Policy(profile: "work", question: QuestionTimes(wait: .seconds(5), closes: .seconds(30))))
      ]))
    desk.pass(Lapse(milliseconds: late))
    _ = desk.start()
    _ = desk.ask(.stop)
    let octets = desk.status.json(in: .utc).octets
    #expect(try JSONDocument(octets).root["question"]?["opens_at"]?.string == opens)
  }
}
