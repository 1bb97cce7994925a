internal import JSONText

extension AssociationLint {
  /// What may be spent on finding rules without a chance: enough for thousands of rules, a second or two at worst.
  private static let workOnReach = 3_000_000

  /// Looks for rules that never decide, and for entries that never open anything.
  mutating func examineReach(of links: AppLinks, root: JSONNode) {
    guard let details = root["applinks"]?["details"] else { return }
    var coverage = RuleCoverage(work: Self.workOnReach)
    let base = JSONPointer.root.appending("applinks").appending("details")
    for entry in links.entries {
      guard let kind = entry.kind, let (name, node) = details.entry(entry.index), let list = node[kind.rawValue],
        let nodes = list.array
      else { continue }
      let pointer = (name.map { base.appending($0) } ?? base.appending(entry.index)).appending(kind.rawValue)
      if !entry.rules.isEmpty, entry.rules.allSatisfy({ $0.excludes && !$0.isVoid }) {
        note(
          .ruleOnlyExcludes, at: pointer, list.place,
          "All rules here exclude, and links that no rule matches are not opened either: no link opens the app.",
          fix: "Add a rule after them that opens something, such as {\"/\": \"*\"}.", .documented)
      }
      for shadow in coverage.shadows(in: entry.rules) {
        let rule = entry.rules[shadow.rule]
        note(
          shadow.hasStars ? .ruleRarelyDecides : .ruleUnreachable, at: pointer.appending(rule.index),
          nodes[rule.index].place,
          Self.sentence(shadow, entry.rules), fix: "Move it up, or remove it.",
          Self.basis(shadow, entry.rules, nodes))
      }
    }
    if coverage.skipped > 0 {
      note(
        .ruleNotExamined, at: base, details.place,
        "There are too many rules: \(coverage.skipped) of them were not compared with the ones before them.", .inferred)
    }
  }

  /// That the first match decides is documented; what some odd rules mean is only known from Apple's tools, or not.
  private static func basis(
    _ shadow: RuleCoverage.Shadow, _ rules: [LinkRule], _ nodes: [JSONNode]
  ) -> FindingBasis {
    var basis = FindingBasis.documented
    for index in shadow.before + [shadow.rule] {
      let node = nodes[rules[index].index]
      if rules[index].kind == .paths {
        if node.string.map({ AppLinksReader.legacyPath($0).pattern.isEmpty }) ?? true { return .inferred }
        continue
      }
      guard node.kind == .object else { return .inferred }
      for key in ["/", "#"] { if let pattern = node[key], pattern.string?.isEmpty ?? true { return .inferred } }
      guard let query = node["?"], query.kind != .string else { continue }
      guard let items = query.object else { return .inferred }
      if items.contains(where: { $0.value.kind != .string }) { basis = .observed }
    }
    return basis
  }

  private static func sentence(_ shadow: RuleCoverage.Shadow, _ rules: [LinkRule]) -> String {
    var names = ""
    for index in shadow.before.prefix(3) {
      names += (names.isEmpty ? "" : ", ") + "\(rules[index].index)"
      names += rules[index].path.map { " (“\($0.source)”)" } ?? ""
    }
    if shadow.before.count > 3 { names += " and others" }
    let earlier = shadow.before.count == 1 ? "Rule \(names) before it matches" : "Rules \(names) before it match"
    return shadow.hasStars
      ? "\(earlier) every link that this one matches unless its path ends with a “*”: it hardly ever decides."
      : "\(earlier) every link that this one matches: it never decides."
  }
}

extension JSONNode {
  /// The entry of that number in `details`, be it a list or a dictionary; `name` is its key there.
  func entry(_ index: Int) -> (name: String?, node: JSONNode)? {
    switch content {
    case .array(let nodes): index < nodes.count ? (nil, nodes[index]) : nil
    case .object(let members): index < members.count ? (members[index].name, members[index].value) : nil
    default: nil
    }
  }
}
