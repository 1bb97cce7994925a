import Testing

@testable import SystemShield

/// Scripts of what happens to a lease, and what it does then.
@Suite struct HelperLeaseTests {
  private func lease() -> HelperLease { HelperLease(length: 30_000, longest: 86_400_000, crowded: "too-many") }

  /// Plays a script of times, happenings and the actions that each calls for.
  private func play(
    _ script: [(at: Int64, HelperLease.Command, then: [HelperLease.Action])],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> HelperLease.State {
    var lease = lease()
    for (at, command, actions) in script {
      #expect(lease.handle(command, at: at) == actions, "at \(at), \(command)", sourceLocation: sourceLocation)
    }
    return lease.state
  }

  @Test("an order is placed, renewed twice a second, and lifted")
  func ordinaryDays() {
    let end = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (500, .turn, [.renew(stamp: 7)]),
      (501, .renewed(.held), []), (1000, .turn, [.renew(stamp: 7)]), (1001, .renewed(.held), []),
      (1200, .lift, [.lift]),
      (1500, .turn, []), (1500, .helperChanged, []),
    ])
    #expect(end == .none)
  }

  @Test("without a helper the order is said again each turn, and to a helper that comes")
  func noHelper() {
    let end = play([
      (0, .order(until: 9000), [.place]), (1, .placed(.unanswered), []), (500, .turn, [.place]),
      (501, .placed(.unanswered), []), (700, .helperChanged, [.place]), (701, .placed(.stamped(3)), []),
    ])
    #expect(end == .held(.init(stamp: 3, until: 9000, since: 701, renewed: 701)))
  }

  @Test("what somebody lifts or replaces is in force again at once, and reported once")
  func taken() {
    _ = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (500, .turn, [.renew(stamp: 7)]),
      (501, .renewed(.lost), [.place]), (502, .placed(.stamped(8)), [.reportTaken]), (1000, .turn, [.renew(stamp: 8)]),
      (1001, .renewed(.held), []),
    ])
  }

  @Test("a helper that is killed and comes again is reported once, however its end and its coming are heard of")
  func helperKilled() {
    _ = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (200, .helperChanged, [.renew(stamp: 7)]),
      (201, .renewed(.gone), [.place]), (202, .placed(.unanswered), []), (500, .turn, [.place]),
      (501, .placed(.stamped(1)), [.reportTaken]), (502, .helperChanged, [.renew(stamp: 1)]),
      (503, .renewed(.held), []),
    ])
  }

  @Test("a helper that comes an hour after one was killed is still somebody's doing")
  func helperAwayForLong() {
    _ = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (500, .turn, [.renew(stamp: 7)]),
      (501, .renewed(.gone), [.place]), (502, .placed(.unanswered), []),
      (3_600_000, .helperChanged, [.place]), (3_600_001, .placed(.stamped(1)), [.reportTaken]),
    ])
  }

  @Test("a helper without room says nothing of the order, which is held for the rest of its lease")
  func crowdedAtRenewal() {
    let end = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (500, .turn, [.renew(stamp: 7)]),
      (501, .renewed(.crowded), []), (30_000, .turn, [.renew(stamp: 7)]), (30_000, .renewed(.crowded), []),
      (30_002, .turn, [.renew(stamp: 7)]), (30_002, .renewed(.crowded), [.place]),
      (30_003, .placed(.refused("too-many")), []),
    ])
    #expect(end == .refused("too-many", until: nil))
  }

  @Test("what ended in its own time was taken by nobody", arguments: [40_000, 90_000_000] as [Int64])
  func over(later: Int64) {
    let end = play([
      (0, .order(until: nil), [.place]), (1, .placed(.stamped(7)), []), (later, .turn, [.renew(stamp: 7)]),
      (later, .renewed(.lost), [.place]), (later, .placed(.stamped(8)), []),
    ])
    #expect(end == .held(.init(stamp: 8, until: nil, since: later, renewed: later)))
  }

  @Test("past the session's end nothing was taken")
  func pastTheEnd() {
    _ = play([
      (0, .order(until: 1000), [.place]), (1, .placed(.stamped(7)), []), (1000, .turn, [.renew(stamp: 7)]),
      (1000, .renewed(.lost), [.place]), (1001, .placed(.stamped(8)), []),
    ])
  }

  @Test("a helper that stands still for a moment has lost nothing; one that does for five seconds has")
  func late() {
    var lease = lease()
    _ = lease.handle(.order(until: nil), at: 0)
    _ = lease.handle(.placed(.stamped(7)), at: 0)
    for now in stride(from: Int64(500), to: 5000, by: 500) {
      #expect(lease.handle(.renewed(.late), at: now) == [])
      #expect(lease.isHeld)
    }
    #expect(lease.handle(.renewed(.late), at: 5000) == [.place])
    #expect(lease.state == .taken(until: nil))
  }

  @Test("what the helper refuses for what it says is said to it once, and to the next helper")
  func refused() {
    let end = play([
      (0, .order(until: nil), [.place]), (1, .placed(.refused("too-many-sites")), []), (500, .turn, []),
      (900, .helperChanged, [.place]), (901, .placed(.refused("too-many-sites")), []), (1000, .turn, []),
    ])
    #expect(end == .refused("too-many-sites", until: nil))
  }

  @Test("for want of room it is said again, also where it was taken before")
  func crowded() {
    _ = play([
      (0, .order(until: nil), [.place]), (1, .placed(.refused("too-many")), []), (500, .turn, [.place]),
      (501, .placed(.stamped(7)), []), (1000, .renewed(.lost), [.place]), (1001, .placed(.refused("too-many")), []),
      (1500, .turn, [.place]), (1501, .placed(.stamped(8)), [.reportTaken]),
    ])
  }

  @Test("whatever happens in whatever order, it does what a plain second model does", arguments: 0..<40)
  func likeAPlainModel(seed: UInt64) {
    var dice = Dice(state: seed &+ 1)
    var lease = lease()
    var plain = PlainLease()
    var now: Int64 = 0
    for step in 0..<2000 {
      now += [1, 100, 500, 500, 500, 4900, 31_000][Int(dice.next() % 7)]
      let command = Self.command(&dice, at: now)
      let expected = plain.actions(for: command, at: now)
      let actions = lease.handle(command, at: now)
      #expect(actions == expected, "seed \(seed), step \(step), \(command)")
      #expect(lease.isHeld == (plain.stamp != nil))
      guard actions == expected else { return }
    }
  }

  private struct Dice {
    var state: UInt64

    /// A linear congruential generator (Knuth's MMIX), from its upper half.
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  private static func command(_ dice: inout Dice, at now: Int64) -> HelperLease.Command {
    switch dice.next() % 17 {
    case 0: .order(until: dice.next() % 2 == 0 ? nil : now + Int64(dice.next() % 60_000))
    case 1: .lift
    case 2...4: .turn
    case 5: .helperChanged
    case 6...8: .placed(.stamped(Int64(dice.next() % 1000) + 1))
    case 9: .placed(.refused(dice.next() % 2 == 0 ? "too-many" : "name"))
    case 10: .placed(.unanswered)
    case 11, 12: .renewed(.held)
    case 13: .renewed(.lost)
    case 14: .renewed(.gone)
    case 15: .renewed(.crowded)
    default: .renewed(.late)
    }
  }
}

