public import JSONText

/// Why Android may open a link in an app, or why not: every rule that was asked, in order, up to the one that decided.
public struct AssetLinksExplanation: Sendable {
  /// How long a change of the file takes to arrive, as was seen; Google documents no more than "periodically".
  public static let refresh = "phones with Google's services fetch the file again about once a week"

  /// What was decided.
  public let decision: AssetLinksDecision
  /// What kept the link from every rule, if something did.
  public let obstacle: LinkExplanation.Obstacle?
  /// The rules that were asked: the app is a package, the entry a statement.
  public let trials: [LinkExplanation.Trial]

  /// For a no: the rule that would open the link if the least about it were different.
  public var nearest: LinkExplanation.Trial? {
    decision.outcome == .match ? nil : LinkExplanation.nearest(among: trials)
  }

  /// The decision, and every rule that was asked on the way to it.
  public var json: JSONValue {
    .members([
      "result": .string(decision.outcome.rawValue), "package": JSONValue(decision.package),
      "statement": decision.statement.map { JSONValue($0) } ?? .null,
      "rule": decision.rule?.json ?? .null,
      "obstacle": obstacle.map { .string($0.words) },
      "steps": .array(trials.map { $0.json }),
      "nearest": nearest?.json,
      "change": nearest.map { nearest in JSONValue(nearest.mismatches.map { $0.change }) },
      "refresh": .string(Self.refresh),
    ])
  }
}

extension AssetLinks {
  /// The same decision as ``decision(for:package:usesDynamicRules:)``, with all that led to it.
  public func explanation(
    for address: WebAddress, package: String? = nil, usesDynamicRules: Bool = true
  ) -> AssetLinksExplanation {
    let decision = decision(for: address, package: package, usesDynamicRules: usesDynamicRules)
    if let obstacle = obstacle(address, package) {
      return AssetLinksExplanation(decision: decision, obstacle: obstacle, trials: [])
    }
    let link = LinkText(address, needs: needs)
    let hasAddedSlash = address.pathOctets.last != UInt8(ascii: "/")
    var trials: [LinkExplanation.Trial] = []
    for grant in grants where package == nil || package == grant.package {
      func trial(_ rule: LinkRule?) -> LinkExplanation.Trial {
        LinkExplanation.Trial(
          app: grant.package, detail: grant.statement,
          rule: rule.map { RuleReference(kind: .components, index: $0.index) }, excludes: rule?.excludes ?? false,
          mismatches: rule?.mismatches(with: link, hasAddedSlash: hasAddedSlash) ?? [])
      }
      if usesDynamicRules, let rules = grant.rules {
        for rule in rules {
          trials.append(trial(rule))
          if trials.last?.took == true { break }
        }
      } else {
        trials.append(trial(nil))
      }
      if decision.outcome == .match, decision.statement == grant.statement { break }
    }
    return AssetLinksExplanation(decision: decision, obstacle: nil, trials: trials)
  }

  private func obstacle(_ address: WebAddress, _ package: String?) -> LinkExplanation.Obstacle? {
    guard address.scheme == "https" || address.scheme == "http" else { return .scheme(address.scheme) }
    if let package { return packages.contains(package) ? nil : .unknownApp(package) }
    return grants.isEmpty ? .noApps : nil
  }
}
