/// The query and fragment after an example's path, and which conditions they meet.
struct LinkTail {
  let text: String
  /// Indexed by the number of the condition.
  let holds: [Bool]
}

/// Queries and fragments, one for each combination of conditions that are met and not met.
struct LinkTails {
  private(set) var tails: [LinkTail] = []
  /// Whether no combination was left out.
  private(set) var isComplete = true

  private static let most = 400

  init(_ conditions: TailConditions, work: inout Int) {
    let rules = conditions.rules
    guard !rules.isEmpty else {
      tails = [LinkTail(text: "", holds: [true])]
      return
    }
    // One link as it is and the same link decoded are not walked together.
    isComplete = Set(rules.map { $0.form.isDecoded }).count == 1
    let isDecoded = rules.allSatisfy { $0.form.isDecoded }
    var queries = Self.queries(rules, isDecoded, &isComplete, &work)
    var fragments = Self.texts(
      of: rules.compactMap { $0.fragment }, LinkAlphabet(part: .fragment, isDecoded: isDecoded), &isComplete, &work)
    for rule in isComplete ? [] : rules {
      for turn in 0..<3 {
        queries.append(rule.query.sample(turn) ?? "")
        if let fragment = rule.fragment { fragments.append(escaped(fragment.sample(turn), isDecoded)) }
      }
    }
    var needs = TextNeeds()
    for rule in rules { rule.addNeeds(to: &needs) }
    var seen: Set<[Bool]> = []
    for query in queries {
      for fragment in fragments {
        let text = (query.isEmpty ? "" : "?" + query) + (fragment.isEmpty ? "" : "#" + fragment)
        guard let address = WebAddress("https://a/" + text) else { continue }
        let link = LinkText(address, needs: needs)
        work -= rules.count * 4
        let holds = [true] + rules.map { $0.matchesBeyondPath(link) }
        guard seen.insert(holds).inserted else { continue }
        tails.append(LinkTail(text: text, holds: holds))
        guard tails.count < Self.most, work > 0 else {
          isComplete = false
          return
        }
      }
    }
  }

  /// Whole queries: the choices for each name, in every combination.
  private static func queries(
    _ rules: [LinkRule], _ isDecoded: Bool, _ isComplete: inout Bool, _ work: inout Int
  ) -> [String] {
    var wholes: [LinkPattern] = []
    var patternsOfName: [(name: [UInt32], patterns: [LinkPattern])] = []
    for rule in rules {
      switch rule.query {
      case .anything: break
      case .whole(let pattern): wholes.append(pattern)
      case .items(let items), .present(let items):
        for item in items {
          if let known = patternsOfName.firstIndex(where: { $0.name == item.name }) {
            patternsOfName[known].patterns.append(item.pattern)
          } else {
            patternsOfName.append((item.name, [item.pattern]))
          }
        }
      }
    }
    if !wholes.isEmpty, !patternsOfName.isEmpty { isComplete = false }
    let queries = texts(of: wholes, LinkAlphabet(part: .query, isDecoded: isDecoded), &isComplete, &work)
    var combined = [""]
    for (name, patterns) in patternsOfName {
      let values = values(of: patterns, LinkAlphabet(part: .value, isDecoded: isDecoded), &isComplete, &work)
      let written = escaped(name, isDecoded)
      var longer: [String] = []
      for query in combined {
        for repeats in values where !repeats.isEmpty {
          let items = repeats.map { written + "=" + $0 }.joined(separator: "&")
          longer.append(query.isEmpty ? items : query + "&" + items)
        }
      }
      combined += longer
      if combined.count > most {
        combined.removeLast(combined.count - most)
        isComplete = false
      }
    }
    return queries + combined
  }

