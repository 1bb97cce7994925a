/// The rules of an entry in their order, reduced to what decides: a pattern for the path, a condition on query and
/// fragment, and whether links open.
struct RuleSequence {
  struct Rule {
    let pattern: Int
    let condition: Int
    let opens: Bool
    /// The place in the file's list.
    let index: Int
  }

  static let nothing = -1
  static let everything = -2

  let rules: [Rule]
  private var rulesOfPattern: [Int: [Int]] = [:]
  /// The verdict of an entry without rules, or of no entry at all.
  let otherwise: Int

  init(_ entry: AppLinks.Entry?, _ patterns: inout PatternPool, _ conditions: inout TailConditions) {
    var rules: [Rule] = []
    // What never fits a link decides nothing.
    for rule in entry?.rules ?? [] where !rule.isVoid && rule.path?.flaw == nil {
      rules.append(
        Rule(
          pattern: patterns.number(of: rule.path), condition: conditions.number(of: rule), opens: !rule.excludes,
          index: rule.index))
    }
    self.rules = rules
    for (position, rule) in rules.enumerated() { rulesOfPattern[rule.pattern, default: []].append(position) }
    otherwise = entry.map { $0.kind == nil ? Self.everything : Self.nothing } ?? Self.nothing
  }

  var opensOtherwise: Bool { otherwise == Self.everything }

  /// A rule that can still match a link whose path has come so far.
  struct Live {
    let position: Int
    let progress: Int
  }

  func live(_ progress: [PatternPool.Progress]) -> [Live] {
    var live: [Live] = []
    for (number, pattern) in progress.enumerated() {
      for position in rulesOfPattern[pattern.pattern] ?? [] { live.append(Live(position: position, progress: number)) }
    }
    live.sort { $0.position < $1.position }
    return live
  }

  /// What a sequence comes to: equal ones decide alike about everything that may still come.
  struct Essence {
    /// Runs of rules that say the same, each sorted; last what is said where none fits.
    fileprivate(set) var signature: [Int] = []
    fileprivate(set) var rules: [Live] = []
  }

  func essence(_ live: [Live], _ progress: [PatternPool.Progress]) -> Essence {
    var essence = Essence()
    var seen: Set<Int> = []
    var run: [Int] = []
    var runOpens = false
    var firstOfRun = 0
    var opensAtLast = opensOtherwise
    var isEnded = false
    for candidate in live {
      let rule = rules[candidate.position]
      let isUniversal = progress[candidate.progress].universal != nil
      let pattern = isUniversal ? 0 : rule.pattern + 1
      // A rule for the same path that asks for nothing more was there before, or the very same rule.
      if seen.contains(pattern << 20) || !seen.insert(pattern << 20 | rule.condition).inserted { continue }
      if rule.opens != runOpens, !run.isEmpty {
        essence.signature += run.sorted() + [-1]
        run = []
      }
      if run.isEmpty { firstOfRun = essence.rules.count }
      runOpens = rule.opens
      run.append(pattern << 20 | rule.condition)
      essence.rules.append(candidate)
      if isUniversal, rule.condition == 0 {
        opensAtLast = rule.opens
        isEnded = true
        break
      }
    }
    if !run.isEmpty {
      if runOpens != opensAtLast {
        essence.signature += run.sorted() + [-1]
      } else if !runOpens {
        // Excluding what is not opened anyway makes no difference, but what comes before other rules keeps them out.
        essence.rules.removeSubrange(firstOfRun..<(isEnded ? essence.rules.count - 1 : essence.rules.count))
      }
    }
    // Runs alternate, so that the last word fixes what each of them says.
    essence.signature.append(opensAtLast ? -2 : -3)
    return essence
  }
}
