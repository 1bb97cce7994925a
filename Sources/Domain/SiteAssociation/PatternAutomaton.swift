/// A pattern as a machine with states, for asking which texts it takes without naming one.
///
/// States are numbered; a step leads from a state over one scalar to another. Steps over nothing are worked off while
/// building, so that ``start`` and the targets of steps are always sets.
struct PatternAutomaton {
  struct Step {
    /// What the scalar must be; `nil` is any.
    let token: PatternToken
    let targets: [Int]
  }

  private(set) var steps: [[Step]] = []
  private(set) var start: [Int] = []
  private(set) var accepting: [Bool] = []
  /// States from which every text is taken: a star is there, and nothing after it.
  private(set) var universal: [Bool] = []
  let isFolded: Bool

  /// `nil` is a rule that asks for nothing.
  init(_ pattern: LinkPattern?) {
    isFolded = pattern?.isFolded ?? false
    var builder = AutomatonBuilder(isFolded: isFolded)
    if let pattern {
      guard pattern.flaw == nil else { return }
      builder.append(pattern.tokens, alternatives: pattern.alternatives)
    } else {
      builder.append([.anyRun], alternatives: [])
    }
    (steps, start, accepting, universal) = builder.finish()
  }

  func targets(of state: Int, over scalar: UInt32, into targets: (Int) -> Void) {
    let compared = isFolded ? folded(scalar) : scalar
    for step in steps[state] where step.token.accepts(compared, isFolded: isFolded) {
      for target in step.targets { targets(target) }
    }
  }
}

/// Builds the machine with empty steps first, then works them off.
private struct AutomatonBuilder {
  private let isFolded: Bool
  private var steps: [[(token: PatternToken, target: Int)]] = [[]]
  private var empty: [[Int]] = [[]]
  private var stars: [Bool] = [false]
  private var end = 0

  init(isFolded: Bool) { self.isFolded = isFolded }

  private mutating func newState() -> Int {
    steps.append([])
    empty.append([])
    stars.append(false)
    return steps.count - 1
  }

  mutating func append(_ tokens: [PatternToken], alternatives: [[[PatternToken]]]) {
    for token in tokens {
      if token == .anyRun {
        // A state of its own, so that what leads past the star does not loop.
        let star = newState()
        empty[end].append(star)
        steps[star].append((.anyOne, star))
        stars[star] = true
        end = star
      } else if token == .region {
        appendCodes(CodeTable.regions)
      } else if token == .language {
        appendCodes(CodeTable.languages)
      } else if let index = token.alternativesIndex {
        let from = end
        let join = newState()
        for choice in alternatives[index] {
          end = newState()
          empty[from].append(end)
          append(choice, alternatives: [])
          empty[end].append(join)
        }
        end = join
      } else {
        let next = newState()
        steps[end].append((token, next))
        end = next
      }
    }
  }

  /// All codes in small letters, and all of them in capitals, as two trees that share their beginnings.
  private mutating func appendCodes(_ table: CodeTable) {
    let from = end
    let join = newState()
    for capitals in isFolded ? [false] : [false, true] {
      var children: [[UInt32]: Int] = [:]
      for word in table.words {
        var state = from
        for index in word.indices {
          let scalar = capitals ? word[index] & ~0x20 : word[index]
          if index == word.count - 1 {
            steps[state].append((PatternToken(scalar: scalar), join))
          } else {
            let prefix = Array(word[...index])
            if let child = children[prefix] {
              state = child
            } else {
              let child = newState()
              steps[state].append((PatternToken(scalar: scalar), child))
              children[prefix] = child
              state = child
            }
          }
        }
      }
    }
    end = join
  }

  func finish() -> (steps: [[PatternAutomaton.Step]], start: [Int], accepting: [Bool], universal: [Bool]) {
    var closures: [[Int]] = []
    closures.reserveCapacity(steps.count)
    for state in steps.indices { closures.append(closure(of: state)) }
    var finished: [[PatternAutomaton.Step]] = []
    for state in steps.indices {
      finished.append(steps[state].map { PatternAutomaton.Step(token: $0.token, targets: closures[$0.target]) })
    }
    let accepting = closures.map { $0.contains(end) }
    let universal = steps.indices.map { stars[$0] && closures[$0].contains(end) }
    return (finished, closures[0], accepting, universal)
  }

  /// States reached without a scalar; those with neither steps nor the end are only passed through.
  private func closure(of state: Int) -> [Int] {
    var seen: Set<Int> = [state]
    var waiting = [state]
    while let next = waiting.popLast() {
      for target in empty[next] where seen.insert(target).inserted { waiting.append(target) }
    }
    return seen.filter { !steps[$0].isEmpty || $0 == end || stars[$0] }.sorted()
  }
}
