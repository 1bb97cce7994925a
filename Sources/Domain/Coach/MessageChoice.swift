internal import Numbers

/// Which of several messages gets the person to move, learned from what they did after each: Thompson sampling, with
/// what helps others of the same household as a weak belief to begin with.
public struct MessageChoice: Sendable {
  /// How often movement followed a message, and how often not.
  public struct Outcomes: Equatable, Sendable {
    /// Movement within half an hour.
    public var moved = 0
    /// None.
    public var stayed = 0

    /// What followed; nothing yet where nothing is said.
    public init(moved: Int = 0, stayed: Int = 0) {
      self.moved = moved
      self.stayed = stayed
    }
  }

  /// A message that was chosen.
  public struct Pick: Equatable, Sendable {
    /// Which, from 0.
    public var message: Int
    /// The chance that it had, so that other rules can be judged by the same record later.
    public var chance: Double
    /// Why.
    public var reason: String
  }

  private var own: [Outcomes]
  private var household: [Outcomes]
  private var last: Int?
  private var random: UInt64

  private static let grid = 400
  /// The logarithms of each grid point and of its distance to 1: every belief is made of them.
  private static let logarithms = (0..<grid).map { place in
    let x = (Double(place) + 0.5) / Double(grid)
    return (moved: logarithm(x), stayed: logarithm(1 - x))
  }
  /// The logarithm of a density too small beside the best to change a sum of sixteen-digit numbers.
  private static let negligible = -64.0

  /// A choice among N messages; the seed decides all chance.
  public init(messages: Int, seed: UInt64) {
    own = Array(repeating: Outcomes(), count: max(1, messages))
    household = own
    random = seed
  }

  /// A choice that goes on from what was learned before.
  ///
  /// - Parameters:
  ///   - outcomes: what followed each message.
  ///   - others: what followed each for other people, as many.
  ///   - last: the message that was chosen last.
  public init(after outcomes: [Outcomes], others: [Outcomes] = [], last: Int?, seed: UInt64) {
    self.init(messages: outcomes.count, seed: seed)
    if !outcomes.isEmpty { own = outcomes }
    if others.count == own.count { household = others }
    self.last = last
  }

  /// How many messages there are.
  public var messages: Int { own.count }

  /// What followed a message that this person got.
  public mutating func learn(_ message: Int, moved: Bool) {
    if moved { own[message].moved += 1 } else { own[message].stayed += 1 }
  }

  /// What followed a message that another person of the household got.
  public mutating func learnOfHousehold(_ message: Int, moved: Bool) {
    if moved { household[message].moved += 1 } else { household[message].stayed += 1 }
  }

  /// Chooses a message; never the one that was chosen last, where there is another.
  public mutating func choose() -> Pick {
    let allowed = own.indices.filter { own.count == 1 || $0 != last }
    let beliefs = allowed.map { belief(in: $0) }
    var best = (place: 0, draw: -1.0)
    for place in beliefs.indices {
      let draw = beliefs[place].draw(chance())
      if draw > best.draw { best = (place, draw) }
    }
    let message = allowed[best.place]
    last = message
    let (outcomes, others) = (own[message], household[message])
    let (asked, known) = (outcomes.moved + outcomes.stayed, others.moved + others.stayed)
    let elsewhere = known == 0 ? "" : ", and \(others.moved) of \(count(known, "time")) for others"
    return Pick(
      message: message, chance: chanceOf(best.place, among: beliefs),
      reason: "Movement followed it \(outcomes.moved) of \(count(asked, "time"))\(elsewhere).")
  }

  // MARK: Beliefs

  /// A distribution of the share of times that a message helps, on a grid.
  private struct Belief {
    var density: [Double] = []
    var sums: [Double] = []

    init(successes a: Double, failures b: Double) {
      var greatest = -Double.infinity
      var logs: [Double] = []
      for place in MessageChoice.logarithms {
        let log = (a - 1) * place.moved + (b - 1) * place.stayed
        logs.append(log)
        greatest = max(greatest, log)
      }
      var sum = 0.0
      for log in logs {
        let value = log - greatest < MessageChoice.negligible ? 0 : exponential(log - greatest)
        sum += value
        density.append(value)
        sums.append(sum)
      }
      for place in density.indices {
        density[place] /= sum
        sums[place] /= sum
      }
    }

    /// Draws from the distribution, by a number from 0 to 1.
    func draw(_ chance: Double) -> Double {
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] > chance { high = middle } else { low = middle + 1 }
      }
      let before = low == 0 ? 0 : sums[low - 1]
      let within = density[low] > 0 ? (chance - before) / density[low] : 0.5
      return (Double(low) + min(max(within, 0), 1)) / Double(MessageChoice.grid)
    }
  }

  private func belief(in message: Int) -> Belief {
    let others = household[message]
    let total = others.moved + others.stayed
    let weight = total == 0 ? 0 : min(1, 6 / Double(total))
    return Belief(
      successes: 1 + Double(own[message].moved) + weight * Double(others.moved),
      failures: 4 + Double(own[message].stayed) + weight * Double(others.stayed))
  }

  /// The probability that this message drew the greatest number.
  private func chanceOf(_ chosen: Int, among beliefs: [Belief]) -> Double {
    var sum = 0.0
    for place in 0..<Self.grid {
      var product = beliefs[chosen].density[place]
      for other in beliefs.indices where other != chosen {
        product *= beliefs[other].sums[place] - beliefs[other].density[place] / 2
      }
      sum += product
    }
    return min(1, sum)
  }

  private mutating func chance() -> Double {
    random &+= 0x9E37_79B9_7F4A_7C15
    var z = random
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
  }
}
