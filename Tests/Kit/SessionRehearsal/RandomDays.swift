import FocusSession

/// Days of somebody who uses everything: sessions of two profiles, breaks, questions, attempts, crashes, nights.
package enum RandomDays {
  /// A desk after N steps.
  package static func desk(seed: UInt64, steps: Int) -> Desk {
    let settings = Settings(
      profiles: [Profile(policy: Policy(profile: "work")), Profile(policy: Policy(profile: "study"))],
      keys: [Key(id: "desk", uid: CardUID([4, 1, 2, 3, 4, 5, 6]))], promise: "the \u{201C}thesis\u{201D}, with \\ and ü"
    )
    var chance = Chance(state: seed)
    var desk = Desk(settings, at: "2026-11-23T08:00:00Z")
    for _ in 0..<steps {
      switch chance.below(11) {
      case 0...2:
        desk.give(
          .ask(
            .start(StartRequest(profile: chance.below(2) == 0 ? "work" : "study", minutes: 1 + Int(chance.below(90)))),
            by: .localUser))
      case 3: desk.ask(.takeBreak(minutes: 1 + Int(chance.below(20))))
      case 4: desk.ask(.resume)
      case 5: desk.end()
      case 6: desk.give(.attempt(Attempt(kind: .site, name: "site\(chance.below(3)).example")))
      case 7: desk.tap([4, 1, 2, 3, 4, 5, 6], .ours(.stop))
      case 8: desk.crash(.minutes(Int64(chance.below(50))))
      default: desk.pass(.seconds(Int64(chance.below(9000))))
      }
    }
    desk.pass(.days(1))
    return desk
  }
}
