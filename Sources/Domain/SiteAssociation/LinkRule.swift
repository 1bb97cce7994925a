/// Which of the two lists of an entry a rule is in.
public enum RuleKind: String, Sendable {
  /// The modern list of objects.
  case components
  /// The legacy list of paths.
  case paths
}

/// What must hold before a rule is worth a closer look: a few words without references, so that a thousand of them are
/// passed quickly.
struct RuleGate: Sendable {
  private let form: Int
  private let head: TextHead
  private let isOpen: Bool

  init(_ rule: LinkRule) {
    form = rule.form.index
    isOpen = rule.path == nil
    head = rule.path?.head ?? TextHead(prefixOf: [])
  }

  @inline(__always)
  func allows(_ heads: PathHeads) -> Bool { isOpen || head.allows(heads[form]) }
}

struct PathHeads {
  private let heads: (UInt64, UInt64, UInt64, UInt64)

  init(_ link: borrowing LinkText) {
    let paths = link.paths
    heads = (paths[0].head, paths[1].head, paths[2].head, paths[3].head)
  }

  @inline(__always)
  subscript(form: Int) -> UInt64 {
    switch form {
    case 0: heads.0
    case 1: heads.1
    case 2: heads.2
    default: heads.3
    }
  }
}

/// One rule, ready to be compared. A class, because a struct of this size would be copied at every look.
final class LinkRule: Sendable {
  enum Query: Sendable {
    case anything
    case whole(LinkPattern)
    /// Some items by name; the others are free.
    case items([(name: [UInt32], pattern: LinkPattern)])
    /// Some items by name, each of which the link must have: Android's way. The others are free.
    case present([(name: [UInt32], pattern: LinkPattern)])
  }

  let kind: RuleKind
  let index: Int
  let excludes: Bool
  let form: TextForm
  /// `nil` where nothing is asked of it.
  let path: LinkPattern?
  let query: Query
  let fragment: LinkPattern?
  /// A rule that is in the file but can match nothing, such as a number among the paths.
  let isVoid: Bool

  init(
    kind: RuleKind, index: Int, excludes: Bool, form: TextForm, path: LinkPattern?, query: Query,
    fragment: LinkPattern?, isVoid: Bool
  ) {
    self.kind = kind
    self.index = index
    self.excludes = excludes
    self.form = form
    self.path = path
    self.query = query
    self.fragment = fragment
    self.isVoid = isVoid
  }

  @inline(__always)
  func matches(_ link: borrowing LinkText) -> Bool {
    if let path, !path.matches(link.paths[form.index]) { return false }
    return matchesBeyondPath(link)
  }

  func matchesBeyondPath(_ link: borrowing LinkText) -> Bool {
    if isVoid { return false }
    switch query {
    case .anything: break
    case .whole(let pattern):
      guard pattern.matches(link.queries[form.index]) else { return false }
    case .items(let wanted):
      for item in wanted where !link.query.satisfies(item.name, item.pattern, form) { return false }
    case .present(let wanted):
      for item in wanted where !link.query.has(item.name, item.pattern, form) { return false }
    }
    if let fragment { return fragment.matches(link.fragments[form.index]) }
    return true
  }

  func addNeeds(to needs: inout TextNeeds) {
    if path != nil { needs.insert(.path, form) }
    switch query {
    case .anything: break
    case .whole: needs.insert(.query, form)
    case .items, .present: needs.insert(.items, form)
    }
    if fragment != nil { needs.insert(.fragment, form) }
  }
}
