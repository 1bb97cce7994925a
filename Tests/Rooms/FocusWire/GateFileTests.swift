import FocusWire
import Gates
import SessionRehearsal
import Testing

/// Gates in files, in the status and in refusals.
@Suite struct GateFileTests {
  private func read(_ text: String) throws -> SettingsFile {
    try SettingsFile(Array(text.utf8)) { _ in .ask(.stop) }
  }

  @Test("gates are read as they are written")
  func roundTrip() throws {
    let file = try read(
      """
      { profiles: [{ id: "work", gate: { break: [{ learn: 5 }, { move: 10 }], end: [{ wait: "5s" }, { tap: "desk" },
          { type: "I mean it." }, { scan: "hall" }] } }] }
      """)
    let gate = try #require(file.profiles?.first?.policy.gate)
    #expect(gate.takeBreak == [.learn(5), .move(10)])
    #expect(gate.end == [.wait(.seconds(5)), .tap(.named("desk")), .type("I mean it."), .scan("hall")])
    let settings = file.applied(to: Settings())
    #expect(try read(settings.json.text).applied(to: Settings()) == settings)
    #expect(try read("{profiles: [{id: 'a', gate: {}}]}").profiles?.first?.policy.gate == GateRules.none)
  }

  @Test(
    "a bad gate is refused with the line and the reason",
    arguments: [
      ("{profiles: [{id: 'a', gate: {\nbrake: []}}]}", 2, "break"),
      ("{profiles: [{id: 'a', gate: {break: [\n{lern: 5}]}}]}", 2, "learn"),
      ("{profiles: [{id: 'a', gate: {break: [\n{}]}}]}", 2, "one of"),
      ("{profiles: [{id: 'a', gate: {break: [\n{learn: 5, move: 3}]}}]}", 2, "one of"),
      ("{profiles: [{id: 'a', gate: {break: [{learn: 5},\n{learn: 6}]}}]}", 2, "twice"),
      ("{profiles: [{id: 'a', gate: {break: [{tap: 'b'},\n{tap: 'b'}]}}]}", 2, "twice"),
      ("{profiles: [{id: 'a', gate: {break: [{\nlearn: 0}]}}]}", 2, "1"),
      ("{profiles: [{id: 'a', gate: {break: [{\nmove: 1001}]}}]}", 2, "1000"),
      ("{profiles: [{id: 'a', gate: {end: [{\nwait: '61m'}]}}]}", 2, "1h"),
      ("{profiles: [{id: 'a', gate: {end: [{\nwait: 5}]}}]}", 2, ""),
      ("{profiles: [{id: 'a', gate: {end: [{\ntap: 'a b'}]}}]}", 2, "id"),
      ("{profiles: [{id: 'a', gate: {end: [{\ntype: ' x'}]}}]}", 2, "blank"),
      ("{profiles: [{id: 'a', gate: {end: [{\ntype: ''}]}}]}", 2, "1 to 100"),
      (
        "{profiles: [{id: 'a', gate: {end:\n[\((1...11).map { "{tap: 'k\($0)'}" }.joined(separator: ","))]}}]}", 2,
        "at most 10"
      ),
    ])
  func refused(text: String, line: Int, reason: String) {
    #expect {
      _ = try read(text)
    } throws: { error in
      guard let fault = error as? TextError else { return false }
      return fault.place.line == line && fault.message.contains(reason)
    }
  }

  @Test("the status and the refusal show each step and how far it is")
  func shown() throws {
    var policy = Policy(profile: "work")
    policy.gate = GateRules(
      takeBreak: [.learn(5)], end: [.wait(.seconds(5)), .tap(.named("desk")), .type("yes"), .move(3)])
    var desk = Desk(
      Settings(profiles: [Profile(policy: policy)], keys: [Key(id: "desk", uid: CardUID([1]), may: .none)]))
    desk.start("work")
    desk.give(.cardsLearned(2))
    guard case .refused(let refusal) = desk.ask(.takeBreak(minutes: nil)) else { return }
    #expect(refusal.rule.word == "gate")
    #expect(refusal.rule.message == "before a break: learn 3 more cards")
    let step = #""steps":[{"done":2,"needed":5,"state":"open","step":"learn","text":"learn 3 more cards"}]"#
    #expect(refusal.json(in: .utc).text.contains(step))
    desk.ask(.stop)
    #expect(
      desk.status.questionReminder
        == "Already asked: first tap \u{201C}desk\u{201D}, type \u{201C}yes\u{201D} and do 3 repetitions.")
    desk.give(.means(GateMeans(countsMovement: false)))
    desk.pass(.seconds(3))
    let status = desk.status.json(in: .utc).text
    let steps = [
      #"{"left_seconds":2,"needed":5,"state":"open","step":"wait","text":"wait 2 s"}"#,
      #"{"key":"desk","state":"open","step":"tap","text":"tap “desk”"}"#,
      #"{"sentence":"yes","state":"open","step":"type","text":"type “yes”"}"#,
      #"{"instead_of":"move","left_seconds":57,"needed":60,"state":"open","step":"wait","#
        + #""text":"wait 57 s, because nothing here counts movement","why":"nothing here counts movement"}"#,
    ]
    let shown = "\"steps\":[" + steps.joined(separator: ",") + "]"
    #expect(status.contains(shown))
  }
}
