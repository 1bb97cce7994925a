/// Decides whether others together match every text that one pattern matches.
struct LanguageInclusion {
  enum Answer: Equatable {
    case covered
    /// A text that only the pattern matches.
    case text([UInt32])
    /// The pattern itself matches nothing.
    case takesNothing
    /// Not decided within the work allowed.
    case undecided
  }

  /// A place of the search: how far the one pattern is, which texts may still come, how far all the others are.
  private struct Place: Hashable {
    let state: Int
    let domain: Int
    let others: [UInt64]
  }

  private let others: [PatternAutomaton]
  private let offsets: [Int]
  private let words: Int

  init(others: [PatternAutomaton]) {
    self.others = others
    var offsets: [Int] = []
    var count = 0
    for automaton in others {
      offsets.append(count)
      count += automaton.steps.count
    }
    self.offsets = offsets
    words = (count + 63) / 64
  }

  /// Searches breadth first for the shortest text that `pattern` takes and none of the others does.
  ///
  /// - Parameter work: what may be spent, counted down; the search is exponential at worst, so it must be able to end.
  func search(_ pattern: PatternAutomaton, domain: TextDomain, isDecoded: Bool, work: inout Int) -> Answer {
    let alphabet = SampleAlphabet(of: others + [pattern], domain: domain, isDecoded: isDecoded).scalars
    var places: [(place: Place, before: Int, over: UInt32)] = []
    var seen: Set<Place> = []
    var takesSomething = false
    let first = startOfOthers()
    for state in pattern.start {
      let place = Place(state: state, domain: domain.start, others: first)
      if seen.insert(place).inserted { places.append((place, -1, 0)) }
    }
    var next = 0
    while next < places.count {
      let (place, _, _) = places[next]
      if domain.accepts(place.domain), pattern.accepting[place.state] {
        takesSomething = true
        if !anyAccepts(place.others) { return .text(text(to: next, places)) }
      }
      // Whatever still comes is taken by one of the others: this way leads to no counter-example.
      let isCovered = anyIsUniversal(place.others)
      if isCovered { takesSomething = true }
      if !isCovered {
        for scalar in alphabet {
          let domainNext = domain.next(place.domain, over: scalar)
          guard domainNext != TextDomain.dead else { continue }
          var othersNext: [UInt64]?
          pattern.targets(of: place.state, over: scalar) { target in
            let moved = othersNext ?? step(place.others, over: scalar)
            othersNext = moved
            let reached = Place(state: target, domain: domainNext, others: moved)
            if seen.insert(reached).inserted { places.append((reached, next, scalar)) }
          }
          work -= 1 + (othersNext == nil ? 0 : words)
        }
        if work < 0 { return .undecided }
      }
      next += 1
    }
    return takesSomething ? .covered : .takesNothing
  }

  private func text(to index: Int, _ places: [(place: Place, before: Int, over: UInt32)]) -> [UInt32] {
    var text: [UInt32] = []
    var at = index
    while places[at].before >= 0 {
      text.append(places[at].over)
      at = places[at].before
    }
    return text.reversed()
  }

  private func startOfOthers() -> [UInt64] {
    var set = [UInt64](repeating: 0, count: words)
    for (index, automaton) in others.enumerated() {
      for state in automaton.start { insert(offsets[index] + state, into: &set) }
    }
    return set
  }

  private func step(_ set: [UInt64], over scalar: UInt32) -> [UInt64] {
    var moved = [UInt64](repeating: 0, count: words)
    forEach(in: set) { automaton, state in
      others[automaton].targets(of: state, over: scalar) { insert(offsets[automaton] + $0, into: &moved) }
      return true
    }
    return moved
  }

  private func anyAccepts(_ set: [UInt64]) -> Bool {
    var found = false
    forEach(in: set) { automaton, state in
      found = others[automaton].accepting[state]
      return !found
    }
    return found
  }

  private func anyIsUniversal(_ set: [UInt64]) -> Bool {
    var found = false
    forEach(in: set) { automaton, state in
      found = others[automaton].universal[state]
      return !found
    }
    return found
  }

  private func insert(_ bit: Int, into set: inout [UInt64]) {
    set[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Visits the states of a set until the body answers `false`.
  private func forEach(in set: [UInt64], _ body: (_ automaton: Int, _ state: Int) -> Bool) {
    var automaton = 0
    for index in set.indices {
      var word = set[index]
      while word != 0 {
        let bit = index << 6 | word.trailingZeroBitCount
        word &= word - 1
        while automaton + 1 < offsets.count, bit >= offsets[automaton + 1] { automaton += 1 }
        if !body(automaton, bit - offsets[automaton]) { return }
      }
    }
  }
}
