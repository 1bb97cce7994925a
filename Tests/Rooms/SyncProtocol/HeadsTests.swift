import SyncProtocol
import Testing

func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 0, low: number)) }
func link(_ number: UInt64) -> ChainLink { ChainLink(halves: SyncHalves(high: 7, low: number)) }

@Suite("What to push and pull")
struct HeadsTests {
  private func own(_ number: UInt64, acknowledged: UInt64 = 0) -> OwnLog {
    OwnLog(
      head: Head(device: device(1), number: number, chain: number == 0 ? .start : link(number)),
      acknowledged: acknowledged
    ) {
      $0 == 0 ? .start : ($0 <= number ? link($0) : nil)
    }
  }

  @Test("a head for each device, in order, the last word counting")
  func vector() {
    var heads = Heads([Head(device: device(2), number: 1), Head(device: device(1)), Head(device: device(2), number: 5)])
    #expect(heads.list.map(\.number) == [0, 5])
    heads[device(3)] = Head(device: device(3), number: 9)
    heads[device(1)] = nil
    #expect(heads.list.map(\.device) == [device(2), device(3)])
    #expect(heads[device(4)] == nil)
  }

  @Test("what the mailbox lacks is pushed, what is new there is pulled")
  func plan() {
    let known = Heads([Head(device: device(2), number: 3, chain: link(3))])
    let shown = Heads([
      Head(device: device(1), number: 4, chain: link(4)), Head(device: device(2), number: 8, chain: link(8)),
      Head(device: device(3), number: 1, chain: link(1)),
    ])
    let plan = SyncPlan(known: known, own: own(6, acknowledged: 4), shown: shown)
    #expect(plan.own == .push(after: 4))
    #expect(plan.pulls == [.init(device: device(2), after: 3), .init(device: device(3), after: 0)])
    #expect(plan.faults.isEmpty)
    let even = SyncPlan(known: shown, own: own(4, acknowledged: 4), shown: shown)
    #expect(even == SyncPlan(known: shown, own: own(4), shown: shown) && even.own == .even && even.pulls.isEmpty)
    #expect(SyncPlan(known: Heads(), own: own(2), shown: Heads()).own == .push(after: 0))
    #expect(SyncPlan(known: Heads(), own: own(0), shown: Heads()).own == .even)
  }

  @Test("a mailbox that has less than before is named, and gets the rest again")
  func rolledBack() {
    let known = Heads([
      Head(device: device(2), number: 3, chain: link(3)), Head(device: device(3), number: 2, chain: link(2)),
    ])
    let shown = Heads([
      Head(device: device(1), number: 2, chain: link(2)), Head(device: device(2), number: 1, chain: link(1)),
    ])
    let plan = SyncPlan(known: known, own: own(6, acknowledged: 4), shown: shown)
    #expect(plan.own == .push(after: 2))
    #expect(plan.pulls.isEmpty)
    #expect(
      plan.faults == [
        .rolledBack(device(1), known: 4, shown: 2), .rolledBack(device(2), known: 3, shown: 1),
        .rolledBack(device(3), known: 2, shown: 0),
      ])
  }

  @Test("more than was ever sent, or something else, under the own id is looked at before anything is pushed")
  func suspectedFork() {
    let more = Heads([Head(device: device(1), number: 7, chain: link(7))])
    #expect(SyncPlan(known: Heads(), own: own(6), shown: more).own == .suspectFork(number: 7))
    let other = Heads([Head(device: device(1), number: 5, chain: link(99))])
    #expect(SyncPlan(known: Heads(), own: own(6), shown: other).own == .suspectFork(number: 5))
  }

  @Test("another device's log that changed under the same number is named")
  func forkedElsewhere() {
    let known = Heads([Head(device: device(2), number: 3, chain: link(3))])
    let shown = Heads([Head(device: device(2), number: 3, chain: link(4))])
    #expect(SyncPlan(known: known, own: own(0), shown: shown).faults == [.forked(device(2), number: 3)])
  }

  @Test("what one device was shown and another was not is named by the hello that tells of it")
  func helloNamesWhatIsWithheld() {
    let seen = Heads([
      Head(device: device(3), number: 10, chain: link(10)), Head(device: device(1), number: 2, chain: link(2)),
    ])
    let known = Heads([
      Head(device: device(3), number: 7, chain: link(7)), Head(device: device(1), number: 6, chain: link(6)),
    ])
    let faults = SyncPlan.faults(seen: seen, by: device(2), shown: known, known: known) { _, number in link(number) }
    #expect(faults == [.withheld(device(3), shown: 7, seen: 10, by: device(2))])
    let forked = SyncPlan.faults(seen: seen, by: device(2), shown: known, known: known) { _, number in link(number + 1)
    }
    #expect(forked.contains(.forked(device(1), number: 2)))
  }
}
