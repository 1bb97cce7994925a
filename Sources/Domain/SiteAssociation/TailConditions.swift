/// What rules ask of query and fragment, each distinct demand once. Number 0 asks for nothing.
struct TailConditions {
  private struct Key: Hashable {
    enum Query: Hashable {
      case anything
      case whole(PatternKey)
      case items(Set<Item>)
      case present(Set<Item>)
    }

    struct Item: Hashable {
      let name: [UInt32]
      let pattern: PatternKey
    }

    let query: Query
    let fragment: PatternKey?
    let isDecoded: Bool
  }

  private var numbers: [Key: Int] = [:]
  /// One rule for each demand, from number 1 on.
  private(set) var rules: [LinkRule] = []

  mutating func number(of rule: LinkRule) -> Int {
    let query: Key.Query
    switch rule.query {
    case .anything: query = .anything
    case .whole(let pattern): query = .whole(PatternKey(pattern))
    case .items(let items):
      query = .items(Set(items.map { Key.Item(name: $0.name, pattern: PatternKey($0.pattern)) }))
    case .present(let items):
      query = .present(Set(items.map { Key.Item(name: $0.name, pattern: PatternKey($0.pattern)) }))
    }
    if query == .anything, rule.fragment == nil { return 0 }
    let key = Key(query: query, fragment: rule.fragment.map { PatternKey($0) }, isDecoded: rule.form.isDecoded)
    if let known = numbers[key] { return known }
    rules.append(rule)
    numbers[key] = rules.count
    return rules.count
  }
}
