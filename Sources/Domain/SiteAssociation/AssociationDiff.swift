/// Which links open differently under two files, app by app, with examples.
///
/// Paths are compared as languages, queries and fragments by every way in which the rules' conditions can hold: if
/// there is any link on which the files disagree, it is found, unless the work allowed runs out. Then links made from
/// every rule are tried as well, and ``isComplete`` is `false`.
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
  /// Whether every link was compared. If not, there may be more changes, also where none was found.
  public let isComplete: Bool

  /// The most changes that are listed.
  public static let mostChanges = 200

  /// Compares two files, within bounded time.
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
  /// The entries that speak for an app in either file; `nil` if none does.
  private struct EntryPair: Hashable {
    let old: Int?
    let new: Int?
  }

  private let before: AppLinks
  private let after: AppLinks
  private let host: String
  private(set) var changes: [AssociationDiff.Change] = []
  private(set) var isComplete = true
  /// The examples of pairs of entries that were compared: apps often share them.
  private var examples: [EntryPair: [String]] = [:]
  /// The remaining work budget: less than a second altogether.
  private var work = 1_500_000
  private var probes = 20_000_000

  init(before: AppLinks, after: AppLinks, host: String) {
    (self.before, self.after, self.host) = (before, after, host)
  }

  mutating func compare(_ app: String) {
    let old = before.entries.first { $0.concerned(app) != nil }
    let new = after.entries.first { $0.concerned(app) != nil }
    let pair = EntryPair(old: old?.index, new: new?.index)
    if let known = examples[pair] {
      for link in known { _ = record(app, link) }
      return
    }
    let first = changes.count
    compare(app, old, new)
    examples[pair] = changes[first...].map { $0.example }
  }

  private mutating func compare(_ app: String, _ old: AppLinks.Entry?, _ new: AppLinks.Entry?) {
    guard !meanTheSame(old, new) else { return }
    var patterns = PatternPool()
    var conditions = TailConditions()
    let oldRules = RuleSequence(old, &patterns, &conditions)
    let newRules = RuleSequence(new, &patterns, &conditions)
    let tails = LinkTails(conditions, work: &work)
    let forms = Set(((old?.rules ?? []) + (new?.rules ?? [])).filter { $0.path != nil }.map { $0.form.isDecoded })
    let isDecoded = forms == [true]
    var paths = PathComparison(old: oldRules, new: newRules, patterns, tails, isDecoded: isDecoded)
    paths.search(most: AssociationDiff.mostChanges - changes.count, work: &work)
    var isWhole = paths.isComplete && forms.count < 2
    for found in paths.disagreements {
      let link = "https://" + host + written(found.path, isDecoded: isDecoded) + found.tail.text
      // What was found by reasoning must hold for a real link before it is told.
      if !record(app, link) { isWhole = false }
    }
    guard !isWhole else { return }
    isComplete = false
    probe(app, old, new)
  }

  /// A path as people write it: without the last slash, which means nothing.
  private func written(_ path: [UInt32], isDecoded: Bool) -> String {
    let isLonger = path.count > 1 && path.last == 0x2F
    return escaped(isLonger ? Array(path.dropLast()) : path, isDecoded, keeping: [0x2F, 0x2A])
  }

  private func meanTheSame(_ old: AppLinks.Entry?, _ new: AppLinks.Entry?) -> Bool {
    guard let old, let new, (old.kind == nil) == (new.kind == nil), old.rules.count == new.rules.count else {
      return false
    }
    var conditions = TailConditions()
    for (one, other) in zip(old.rules, new.rules) {
      guard one.excludes == other.excludes, one.isVoid == other.isVoid, one.form.isDecoded == other.form.isDecoded,
        (one.path?.flaw == nil) == (other.path?.flaw == nil), PatternKey(one.path) == PatternKey(other.path),
        conditions.number(of: one) == conditions.number(of: other)
      else { return false }
    }
    return true
  }

  /// Tries plain links made from every rule of either file.
  private mutating func probe(_ app: String, _ old: AppLinks.Entry?, _ new: AppLinks.Entry?) {
    var seen = Set(changes.filter { $0.app == app }.map { RulePair($0.before, $0.after) })
    let rules = (old?.rules ?? []) + (new?.rules ?? [])
    for turn in 0..<3 {
      for rule in rules where !rule.isVoid {
        let path = written(normalizedPath(rule.path?.sample(turn) ?? []), isDecoded: rule.form.isDecoded)
        let query = rule.query.sample(turn).map { "?" + $0 } ?? ""
        let fragment = rule.fragment.map { "#" + escaped($0.sample(turn), rule.form.isDecoded) } ?? ""
        for tail in Set(["", query + fragment]).sorted() {
          probes -= 300 + rules.count
          guard probes > 0, changes.count < AssociationDiff.mostChanges else { return }
          guard let (change, pair) = difference(app, "https://" + host + path + tail) else { continue }
          if seen.insert(pair).inserted { changes.append(change) }
        }
      }
    }
  }

  private mutating func record(_ app: String, _ link: String) -> Bool {
    guard changes.count < AssociationDiff.mostChanges, let (change, _) = difference(app, link) else { return false }
    changes.append(change)
    return true
  }

  private func difference(_ app: String, _ link: String) -> (change: AssociationDiff.Change, pair: RulePair)? {
    guard let address = WebAddress(link) else { return nil }
    let old = before.decision(for: address, app: app)
    let new = after.decision(for: address, app: app)
    guard (old.outcome == .match) != (new.outcome == .match) else { return nil }
    return (AssociationDiff.Change(app: app, example: link, before: old, after: new), RulePair(old, new))
  }
}

private struct RulePair: Hashable {
  private let old: Int?
  private let new: Int?

  init(_ old: LinkDecision, _ new: LinkDecision) {
    (self.old, self.new) = (old.rule?.index, new.rule?.index)
  }
}
