import SyncProtocol
import Testing

@Suite("What devices come to agree on")
struct SharedStateTests {
  @Test("the last word about an item counts, in whatever order words arrive")
  func lastWord() {
    let words: [(UInt64, UInt64, [UInt8]?)] = [(5, 1, [1]), (9, 2, [2]), (9, 3, [3]), (7, 4, nil)]
    for order in permutations(words) {
      var settings = SharedSettings()
      for (time, by, value) in order {
        settings.take(
          SettingChange(item: "profile/work", value: value), at: HybridTime(bits: time), by: device(by))
      }
      #expect(settings.items["profile/work"]?.value == [3])
    }
  }

  @Test("items that nobody knows are passed over")
  func passedOver() {
    var settings = SharedSettings()
    for item in ["exit/desk", "profile/", "sync", "", "profil"] {
      let isTaken = settings.take(SettingChange(item: item, value: [1]), at: HybridTime(bits: 1), by: device(1))
      #expect(!isTaken)
    }
    #expect(settings.items.isEmpty)
  }

  @Test("what is forgotten stays forgotten, and nothing of a forgotten device is read")
  func forgotten() {
    var forgotten = Forgotten()
    forgotten.take(.session("01A"))
    forgotten.take(.device(device(2)))
    forgotten.take(.session("01A"))
    #expect(forgotten.sessions == ["01A"])
    let pulls = [SyncPlan.Pull(device: device(1), after: 0), .init(device: device(2), after: 0)]
    #expect(forgotten.wanted(pulls) == [pulls[0]])
  }

  @Test("the place where two logs part is found in few steps")
  func forkSearch() {
    for own: UInt64 in [0, 1, 2, 7, 100] {
      for shown: UInt64 in [0, 1, 5, 100, 4000] {
        for parting in 0...min(own, shown) {
          var search = ForkSearch(own: own, shown: shown)
          var steps = 0
          while let number = search.next {
            search.answer(isSame: number <= parting)
            steps += 1
          }
          #expect(search.common == parting && steps <= 7)
        }
      }
    }
  }

  @Test("a hello is said at first, when the clock goes otherwise, and after news; hellos are no news")
  func greeting() {
    func hello(_ offset: Int64, _ name: String = "desk") -> Hello {
      Hello(name: name, offset: offset, halfTrip: 1, seen: Heads())
    }
    var greeting = Greeting()
    #expect(greeting.isDue(hello(0)))
    greeting.say(hello(0))
    greeting.read(.hello(hello(5)))
    #expect(!greeting.isDue(hello(0)) && !greeting.isDue(hello(999)) && greeting.isDue(hello(-1000)))
    #expect(greeting.isDue(hello(0, "other")) && greeting.isDue(hello(.max)))
    greeting.read(.fact([]))
    #expect(greeting.isDue(hello(0)))
  }

  @Test("a hybrid clock never goes back, comes after what it heard, and is pulled by five minutes at most")
  func hybridClock() {
    var clock = HybridClock()
    let first = clock.now(wall: 1000)
    #expect(clock.now(wall: 1000) > first && clock.now(wall: 10) > first)
    let soon = HybridTime(milliseconds: 60_000, counter: 3)
    clock.hear(soon, wall: 1000)
    #expect(clock.now(wall: 1000) > soon)
    clock.hear(HybridTime(milliseconds: 9_000_000_000), wall: 1000)
    #expect(clock.last.milliseconds == 1000 + HybridClock.farthestPull)
    clock.hear(HybridTime(bits: .max), wall: .max)
    #expect(clock.now(wall: .max) <= HybridTime(bits: .max))
    #expect(HybridTime(milliseconds: -5).milliseconds == 0)
  }
}

private func permutations<Element>(_ list: [Element]) -> [[Element]] {
  guard list.count > 1 else { return [list] }
  return list.indices.flatMap { index -> [[Element]] in
    var rest = list
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}
