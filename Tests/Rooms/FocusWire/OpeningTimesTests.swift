import FocusWire
import SessionRehearsal
import Testing

/// Times from which something is possible are rounded up everywhere: in the status, in events and in sentences.
@Suite struct OpeningTimesTests {
  private static func desk(late: Int64, end: EndRule = .confirm) -> Desk {
    var policy = Policy(profile: "work", question: QuestionTimes(wait: .seconds(5), closes: .seconds(30)))
    policy.end = end
    var desk = Desk(Settings(profiles: [Profile(policy: policy)]))
    desk.give(.recoveryCodeMade(digest: [1]))
    desk.pass(Lapse(milliseconds: late))
    _ = desk.start()
    return desk
  }

  /// A question that opens at 09:00:05.2 is never said to be possible at 09:00:05.
  @Test(arguments: [
    (Int64(0), Int64(0), "in 5 s"), (200, 0, "in 5 s"), (200, 4100, "in 1 s"), (200, 4999, "in 1 s"),
  ])
  func aRefusalSaysHowLongToWait(late: Int64, passed: Int64, wait: String) throws {
    var desk = Self.desk(late: late)
    _ = desk.ask(.stop)
    desk.pass(Lapse(milliseconds: passed))
    let now = desk.now.wall
    guard case .refused(let refusal) = desk.give(.confirm) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.sentence(in: .utc, at: now) == "you cannot end the session yet; possible \(wait)")
  }

  @Test func aLongWaitIsATimeOfDayRoundedUp() {
    let now = Timestamp(milliseconds: 1_000_000_000)
    let later = Refusal(.breaks(.after, atMost: nil), nextAt: now + .minutes(25) + Lapse(milliseconds: 1))
    #expect(later.sentence(in: .utc, at: now) == "the first break comes after more focus; possible from 14:11:41")
    let sharp = Refusal(.breaks(.after, atMost: nil), nextAt: now + .minutes(25) + .seconds(20))
    #expect(sharp.sentence(in: .utc, at: now) == "the first break comes after more focus; possible from 14:12")
  }

  @Test(arguments: [
    (Int64(-1), Int64(0)), (0, 0), (1, 1000), (999, 1000), (1000, 1000), (-1000, -1000), (-999, 0),
  ])
  func theNextSecondIsNeverEarlier(milliseconds: Int64, second: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).nextSecond.milliseconds == second)
  }

  @Test func theEventAndTheStatusNameTheSameSecond() throws {
    var desk = Self.desk(late: 200)
    _ = desk.takeEvents()
    _ = desk.ask(.stop)
    let status = try JSONDocument(desk.status.json(in: .utc).octets).root["question"]
    let event = try #require(desk.events.last { $0.name == "question-opened" })
    let told = try JSONDocument(event.json(in: .utc).octets).root
    #expect(told["opens_at"]?.string == "2026-11-23T09:00:06+00:00")
    #expect(told["opens_at"]?.string == status?["opens_at"]?.string)
    #expect(status?["opens_in_ms"]?.integer == 5000)
    #expect(event.sentence(Settings()) == "End this session? You can answer in 5 s; the session continues at 09:00:30.")
  }

  @Test func aSecondRequestIsToldWhenItCanBeAnswered() {
    var desk = Self.desk(late: 0)
    #expect(desk.status.questionReminder == nil)
    _ = desk.ask(.stop)
    desk.pass(Lapse(milliseconds: 2400))
    #expect(desk.status.questionReminder == "Already asked: you can end in 3 s.")
    desk.pass(.seconds(3))
    #expect(desk.status.questionReminder == "Already asked: you can end now.")
    var key = Self.desk(late: 0, end: .key)
    _ = key.ask(.stop)
    #expect(key.status.questionReminder == "Already asked: tap your stop key in 5 s to end.")
    key.pass(.seconds(5))
    #expect(key.status.questionReminder == "Already asked: tap your stop key to end.")
  }
}