/// The same lease as a heap of flags: how one would write it down without thinking of states.
private struct PlainLease {
  var isOrdered = false
  var until: Int64?
  var stamp: Int64?
  var refusal: String?
  var wasTaken = false
  var since: Int64 = 0
  var renewed: Int64 = 0

  mutating func actions(for command: HelperLease.Command, at now: Int64) -> [HelperLease.Action] {
    if case .order(let until) = command {
      self = PlainLease(isOrdered: true, until: until)
      return [.place]
    }
    if command == .lift {
      self = PlainLease()
      return [.lift]
    }
    guard isOrdered else { return [] }
    switch command {
    case .turn, .helperChanged:
      if let stamp { return [.renew(stamp: stamp)] }
      let isHopeless = refusal != nil && refusal != "too-many" && command == .turn
      return isHopeless ? [] : [.place]
    case .placed(let placement): return stamp == nil ? place(placement, now) : []
    case .renewed(let renewal): return stamp == nil ? [] : renew(renewal, now)
    case .order, .lift: return []
    }
  }

  private mutating func place(_ placement: HelperLease.Placement, _ now: Int64) -> [HelperLease.Action] {
    switch placement {
    case .stamped(let new):
      defer { wasTaken = false }
      (stamp, refusal, since, renewed) = (new, nil, now, now)
      return wasTaken ? [.reportTaken] : []
    case .refused("too-many") where wasTaken: return []
    case .refused(let word): (refusal, wasTaken) = (word, false)
    case .unanswered: refusal = nil
    }
    return []
  }

  private mutating func renew(_ renewal: HelperLease.Renewal, _ now: Int64) -> [HelperLease.Action] {
    switch renewal {
    case .held:
      renewed = now
      return []
    case .late where now - renewed < 5000: return []
    case .crowded where now - renewed < 30_000: return []
    case .late, .lost, .gone, .crowded:
      stamp = nil
      wasTaken = now - renewed < 30_000 && now - since < 86_400_000 && until.map { now < $0 } ?? true
      return [.place]
    }
  }
}
