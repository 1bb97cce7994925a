public import JSONText

/// What `assetlinks.json` says to Android about links: which apps may open them.
public struct AssetLinks: Sendable {
  /// A statement that lets an app open links.
  struct Grant: Sendable {
    let statement: Int
    let package: String
    let fingerprints: [String]
    /// The rules of Android 15 and later; `nil` where the app's manifest alone decides.
    let rules: [LinkRule]?
  }

  static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  let grants: [Grant]
  let needs: TextNeeds

  /// Reads the statements of a document.
  public init(_ root: JSONNode) {
    var grants: [Grant] = []
    var needs = TextNeeds()
    for (index, statement) in (root.array ?? []).enumerated() {
      guard (statement["relation"]?.array ?? []).contains(where: { $0.string == Self.handleAllURLs }),
        let target = statement["target"], target["namespace"]?.string == "android_app",
        let package = target["package_name"]?.string
      else { continue }
      let rules = Self.rules(statement["relation_extensions"]?[Self.handleAllURLs])
      for rule in rules ?? [] { rule.addNeeds(to: &needs) }
      grants.append(
        Grant(
          statement: index, package: package,
          fingerprints: (target["sha256_cert_fingerprints"]?.array ?? []).compactMap { $0.string }, rules: rules))
    }
    self.grants = grants
    self.needs = needs
  }

  static func rules(_ extensions: JSONNode?) -> [LinkRule]? {
    guard let components = extensions?["dynamic_app_link_components"]?.array else { return nil }
    let reader = ComponentReader(variables: nil, wantsItems: true)
    return components.indices.map { index in
      var flags = RuleFlags(nil)
      flags.exclude = RuleFlags(components[index]).exclude
      return reader.rule(components[index], at: index, flags: flags)
    }
  }
}

/// What `assetlinks.json` says about a link.
public struct AssetLinksDecision: Equatable, Sendable {
  /// The answer.
  public let outcome: LinkDecision.Outcome
  /// The package that it concerns.
  public let package: String?
  /// The statement, counted from 0.
  public let statement: Int?
  /// The rule that decided; `nil` where the manifest of the app decides alone.
  public let rule: RuleReference?
}

extension AssetLinks {
  /// Whether Android may open a link in an app.
  ///
  /// - Parameters:
  ///   - address: the link.
  ///   - package: the one package to ask about; `nil` asks about all.
  ///   - usesDynamicRules: whether the device is one with Android 15 or later and Google's services; others read the
  ///     manifest alone.
  public func decision(
    for address: WebAddress, package: String? = nil, usesDynamicRules: Bool = true
  ) -> AssetLinksDecision {
    var result = AssetLinksDecision(outcome: .noMatch, package: nil, statement: nil, rule: nil)
    guard address.scheme == "https" || address.scheme == "http" else { return result }
    let link = LinkText(address, needs: needs)
    for grant in grants where package == nil || package == grant.package {
      guard usesDynamicRules, let rules = grant.rules else {
        return AssetLinksDecision(outcome: .match, package: grant.package, statement: grant.statement, rule: nil)
      }
      guard let rule = rules.first(where: { $0.matches(link) }) else { continue }
      let decision = AssetLinksDecision(
        outcome: rule.excludes ? .excluded : .match, package: grant.package, statement: grant.statement,
        rule: RuleReference(kind: .components, index: rule.index))
      if decision.outcome == .match { return decision }
      if result.outcome == .noMatch { result = decision }
    }
    return result
  }

  /// The packages that may open links.
  public var packages: [String] { grants.map { $0.package } }
}
