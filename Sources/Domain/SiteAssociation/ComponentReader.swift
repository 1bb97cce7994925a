internal import JSONText

/// Reads a component, of an association file or of assetlinks.json, which took the form over.
struct ComponentReader {
  /// What patterns may name; `nil` where variables are plain characters.
  let variables: SubstitutionVariables?
  /// Whether a link must have every item that is named, as Android wants it; for Apple a missing one is an empty one.
  var wantsItems = false

  func rule(_ node: JSONNode, at index: Int, flags: RuleFlags) -> LinkRule {
    let form = TextForm(isFolded: flags.caseSensitive == false, isDecoded: flags.percentEncoded == false)
    return LinkRule(
      kind: .components, index: index, excludes: flags.exclude ?? false, form: form,
      path: node["/"]?.string.flatMap { pattern($0, .path, form) }, query: query(node["?"], form),
      fragment: node["#"]?.string.flatMap { pattern($0, .text, form) }, isVoid: false)
  }

  /// A pattern, or `nil` where it asks for nothing.
  private func pattern(_ source: String, _ subject: LinkPattern.Subject, _ form: TextForm) -> LinkPattern? {
    let pattern = LinkPattern(source, subject: subject, isFolded: form.isFolded, variables: variables)
    return pattern.matchesEverything ? nil : pattern
  }

  private func query(_ node: JSONNode?, _ form: TextForm) -> LinkRule.Query {
    switch node?.content {
    case .string(let source): return pattern(source, .text, form).map { .whole($0) } ?? .anything
    case .object(let members):
      // One value that is not a string voids them all.
      guard members.allSatisfy({ $0.value.kind == .string }) else { return .anything }
      var items: [(name: [UInt32], pattern: LinkPattern)] = []
      var seen: Set<[UInt32]> = []
      for member in members {
        let name = member.name.unicodeScalars.map { $0.value }
        guard seen.insert(name).inserted else { continue }
        let source = member.value.string ?? ""
        if wantsItems {
          items.append((name, LinkPattern(source, subject: .text, isFolded: form.isFolded, variables: variables)))
        } else if let pattern = pattern(source, .text, form) {
          items.append((name, pattern))
        }
      }
      if items.isEmpty { return .anything }
      return wantsItems ? .present(items) : .items(items)
    default: return .anything
    }
  }
}
