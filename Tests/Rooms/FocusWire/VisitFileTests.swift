import FocusWire
import Gates
import Testing

@Suite struct VisitFileTests {
  private func read(_ text: String) throws -> SettingsFile {
    try SettingsFile(Array(text.utf8)) { _ in .ask(.stop) }
  }

  @Test("visits are read as they are written, with what is left out as usual")
  func roundTrip() throws {
    let file = try read(
      """
      { profiles: [{ id: 'a', visits: { minutes: 7, of: ['reddit.com', 'social'] }, gate: { visit: [{ learn: 3 }] } }] }
      """)
    let policy = try #require(file.profiles?.first?.policy)
    #expect(policy.visits == VisitRules(perSession: 3, minutes: 7, minutesPerDay: 15, of: ["reddit.com", "social"]))
    #expect(policy.gate.visit == [.learn(3)])
    let settings = file.applied(to: Settings())
    #expect(try read(settings.json.text).applied(to: Settings()) == settings)
  }

  @Test(
    "bad visits are refused with the line and the reason",
    arguments: [
      ("{profiles: [{id: 'a', visits: {\nminutes: 0}}]}", "1"),
      ("{profiles: [{id: 'a', visits: {\nminutes: 61}}]}", "60"),
      ("{profiles: [{id: 'a', visits: {\nperDay: 5}}]}", "perDay"),
      ("{profiles: [{id: 'a', visits: {of: [\n'!reddit.com']}}]}", "exceptions"),
    ])
  func refused(text: String, word: String) throws {
    do {
      _ = try read(text)
      Issue.record("\(text) was taken")
    } catch let error as TextError {
      #expect(error.message.contains(word), "\(error.message)")
    }
  }
}

/// Facts of every kind about visits.
func visitFacts(_ tick: Tick, _ trigger: Trigger) -> [Fact.Body] {
  let days = VisitDays(ends: tick, nextEnds: Tick(milliseconds: 101))
  let elsewhere = SyncFact.visitElsewhere(SyncSource(device: "ab", number: 3), today: .seconds(9), dayEnds: tick)
  var facts: [Fact.Body] = [.visit(.asked(until: tick)), .sync(elsewhere)]
  for kind in VisitThing.Kind.allCases {
    let thing = VisitThing(kind: kind, name: "reddit.com")
    facts.append(
      .visit(.began(VisitBeginning(thing: thing, ends: tick, opens: ["work"], days: days, trigger: trigger))))
    facts += VisitEnd.allCases.map { .visit(.ended(thing, $0)) }
  }
  return facts
}