  /// The values of one name, one choice for each set of patterns that all of them fit. The first choice is none.
  private static func values(
    of patterns: [LinkPattern], _ alphabet: LinkAlphabet, _ isComplete: inout Bool, _ work: inout Int
  ) -> [[String]] {
    var walk = TextWalk(patterns, alphabet)
    walk.search(work: &work)
    var found = walk.found.map { (fits: $0.fits, values: [escaped($0.text, alphabet.isDecoded)]) }
    // A name can repeat, and then every value must fit; an empty one too.
    var seen = Set(found.map { $0.fits })
    var next = 0
    while next < found.count, found.count < 64 {
      for other in found[..<next] {
        let both = other.fits.intersection(found[next].fits)
        if seen.insert(both).inserted { found.append((both, other.values + found[next].values)) }
      }
      next += 1
    }
    isComplete = isComplete && walk.isComplete && next >= found.count
    return found.map { $0.values == [""] ? [] : $0.values }
  }

  /// Texts, one for each set of the patterns that some text fits; the empty one first.
  private static func texts(
    of patterns: [LinkPattern], _ alphabet: LinkAlphabet, _ isComplete: inout Bool, _ work: inout Int
  ) -> [String] {
    guard !patterns.isEmpty else { return [""] }
    var walk = TextWalk(patterns, alphabet)
    walk.search(work: &work)
    isComplete = isComplete && walk.isComplete
    return walk.found.map { escaped($0.text, alphabet.isDecoded) }
  }
}

/// Looks for one text for each set of patterns that can fit together.
private struct TextWalk {
  private struct Visit {
    let states: PatternPool.States
    let before: Int
    let over: UInt32
  }

  private let pool: PatternPool
  private let alphabet: LinkAlphabet
  private(set) var found: [(fits: Set<Int>, text: [UInt32])] = []
  private(set) var isComplete = true

  init(_ patterns: [LinkPattern], _ alphabet: LinkAlphabet) {
    var pool = PatternPool()
    for pattern in patterns { _ = pool.number(of: pattern) }
    (self.pool, self.alphabet) = (pool, alphabet)
  }

  mutating func search(work: inout Int) {
    var visits = [Visit(states: pool.start, before: -1, over: 0)]
    var seen: Set<PatternPool.States> = [pool.start]
    var sets: Set<Set<Int>> = []
    var allowed = min(work, 300_000)
    let before = allowed
    var next = 0
    while next < visits.count, allowed > 0, found.count < 64 {
      let fits = Set(pool.progress(of: visits[next].states).filter { $0.accepts }.map { $0.pattern })
      if sets.insert(fits).inserted { found.append((fits, Self.text(to: next, visits))) }
      pool.forEachStep(from: visits[next].states, alphabet, work: &allowed) { scalar, states in
        if seen.insert(states).inserted { visits.append(Visit(states: states, before: next, over: scalar)) }
      }
      next += 1
    }
    isComplete = next >= visits.count
    work -= before - allowed
  }

  private static func text(to index: Int, _ visits: [Visit]) -> [UInt32] {
    var text: [UInt32] = []
    var at = index
    while visits[at].before >= 0 {
      text.append(visits[at].over)
      at = visits[at].before
    }
    return text.reversed()
  }
}

extension LinkRule.Query {
  /// Returns a query that fits, if there is one; a different one for each turn.
  func sample(_ turn: Int) -> String? {
    switch self {
    case .anything: return nil
    case .whole(let pattern): return text(pattern.sample(turn))
    case .items(let items), .present(let items):
      var query = ""
      for item in items {
        query += (query.isEmpty ? "" : "&") + text(item.name) + "=" + text(item.pattern.sample(turn))
      }
      return query
    }
  }
}

/// A text as a link writes it. What is compared decoded is written with escapes wherever a sign might mean something.
func escaped(_ scalars: [UInt32], _ isDecoded: Bool, keeping kept: [UInt32] = []) -> String {
  guard isDecoded else { return text(scalars) }
  var result: [UInt8] = []
  for scalar in scalars {
    for octet in text([scalar]).utf8 {
      let isPlain = octet < 0x80 && (isWordLetter(octet) || kept.contains(UInt32(octet)))
      if isPlain {
        result.append(octet)
      } else {
        result.append(UInt8(ascii: "%"))
        for nibble in [octet >> 4, octet & 0xF] { result.append(nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10) }
      }
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func isWordLetter(_ octet: UInt8) -> Bool {
  switch octet {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
  default: false
  }
}
