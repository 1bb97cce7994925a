/// Finds the rules of a list that never decide, because those before them match all their links.
struct RuleCoverage {
  /// A rule that can never decide, and those before it that leave it no link.
  struct Shadow {
    let rule: Int
    let before: [Int]
    /// Whether links whose path ends with a star are left to it, and no others.
    let hasStars: Bool
  }

  /// What may still be spent. Reasoning about patterns is exponential at worst, so it must be able to end.
  private(set) var work: Int
  /// Rules that were not examined because the work was used up.
  private(set) var skipped = 0
  /// The most that one question may cost.
  private let workPerQuestion = 100_000
  private let mostCandidates = 12

  init(work: Int) {
    self.work = work
  }

  mutating func shadows(in rules: [LinkRule]) -> [Shadow] {
    var shadows: [Shadow] = []
    // Of most rules none is ever needed.
    var automata: [Int: PatternAutomaton] = [:]
    var index = PrefixIndex()
    for later in rules.indices where !rules[later].isVoid {
      defer { index.insert(later, rules[later]) }
      guard work > 0 else {
        skipped += 1
        continue
      }
      let candidates = candidates(for: rules[later], index, in: rules)
      guard !candidates.isEmpty else { continue }
      if let shadow = shadow(over: later, candidates, in: rules, &automata) { shadows.append(shadow) }
    }
    return shadows
  }

  /// Earlier rules that match a sample link of this one, and ask for no more beyond the path.
  private mutating func candidates(for rule: LinkRule, _ index: PrefixIndex, in rules: [LinkRule]) -> [Int] {
    if let path = rule.path, !index.mayTake(path.tokens) { return [] }
    let plain = (0..<3).map { turn in TextView(rule.path.map { $0.sample(turn) } ?? [0x2F]) }
    let folded =
      index.hasFoldedRules ? plain.map { view in TextView(view.scalars.map { SiteAssociation.folded($0) }) } : []
    var candidates: [Int] = []
    for earlier in index.rules(thatMayTake: plain, folded: folded) {
      let other = rules[earlier]
      work -= 1
      if let path = other.path {
        guard other.form.isDecoded == rule.form.isDecoded else { continue }
        guard (other.form.isFolded ? folded : plain).contains(where: { path.matches($0) }) else { continue }
      }
      guard coversBeyondPath(other, rule) else { continue }
      if other.path == nil { return [earlier] }
      candidates.append(earlier)
      if candidates.count == mostCandidates { break }
    }
    return candidates
  }

  /// The candidate that matches all links of the rule, or all candidates if they do so together.
  private mutating func shadow(
    over later: Int, _ candidates: [Int], in rules: [LinkRule], _ automata: inout [Int: PatternAutomaton]
  ) -> Shadow? {
    func automaton(_ index: Int) -> PatternAutomaton {
      if let known = automata[index] { return known }
      let made = PatternAutomaton(rules[index].path)
      automata[index] = made
      return made
    }
    if candidates.contains(where: { rules[$0].path == nil }) {
      return Shadow(rule: later, before: candidates, hasStars: false)
    }
    let pattern = automaton(later)
    let isDecoded = rules[later].form.isDecoded
    for domain in [TextDomain.path, .slashedPath] {
      for earlier in candidates where covers([automaton(earlier)], pattern, domain, isDecoded) {
        return Shadow(rule: later, before: [earlier], hasStars: domain == .slashedPath)
      }
      if candidates.count > 1, covers(candidates.map(automaton), pattern, domain, isDecoded) {
        return Shadow(rule: later, before: candidates, hasStars: domain == .slashedPath)
      }
    }
    return nil
  }

  private mutating func covers(
    _ others: [PatternAutomaton], _ pattern: PatternAutomaton, _ domain: TextDomain, _ isDecoded: Bool
  ) -> Bool {
    var allowed = min(work, workPerQuestion)
    let before = allowed
    let answer = LanguageInclusion(others: others).search(pattern, domain: domain, isDecoded: isDecoded, work: &allowed)
    work -= before - allowed
    return answer == .covered
  }

  // MARK: Beyond the path

  /// Whether `other` matches every query and fragment that `rule` matches.
  private mutating func coversBeyondPath(_ other: LinkRule, _ rule: LinkRule) -> Bool {
    let isSameForm = other.form.isDecoded == rule.form.isDecoded
    switch (other.query, rule.query) {
    case (.anything, _): break
    case (.whole(let wide), .whole(let narrow)):
      guard isSameForm, covers(wide, narrow, rule.form.isDecoded) else { return false }
    case (.items(let wide), .items(let narrow)), (.present(let wide), .present(let narrow)):
      guard isSameForm else { return false }
      for item in wide {
        guard let same = narrow.first(where: { $0.name == item.name }),
          covers(item.pattern, same.pattern, rule.form.isDecoded)
        else { return false }
      }
    default: return false
    }
    guard let fragment = other.fragment else { return true }
    guard let narrow = rule.fragment, isSameForm else { return false }
    return covers(fragment, narrow, rule.form.isDecoded)
  }

  private mutating func covers(_ wide: LinkPattern, _ narrow: LinkPattern, _ isDecoded: Bool) -> Bool {
    covers([PatternAutomaton(wide)], PatternAutomaton(narrow), .text, isDecoded)
  }
}

extension LinkPattern {
  /// Returns a text that the pattern matches, if any; a different one for each turn.
  func sample(_ turn: Int) -> [UInt32] {
    var text: [UInt32] = []
    append(tokens, turn, to: &text)
    return text
  }

  private func append(_ tokens: [PatternToken], _ turn: Int, to text: inout [UInt32]) {
    for token in tokens {
      if let scalar = token.scalar {
        text.append(scalar)
      } else if token == .anyRun {
        text.append(contentsOf: scalars(["", "zq7", "Q"][turn % 3]))
      } else if token == .region {
        text.append(contentsOf: scalars(isFolded ? "us" : "US"))
      } else if token == .language {
        text.append(contentsOf: scalars("en"))
      } else if let index = token.alternativesIndex {
        let choices = alternatives[index]
        if !choices.isEmpty { append(choices[turn % choices.count], turn, to: &text) }
      } else {
        text.append(contentsOf: scalars(token.characterClass.map { $0.sample(turn, isFolded) } ?? "q"))
      }
    }
  }
}

extension CharacterClass {
  fileprivate func sample(_ turn: Int, _ isFolded: Bool) -> String {
    switch self {
    case .digit: "7"
    case .lower: "q"
    case .upper: isFolded ? "q" : "Q"
    case .alpha: turn % 2 == 0 || isFolded ? "q" : "Q"
    case .alnum, .xdigit: ["b", "7", isFolded ? "b" : "B"][turn % 3]
    }
  }
}

func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map { $0.value } }
