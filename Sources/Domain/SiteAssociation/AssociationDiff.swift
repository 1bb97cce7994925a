/// Which links open differently under two files, app by app, with examples.
///
/// Paths are compared as languages: if there is any path on which the files disagree, it is found, unless the work
/// allowed runs out. Queries and fragments are tried with samples made from the patterns of both files.
public struct AssociationDiff: Sendable {
  /// Links that one pair of rules treats differently.
  public struct Change: Sendable {
    /// The app.
    public let app: String
    /// The shortest such link that was found.
    public let example: String
    /// What the first file says about it.
    public let before: LinkDecision
    /// What the second file says about it.
    public let after: LinkDecision
  }

  /// What differs; one change for each pair of rules.
  public let changes: [Change]
  /// Whether all paths were compared. If not, there may be more.
  public let isComplete: Bool

  /// The most changes that are listed.
  public static let mostChanges = 200

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - before: the first file.
  ///   - after: the second file.
  ///   - host: the host with which the examples are written.
  public init(before: AppLinks, after: AppLinks, host: String) {
    var search = DiffSearch(before: before, after: after, host: host)
    var seen: Set<[UInt8]> = []
    for app in before.apps + after.apps where seen.insert(Array(app.utf8)).inserted { search.compare(app) }
    changes = search.changes
    isComplete = search.isComplete
  }
}

private struct DiffSearch {
  let before: AppLinks
  let after: AppLinks
  let host: String
  private(set) var changes: [AssociationDiff.Change] = []
  private(set) var isComplete = true
  /// Pairs of rules that have their example, by app.
  private var seen: Set<Pair> = []
  private var apps = 0

  struct Pair: Hashable {
    let app: Int
    let before: Int
    let after: Int
  }

  init(before: AppLinks, after: AppLinks, host: String) {
    (self.before, self.after, self.host) = (before, after, host)
  }

  mutating func compare(_ app: String) {
    let old = before.entries.first { $0.concerned(app) != nil }
    let new = after.entries.first { $0.concerned(app) != nil }
    apps += 1
    for tail in LinkTail.samples(of: (old?.rules ?? []) + (new?.rules ?? [])) {
      guard changes.count < AssociationDiff.mostChanges else {
        isComplete = false
        return
      }
      var paths = PathComparison(old: PathRules(old, tail), new: PathRules(new, tail))
      paths.search { oldRule, newRule, path in
        guard seen.insert(Pair(app: apps, before: oldRule, after: newRule)).inserted else { return }
        record(app, path, tail)
      }
      if !paths.isComplete { isComplete = false }
    }
  }

  /// Every example is put to both files before it is told: what was found by reasoning must hold for a real link.
  private mutating func record(_ app: String, _ path: [UInt32], _ tail: LinkTail) {
    guard changes.count < AssociationDiff.mostChanges else { return }
    let trimmed = path.count > 1 && path.last == 0x2F ? Array(path.dropLast()) : path
    let link = "https://" + host + text(trimmed) + tail.text
    guard let address = WebAddress(link) else { return }
    let old = before.decision(for: address, app: app)
    let new = after.decision(for: address, app: app)
    guard (old.outcome == .match) != (new.outcome == .match) else { return }
    changes.append(AssociationDiff.Change(app: app, example: link, before: old, after: new))
  }
}

/// What stands behind the path of an example.
struct LinkTail {
  let query: String?
  let fragment: String?

  var text: String { (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "") }

  /// Enough for the files of people; each is a whole comparison of paths.
  private static let mostSamples = 48

  /// No tail, and for each rule tails that fit what it asks for.
  static func samples(of rules: [LinkRule]) -> [LinkTail] {
    var samples = [LinkTail(query: nil, fragment: nil)]
    var seen: Set<String> = [""]
    for rule in rules where samples.count < mostSamples {
      for turn in 0..<2 {
        let query = rule.query.sample(turn)
        let fragment = rule.fragment.map { SiteAssociation.text($0.sample(turn)) }
        for tail in [
          LinkTail(query: query, fragment: fragment), LinkTail(query: query, fragment: nil),
          LinkTail(query: nil, fragment: fragment),
        ] where seen.insert(tail.text).inserted { samples.append(tail) }
      }
    }
    return samples
  }
}

