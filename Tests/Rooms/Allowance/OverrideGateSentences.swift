import Allowance
import FocusSession
import Gates
import Learning
import Testing

/// Product.md 13: the steps before a condition lifts an allowance.
@Suite struct OverrideGateSentences {
  private let steps: [GateStep] = [.learn(2), .move(6), .type("I am ill.")]

  private func rig(_ steps: [GateStep], wait: Lapse = .minutes(1)) -> AllowanceRig {
    var rig = AllowanceRig([
      AllowanceRig.allowance {
        $0.lift = nil
        $0.overrides = [OverrideRule(name: "ill", perMonth: 2, wait: wait, steps: steps)]
      }
    ])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    return rig
  }

  private func card(_ name: String, took: Int64 = 2000) -> Command {
    .learned([.reviewed(CardID(deck: "d", card: name), .good, took: took)])
  }

  private func open(_ rig: AllowanceRig) -> Int? { rig.state.claims.first?.steps.open.count }

  @Test("Outside a session a condition asks for its steps; learning, movement and a sentence count from the asking on.")
  func outside() {
    var rig = rig(steps)
    // In advance nothing counts.
    rig.submit(card("early"))
    rig.submit(.moved("squat", 6, .measured, after: 0))
    rig.submit(.type("I am ill."))
    #expect(rig.names("refused") == 1)
    rig.submit(.override("ill"))
    #expect(rig.names("refused") == 2 && open(rig) == 4)
    rig.submit(card("a"))
    rig.submit(card("a"))
    rig.submit(card("b", took: 1999))
    rig.submit(.moved("squat", 6, .claimed, after: 0))
    rig.submit(.type("i am ill"))
    rig.pass(.minutes(2))
    #expect(open(rig) == 3 && rig.state.state == .shut)
    rig.crash(.minutes(1))
    rig.submit(card("b"))
    rig.submit(.moved("squat", 6, .measured, after: 0))
    rig.submit(.override("ill"))
    #expect(rig.state.state == .shut)
    rig.submit(.type(" I am ill. "))
    #expect(open(rig) == 0 && rig.state.state == .shut)
    rig.submit(.override("ill"))
    #expect(rig.state.state == .open && rig.machine.shield == nil && rig.state.claims.isEmpty)
  }

  @Test("What is done before the wait is over lifts when it is over.") func waits() {
    var rig = rig([.learn(1)], wait: .minutes(5))
    rig.submit(.override("ill"))
    rig.submit(card("a"))
    rig.pass(.minutes(2))
    rig.submit(.override("ill"))
    rig.pass(.seconds(179))
    #expect(rig.state.state == .shut)
    rig.pass(.seconds(1))
    #expect(rig.state.state == .open)
  }

  @Test("The asking holds for an hour beyond its wait, also over a crash; then it begins from nothing.") func holds() {
    var rig = rig([.learn(2)])
    rig.submit(.override("ill"))
    rig.submit(card("a"))
    rig.pass(.minutes(59))
    rig.crash(.zero)
    #expect(rig.state.claims.first?.steps.first { $0.step == .learn(2) }?.done == 1)
    rig.pass(.minutes(2))
    rig.submit(card("b"))
    #expect(rig.state.claims.isEmpty)
    rig.submit(.override("ill"))
    #expect(rig.state.state == .shut && open(rig) == 2)
  }

  @Test("What was done for a condition does not open a break too, nor the other way round.") func onceEach() {
    var rig = rig([.learn(2)], wait: .zero)
    var settings = rig.machine.settings
    settings.profiles = [Profile(policy: Policy(profile: "work", gate: GateRules(takeBreak: [.learn(2)])))]
    rig.submit(.configure(settings))
    rig.submit(.ask(.start(StartRequest(profile: "work")), by: .localUser))
    rig.submit(.override("ill"))
    for name in ["a", "b"] { rig.submit(card(name)) }
    rig.submit(.override("ill"))
    #expect(rig.state.state == .open)
    rig.submit(.ask(.takeBreak(minutes: nil), by: .localUser))
    #expect(rig.machine.state.isFocusing)
    for name in ["c", "d"] { rig.submit(card(name)) }
    rig.submit(.override("ill"))
    #expect(rig.machine.ledger.movement.uses(of: "ill", before: rig.machine.tick(at: rig.now) + .seconds(1)).count == 1)
  }

  @Test("A step that nobody can pass gives way to a minute; a gate of one is refused when it is configured.")
  func impassable() {
    var rig = rig([.learn(2)], wait: .zero)
    rig.submit(.means(GateMeans(cards: 0)))
    rig.submit(.override("ill"))
    #expect(rig.state.state == .shut)
    rig.pass(.minutes(1))
    #expect(rig.state.state == .open)
    var settings = rig.machine.settings
    settings.allowances[0].rules.overrides.append(OverrideRule(name: "party", perMonth: 1, steps: [.learn(1)]))
    rig.submit(.configure(settings))
    #expect(rig.machine.settings.allowances[0].rules.overrides.count == 1)
  }
}

extension State {
  fileprivate var isFocusing: Bool { if case .focusing = self { true } else { false } }
}
