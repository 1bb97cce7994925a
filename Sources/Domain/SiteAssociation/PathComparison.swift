/// Walks the paths of all links at once and finds those on which two sequences of rules disagree.
struct PathComparison {
  struct Disagreement {
    let old: Int
    let new: Int
    let path: [UInt32]
    let tail: LinkTail
  }

  private struct Place: Hashable {
    let domain: Int
    let states: PatternPool.States
  }

  private struct Visit {
    let place: Place
    let before: Int
    let over: UInt32
  }

  private struct RulePair: Hashable {
    let old: Int
    let new: Int
  }

  private let old: RuleSequence
  private let new: RuleSequence
  private let patterns: PatternPool
  private let tails: LinkTails
  private let alphabet: LinkAlphabet
  private var visits: [Visit] = []
  private var seen: Set<Place> = []
  private var pairs: Set<RulePair> = []
  /// The shortest path for each pair of rules that disagree.
  private(set) var disagreements: [Disagreement] = []
  /// Whether every path was compared with every query and fragment that makes a difference.
  private(set) var isComplete = true

  init(old: RuleSequence, new: RuleSequence, _ patterns: PatternPool, _ tails: LinkTails, isDecoded: Bool) {
    (self.old, self.new, self.patterns, self.tails) = (old, new, patterns, tails)
    alphabet = LinkAlphabet(part: .path, isDecoded: isDecoded)
  }

  /// `work` is counted down; the number of places is exponential at worst.
  mutating func search(most: Int, work: inout Int) {
    let domain = TextDomain.path
    visit(patterns.start, domain.start, before: -1, over: 0, &work)
    var next = 0
    while next < visits.count {
      let place = visits[next].place
      var reached: [(domain: Int, scalar: UInt32, states: PatternPool.States)] = []
      patterns.forEachStep(from: place.states, alphabet, work: &work) { scalar, states in
        let domainNext = domain.next(place.domain, over: scalar)
        if domainNext != TextDomain.dead { reached.append((domainNext, scalar, states)) }
      }
      for step in reached { visit(step.states, step.domain, before: next, over: step.scalar, &work) }
      if work < 0 || disagreements.count >= most {
        isComplete = false
        return
      }
      next += 1
    }
  }

  /// Compares at one place; keeps it for later if what follows can still make a difference.
  private mutating func visit(
    _ states: PatternPool.States, _ domain: Int, before: Int, over scalar: UInt32, _ work: inout Int
  ) {
    work -= 2 + 3 * states.count
    let progress = patterns.progress(of: states)
    let oldEssence = old.essence(old.live(progress), progress)
    let newEssence = new.essence(new.live(progress), progress)
    guard oldEssence.signature != newEssence.signature else { return }
    var matters = [Bool](repeating: false, count: progress.count)
    for rule in oldEssence.rules { matters[rule.progress] = true }
    for rule in newEssence.rules { matters[rule.progress] = true }
    var kept: PatternPool.States = []
    for (number, pattern) in progress.enumerated() where matters[number] {
      if let universal = pattern.universal {
        kept.append(universal)
      } else {
        kept += states[pattern.states]
      }
    }
    let place = Place(domain: domain, states: kept)
    guard seen.insert(place).inserted else { return }
    visits.append(Visit(place: place, before: before, over: scalar))
    guard TextDomain.path.accepts(domain) else { return }
    compare(oldEssence.rules, newEssence.rules, progress, &work)
    // Where one word contradicts another, whatever comes, there is nothing more to find.
    if oldEssence.signature.count == 1, newEssence.signature.count == 1, oldEssence.rules.count <= 1,
      newEssence.rules.count <= 1
    {
      visits[visits.count - 1] = Visit(place: Place(domain: domain, states: []), before: before, over: scalar)
    }
  }

  /// Tries every tail with the rules whose path is complete here.
  private mutating func compare(
    _ oldRules: [RuleSequence.Live], _ newRules: [RuleSequence.Live], _ progress: [PatternPool.Progress],
    _ work: inout Int
  ) {
    let before = oldRules.filter { progress[$0.progress].accepts }.map { old.rules[$0.position] }
    let after = newRules.filter { progress[$0.progress].accepts }.map { new.rules[$0.position] }
    var agree = true
    for tail in tails.tails {
      work -= 1
      let (oldRule, oldOpens) = Self.decision(before, old) { tail.holds[$0] }
      let (newRule, newOpens) = Self.decision(after, new) { tail.holds[$0] }
      guard oldOpens != newOpens else { continue }
      agree = false
      if pairs.insert(RulePair(old: oldRule, new: newRule)).inserted {
        disagreements.append(Disagreement(old: oldRule, new: newRule, path: pathToLast(), tail: tail))
      }
    }
    if agree, !tails.isComplete, !agreesWhatever(before, after, &work) { isComplete = false }
  }

  private static func decision(
    _ rules: [RuleSequence.Rule], _ sequence: RuleSequence, _ holds: (Int) -> Bool
  ) -> (rule: Int, opens: Bool) {
    for rule in rules where holds(rule.condition) { return (rule.index, rule.opens) }
    return (sequence.otherwise, sequence.opensOtherwise)
  }

  /// Whether both decide alike for every combination of conditions, possible or not.
  private func agreesWhatever(
    _ before: [RuleSequence.Rule], _ after: [RuleSequence.Rule], _ work: inout Int
  ) -> Bool {
    let conditions = Set((before + after).map { $0.condition }).subtracting([0]).sorted()
    guard conditions.count <= 10 else { return false }
    for choice in 0..<(1 << conditions.count) {
      work -= 1
      let holds = { (condition: Int) in
        conditions.firstIndex(of: condition).map { choice >> $0 & 1 == 1 } ?? true
      }
      if Self.decision(before, old, holds).opens != Self.decision(after, new, holds).opens { return false }
    }
    return true
  }

  private func pathToLast() -> [UInt32] {
    var path: [UInt32] = []
    var at = visits.count - 1
    while visits[at].before >= 0 {
      path.append(visits[at].over)
      at = visits[at].before
    }
    return path.reversed()
  }
}
