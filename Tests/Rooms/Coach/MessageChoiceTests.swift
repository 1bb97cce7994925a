import RealParts
import Testing

@testable import Coach

@Suite struct MessageChoiceTests {
  /// The regret of one nudge: how much less probable movement was than after the best message.
  private func regret(people: Int, households: Int, isRandom: Bool = false, isShared: Bool = true) -> Double {
    var (sum, nudges) = (0.0, 0)
    for household in 0..<households {
      var luck = Luck(UInt64(household) &* 977 &+ 5_000)
      let common = (0..<8).map { _ in luck.within(0.05, 0.6) }
      let chances = (0..<people).map { _ in
        common.map { min(0.9, max(0.02, $0 + (people > 1 ? 0.05 * luck.normal() : 0))) }
      }
      var choices = (0..<people).map { MessageChoice(messages: 8, seed: UInt64(household * 10 + $0) &+ 1) }
      for _ in 0..<360 {
        for person in 0..<people {
          let message = isRandom ? Int(luck.within(0, 8)) : choices[person].choose().message
          let moved = luck.unit() < chances[person][message]
          sum += (chances[person].max() ?? 0) - chances[person][message]
          nudges += 1
          for other in 0..<people {
            if other == person {
              choices[other].learn(message, moved: moved)
            } else if isShared {
              choices[other].learnOfHousehold(message, moved: moved)
            }
          }
        }
      }
    }
    return sum / Double(nudges)
  }

  @Test(.longWork) func aloneTheRegretIsSmall() {
    let learned = regret(people: 1, households: 12)
    #expect(learned <= 0.09, "\(learned)")
    #expect(regret(people: 1, households: 12, isRandom: true) > 0.18)
  }

  @Test(.longWork) func aHouseholdOfFourLearnsFaster() {
    let four = regret(people: 4, households: 8)
    let alone = regret(people: 4, households: 8, isShared: false)
    #expect(four <= 0.08, "\(four), \(alone) without the others")
  }

  @Test func chancesAddUpAndTheSameIsNotChosenTwiceRunning() {
    var choice = MessageChoice(messages: 4, seed: 7)
    var last = -1
    var counts = [Double](repeating: 0, count: 4)
    var expected = 0.0
    for round in 0..<600 {
      let pick = choice.choose()
      #expect(pick.message != last)
      #expect(pick.chance > 0 && pick.chance <= 1)
      last = pick.message
      counts[last] += 1
      // 1 / chance is on average the number of messages to choose from.
      if round > 0 { expected += 1 / pick.chance }
    }
    #expect((2.6...3.4).contains(expected / 599))
    #expect(counts.allSatisfy { $0 > 100 })
    var only = MessageChoice(messages: 1, seed: 7)
    #expect(only.choose().message == 0 && only.choose().message == 0)
  }

  @Test func theSameSeedAndAnswersGiveTheSameChoices() {
    func run() -> [Int] {
      var choice = MessageChoice(messages: 8, seed: 42)
      return (0..<50).map { round in
        let pick = choice.choose()
        choice.learn(pick.message, moved: round % 3 == 0)
        return pick.message
      }
    }
    #expect(run() == run())
  }

  @Test func whatHelpedOthersIsTriedSooner() {
    var others = Array(repeating: MessageChoice.Outcomes(), count: 6)
    for place in others.indices { others[place].stayed = 6 }
    (others[2].moved, others[2].stayed) = (6, 0)
    let own = Array(repeating: MessageChoice.Outcomes(), count: 6)
    var picks = (alone: 0, told: 0)
    for seed in 0..<300 {
      var alone = MessageChoice(after: own, last: nil, seed: UInt64(seed))
      var told = MessageChoice(after: own, others: others, last: nil, seed: UInt64(seed))
      if alone.choose().message == 2 { picks.alone += 1 }
      let pick = told.choose()
      guard pick.message == 2 else { continue }
      picks.told += 1
      #expect(pick.reason == "Movement followed it 0 of 0 times, and 6 of 6 times for others.")
    }
    #expect(picks.alone < 90 && picks.told > 250, "\(picks)")
  }

  @Test func whatWasLearnedBeforeIsKept() {
    var outcomes = [MessageChoice.Outcomes](repeating: .init(), count: 4)
    for index in outcomes.indices { outcomes[index].stayed = 40 }
    (outcomes[2].moved, outcomes[2].stayed) = (40, 0)
    for seed in 0..<20 {
      var choice = MessageChoice(after: outcomes, last: nil, seed: UInt64(seed))
      #expect(choice.choose().message == 2)
      var again = MessageChoice(after: outcomes, last: 2, seed: UInt64(seed))
      #expect(again.choose().message != 2)
    }
  }
}