extension LinkRule.Query {
  fileprivate func sample(_ turn: Int) -> String? {
    switch self {
    case .anything: return nil
    case .whole(let pattern): return text(pattern.sample(turn))
    case .items(let items):
      var query = ""
      for item in items {
        query += (query.isEmpty ? "" : "&") + text(item.name) + "=" + text(item.pattern.sample(turn))
      }
      return query
    }
  }
}

/// Those rules of an entry that are left when query and fragment are known: they ask only for a path.
struct PathRules {
  /// The machines of the rules, their places in the entry, and what they say.
  let automata: [PatternAutomaton]
  let indices: [Int]
  let opens: [Bool]

  static let nothing = -1
  static let everything = -2

  /// The answer where no rule fits.
  let otherwise: Int

  init(_ entry: AppLinks.Entry?, _ tail: LinkTail) {
    guard let entry, entry.kind != nil else {
      (automata, indices, opens) = ([], [], [])
      otherwise = entry == nil ? Self.nothing : Self.everything
      return
    }
    var needs = TextNeeds()
    for rule in entry.rules { rule.addNeeds(to: &needs) }
    var rules: [LinkRule] = []
    if let address = WebAddress("https://a/" + tail.text) {
      let link = LinkText(address, needs: needs)
      rules = entry.rules.filter { $0.matchesBeyondPath(link) }
    }
    automata = rules.map { PatternAutomaton($0.path) }
    indices = rules.map { $0.index }
    opens = rules.map { !$0.excludes }
    otherwise = Self.nothing
  }
}

/// Walks all paths at once and stops where two lists of rules disagree.
struct PathComparison {
  private struct Place: Hashable {
    let domain: Int
    let states: [[Int]]
  }

  private let old: PathRules
  private let new: PathRules
  private let automata: [PatternAutomaton]
  private(set) var isComplete = true
  private static let workAllowed = 2_000_000

  init(old: PathRules, new: PathRules) {
    (self.old, self.new) = (old, new)
    automata = old.automata + new.automata
  }

  /// Calls `found` for each path that is the shortest of its kind, with the numbers of the two rules that decide.
  mutating func search(_ found: (_ old: Int, _ new: Int, _ path: [UInt32]) -> Void) {
    let alphabet = SampleAlphabet(of: automata, domain: .path, isDecoded: false).scalars
    let domain = TextDomain.path
    var places: [(place: Place, before: Int, over: UInt32)] = []
    let first = Place(domain: domain.start, states: automata.map { $0.start })
    var seen: Set<Place> = [first]
    places.append((first, -1, 0))
    var work = Self.workAllowed
    var next = 0
    while next < places.count {
      let place = places[next].place
      if domain.accepts(place.domain) {
        let (oldRule, oldOpens) = decision(old, place.states[..<old.automata.count])
        let (newRule, newOpens) = decision(new, place.states[old.automata.count...])
        if oldOpens != newOpens { found(oldRule, newRule, path(to: next, places)) }
      }
      for scalar in alphabet {
        let domainNext = domain.next(place.domain, over: scalar)
        guard domainNext != TextDomain.dead else { continue }
        let moved = Place(domain: domainNext, states: step(place.states, over: scalar, &work))
        if seen.insert(moved).inserted { places.append((moved, next, scalar)) }
      }
      if work < 0 {
        isComplete = false
        return
      }
      next += 1
    }
  }

  private func step(_ states: [[Int]], over scalar: UInt32, _ work: inout Int) -> [[Int]] {
    var moved: [[Int]] = []
    moved.reserveCapacity(states.count)
    for (number, set) in states.enumerated() {
      var targets: Set<Int> = []
      for state in set {
        work -= 1
        automata[number].targets(of: state, over: scalar) { targets.insert($0) }
      }
      moved.append(targets.sorted())
    }
    work -= 1
    return moved
  }

  private func decision(_ rules: PathRules, _ states: ArraySlice<[Int]>) -> (rule: Int, opens: Bool) {
    for (number, set) in states.enumerated() {
      let automaton = rules.automata[number]
      if set.contains(where: { automaton.accepting[$0] }) { return (rules.indices[number], rules.opens[number]) }
    }
    return (rules.otherwise, rules.otherwise == PathRules.everything)
  }

  private func path(to index: Int, _ places: [(place: Place, before: Int, over: UInt32)]) -> [UInt32] {
    var path: [UInt32] = []
    var at = index
    while places[at].before >= 0 {
      path.append(places[at].over)
      at = places[at].before
    }
    return path.reversed()
  }
}
