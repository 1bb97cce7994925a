import FocusSession

/// Starts a session and asks to end it: the machine decides, the caller keeps the facts.
func focusSessionExample() -> String {
  var machine = SessionMachine(settings: .shipped)
  var facts: [Fact] = []
  func give(_ command: Command, after seconds: Int64) -> Answer {
    let now = Moment(
      wall: Timestamp(milliseconds: 1_795_000_000_000 + seconds * 1000), steady: seconds * 1000, boot: BootID("one"))
    let decision = machine.decide(command, at: now, entropy: Entropy(high: 1, low: UInt64(seconds)))
    facts += decision.facts
    machine = decision.after
    return decision.answer
  }
  _ = give(.serviceStarted(lastAlive: nil), after: 0)
  _ = give(.ask(.start(StartRequest(profile: "work", minutes: 50)), by: .localUser), after: 1)
  _ = give(.ask(.stop, by: .localUser), after: 600)
  guard case .refused = give(.confirm, after: 602) else { return "ended too early" }
  _ = give(.confirm, after: 606)
  return "\(facts.count) facts, \(machine.state == .idle ? "idle" : "focusing")"
}
