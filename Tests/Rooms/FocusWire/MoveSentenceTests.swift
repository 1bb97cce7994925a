import Allowance
import FocusWire
import SessionTime
import Testing

@Suite struct MoveSentenceTests {
  @Test(
    "a set is told with its number and its noun",
    arguments: [
      ("squat", 10, "10 squats done."), ("squat", 1, "1 squat done."), ("push_up", 3, "3 push-ups done."),
      ("jumping_jack", 12, "12 jumping jacks done."), ("laps", 1, "1 lap done."), ("laps", 4, "4 laps done."),
    ])
  func sets(kind: String, amount: Int, words: String) {
    let record = MovementRecord(kind: kind, amount: amount, trust: .measured, booked: amount, points: amount)
    let moment = Moment(wall: Timestamp(milliseconds: 0), steady: 0, boot: BootID("boot"))
    let fact = Fact(stamp: Stamp(moment: moment, tick: Tick(milliseconds: 0)), body: .move(.moved(record)))
    #expect(Event(at: moment.wall, kind: .recorded(fact)).sentence(.shipped) == words)
  }
}
