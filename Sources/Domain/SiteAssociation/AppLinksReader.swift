internal import JSONText

/// Reads `applinks` the way devices do: a value of a wrong type counts as absent, and reading goes on.
struct AppLinksReader {
  private let details: JSONNode?
  private let defaults: RuleFlags
  private let variables: SubstitutionVariables

  init(applinks: JSONNode?) {
    details = applinks?["details"]
    defaults = RuleFlags(applinks?["defaults"])
    variables = Self.variables(applinks?["substitutionVariables"])
  }

  func entries() -> [AppLinks.Entry] {
    var entries: [AppLinks.Entry] = []
    var governed: Set<[UInt8]> = []
    for (index, detail) in entryNodes.enumerated() {
      let apps = detail.app.map { [$0] } ?? Self.apps(detail.node)
      var first: [String] = []
      for app in apps where governed.insert(Array(app.utf8)).inserted { first.append(app) }
      let (kind, rules) = rules(of: detail.node)
      entries.append(AppLinks.Entry(index: index, apps: apps, governed: first, kind: kind, rules: rules))
    }
    return entries
  }

  /// The entries of the list, or of the obsolete dictionary keyed by app.
  private var entryNodes: [(app: String?, node: JSONNode)] {
    switch details?.content {
    case .array(let nodes): nodes.map { (nil, $0) }
    case .object(let members): members.map { ($0.name, $0.value) }
    default: []
    }
  }

  /// `appIDs` hides `appID` when it is there at all, even empty.
  static func apps(_ entry: JSONNode) -> [String] {
    if let list = entry["appIDs"]?.array { return list.compactMap { $0.string } }
    return entry["appID"]?.string.map { [$0] } ?? []
  }

  private func rules(of entry: JSONNode) -> (kind: RuleKind?, rules: [LinkRule]) {
    guard entry.kind == .object else { return (.components, []) }
    if let components = entry["components"]?.array {
      let flags = RuleFlags(entry["defaults"]).falling(backOn: defaults)
      return (.components, components.indices.map { rule(component: components[$0], at: $0, flags: flags) })
    }
    if let paths = entry["paths"]?.array {
      return (.paths, paths.indices.map { rule(path: paths[$0], at: $0) })
    }
    return (nil, [])
  }

  private func rule(component node: JSONNode, at index: Int, flags: RuleFlags) -> LinkRule {
    ComponentReader(variables: variables).rule(node, at: index, flags: RuleFlags(node).falling(backOn: flags))
  }

  /// Legacy paths know neither flags nor variables.
  private func rule(path node: JSONNode, at index: Int) -> LinkRule {
    let form = TextForm(isFolded: false, isDecoded: false)
    let (excludes, source) = Self.legacyPath(node.string ?? "")
    let pattern = LinkPattern(source, subject: .path, isFolded: false, variables: nil)
    return LinkRule(
      kind: .paths, index: index, excludes: excludes, form: form, path: pattern.matchesEverything ? nil : pattern,
      query: .anything, fragment: nil, isVoid: node.kind != .string)
  }

  /// Strips the excluding `NOT `, in any case of letters.
  static func legacyPath(_ source: String) -> (excludes: Bool, pattern: String) {
    guard source.utf8.prefix(4).elementsEqual("not ".utf8, by: { $0 | 0x20 == $1 }) else { return (false, source) }
    return (true, String(source.unicodeScalars.dropFirst(4)))
  }

  /// A single text in place of the list counts as a list of one.
  private static func variables(_ node: JSONNode?) -> SubstitutionVariables {
    var variables = SubstitutionVariables()
    for member in node?.object ?? [] {
      switch member.value.content {
      case .array(let values): variables.define(member.name, as: values.compactMap { $0.string })
      case .string(let value): variables.define(member.name, as: [value])
      default: break
      }
    }
    return variables
  }
}

struct RuleFlags {
  var exclude: Bool?
  var caseSensitive: Bool?
  var percentEncoded: Bool?

  init(_ node: JSONNode?) {
    exclude = Self.truth(node?["exclude"])
    caseSensitive = Self.truth(node?["caseSensitive"])
    percentEncoded = Self.truth(node?["percentEncoded"])
  }

  func falling(backOn other: RuleFlags) -> RuleFlags {
    var flags = self
    flags.exclude = exclude ?? other.exclude
    flags.caseSensitive = caseSensitive ?? other.caseSensitive
    flags.percentEncoded = percentEncoded ?? other.percentEncoded
    return flags
  }

  /// Numbers and texts are read loosely, as Apple's `boolValue` does: not zero, or beginning with Y, T or a digit above
  /// 0.
  private static func truth(_ node: JSONNode?) -> Bool? {
    switch node?.content {
    case .bool(let truth): return truth
    case .integer(let number): return number != 0
    case .number(let number): return number != 0
    case .string(let text):
      let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      let signless = rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest
      guard let first = signless.drop(while: { $0 == UInt8(ascii: "0") }).first else { return false }
      return (first | 0x20) == UInt8(ascii: "y") || (first | 0x20) == UInt8(ascii: "t") || (0x31...0x39).contains(first)
    default: return nil
    }
  }
}
