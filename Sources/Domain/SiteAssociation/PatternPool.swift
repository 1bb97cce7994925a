/// What a pattern means, however it is written: patterns with equal keys match the same texts.
struct PatternKey: Hashable {
  let tokens: [PatternToken]
  let alternatives: [[[PatternToken]]]
  let isFolded: Bool
  let canMatch: Bool

  /// A `nil` pattern asks for nothing, as a star does.
  init(_ pattern: LinkPattern?) {
    tokens = pattern?.tokens ?? [.anyRun]
    alternatives = pattern?.alternatives ?? []
    isFolded = pattern?.isFolded ?? false
    canMatch = pattern?.flaw == nil
  }
}

/// Distinct patterns as one machine, so that a pattern of two files is walked once.
///
/// A set of states is a rising list of numbers; the states of one pattern lie side by side.
struct PatternPool {
  typealias States = [Int32]

  private struct Step {
    let token: PatternToken
    let targets: Range<Int>
  }

  private var numbers: [PatternKey: Int] = [:]
  private var starts: [States] = []
  private var stepsOfState: [Range<Int>] = []
  private var steps: [Step] = []
  private var targets: States = []
  private var patternOfState: [Int32] = []
  private var accepting: [Bool] = []
  private var universal: [Bool] = []
  private var isFolded: [Bool] = []

  /// The number of a pattern; a new one gets the next.
  mutating func number(of pattern: LinkPattern?) -> Int {
    let key = PatternKey(pattern)
    if let known = numbers[key] { return known }
    let number = numbers.count
    numbers[key] = number
    add(PatternAutomaton(pattern))
    return number
  }

  private mutating func add(_ automaton: PatternAutomaton) {
    let offset = Int32(accepting.count)
    let pattern = Int32(starts.count)
    starts.append(automaton.start.map { offset + Int32($0) })
    isFolded.append(automaton.isFolded)
    for state in automaton.steps.indices {
      let first = steps.count
      for step in automaton.steps[state] {
        let firstTarget = targets.count
        for target in step.targets { targets.append(offset + Int32(target)) }
        steps.append(Step(token: step.token, targets: firstTarget..<targets.count))
      }
      stepsOfState.append(first..<steps.count)
      patternOfState.append(pattern)
      accepting.append(automaton.accepting[state])
      universal.append(automaton.universal[state])
    }
  }

  var start: States { starts.flatMap { $0 } }

  struct Progress {
    let pattern: Int
    let states: Range<Int>
    let accepts: Bool
    /// The state from which the pattern matches whatever follows.
    let universal: Int32?
  }

  /// The patterns that can still match a text, in the order of their numbers.
  func progress(of states: States) -> [Progress] {
    var progress: [Progress] = []
    var at = 0
    while at < states.count {
      let pattern = patternOfState[Int(states[at])]
      let first = at
      var accepts = false
      var whole: Int32?
      while at < states.count, patternOfState[Int(states[at])] == pattern {
        let state = Int(states[at])
        accepts = accepts || accepting[state]
        if universal[state] { whole = states[at] }
        at += 1
      }
      progress.append(Progress(pattern: Int(pattern), states: first..<at, accepts: accepts, universal: whole))
    }
    return progress
  }

  /// Passes on the reached set for one scalar of each class that behaves alike; lowers `work`.
  func forEachStep(
    from states: States, _ alphabet: LinkAlphabet, work: inout Int, _ body: (UInt32, States) -> Void
  ) {
    var literal: [UInt32: States] = [:]
    var open: [(step: Int, isFolded: Bool)] = []
    for state in states {
      let folds = isFolded[Int(patternOfState[Int(state)])]
      for index in stepsOfState[Int(state)] {
        guard let scalar = steps[index].token.scalar else {
          open.append((index, folds))
          continue
        }
        for form in folds ? LinkAlphabet.cases(of: scalar) : [scalar] where alphabet.contains(form) {
          literal[form, default: []].append(contentsOf: targets[steps[index].targets])
        }
      }
    }
    let scalars = alphabet.scalars(naming: literal.keys)
    work -= states.count + scalars.count * (1 + open.count)
    for scalar in scalars {
      var reached = literal[scalar] ?? []
      for (index, folds) in open {
        let compared = folds ? folded(scalar) : scalar
        if steps[index].token.accepts(compared, isFolded: folds) {
          reached.append(contentsOf: targets[steps[index].targets])
        }
      }
      if reached.count > 1 {
        reached.sort()
        reached.removeRepetitions()
      }
      body(scalar, reached)
    }
  }
}

extension [Int32] {
  /// Keeps one of equal neighbours.
  fileprivate mutating func removeRepetitions() {
    var kept = 1
    for index in 1..<count where self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}

/// Which scalars a part of a link can have, and a few that represent all the others.
struct LinkAlphabet {
  enum Part {
    case path, query, value, fragment
  }

  let part: Part
  let isDecoded: Bool

  func contains(_ scalar: UInt32) -> Bool {
    guard !isDecoded else { return scalar < 0xD800 || scalar > 0xDFFF }
    guard scalar < 0x80, isURLOctet(UInt8(scalar)) else { return false }
    switch (part, scalar) {
    case (.path, 0x3F), (.path, 0x23), (.query, 0x23), (.value, 0x23), (.value, 0x26): return false
    default: return true
    }
  }

  /// The named scalars, and for each class of others one that is not named. The order makes examples that read well.
  func scalars(naming named: some Collection<UInt32>) -> [UInt32] {
    let taken = Set(named)
    var all: [UInt32] = []
    if part == .path, !taken.contains(0x2F) { all.append(0x2F) }
    let order = named.sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }
    all += order.prefix { Self.rank($0) == 0 }
    for group in isDecoded ? Self.groups + Self.foreignGroups : Self.groups {
      if let free = group.first(where: { !taken.contains($0) && contains($0) }) { all.append(free) }
    }
    all += order.drop { Self.rank($0) == 0 }
    if part == .path, !taken.contains(0x2A) { all.append(0x2A) }
    return all
  }

  private static let groups: [[UInt32]] = [
    "xyzwvutsrqponmlkjihg", "abcdef", "XYZWVUTSRQPONMLKJIHG", "ABCDEF", "1234567890", "-_.~,;+!@:$'()=&[]%?#",
  ].map { group in SiteAssociation.scalars(group) }
  /// More scalars than any pattern names.
  private static let foreignGroups: [[UInt32]] = [Array(0xE0..<0x250)]

  /// Slash and letters first, odd signs last.
  private static func rank(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: 0
    case 0x2A: 2
    default: 1
    }
  }

  /// The scalars that fold to this one.
  static func cases(of scalar: UInt32) -> [UInt32] {
    if scalar < 0x80 { return scalar >= 0x61 && scalar <= 0x7A ? [scalar, scalar & ~0x20] : [scalar] }
    guard let valid = Unicode.Scalar(scalar) else { return [scalar] }
    let capital = valid.properties.uppercaseMapping.unicodeScalars
    guard capital.count == 1, let first = capital.first, folded(first.value) == scalar else { return [scalar] }
    return [scalar, first.value]
  }
}
