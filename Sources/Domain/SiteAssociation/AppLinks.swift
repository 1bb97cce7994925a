public import JSONText

/// The part of an association file that says which links open which app, as a device understands it.
///
/// Devices are lenient: what a file says wrongly still means something, and that meaning is kept here. What is wrong
/// about it is for ``AssociationLint`` to say.
public struct AppLinks: Sendable {
  struct Entry: Sendable {
    let index: Int
    let apps: [String]
    /// The apps that no earlier entry speaks for.
    let governed: [String]
    let kind: RuleKind?
    let rules: [LinkRule]
    private let gates: [RuleGate]

    init(index: Int, apps: [String], governed: [String], kind: RuleKind?, rules: [LinkRule]) {
      self.index = index
      self.apps = apps
      self.governed = governed
      self.kind = kind
      self.rules = rules
      gates = rules.map { RuleGate($0) }
    }

    /// The index of the first rule that matches the link.
    func deciding(_ link: borrowing LinkText) -> Int? {
      let heads = PathHeads(link)
      for index in gates.indices where gates[index].allows(heads) {
        if rules[index].matches(link) { return index }
      }
      return nil
    }
  }

  let entries: [Entry]
  let needs: TextNeeds

  /// Reads the `applinks` of a document. A document without it opens no links.
  public init(_ root: JSONNode) {
    let reader = AppLinksReader(applinks: root["applinks"])
    entries = reader.entries()
    var needs = TextNeeds()
    for entry in entries { for rule in entry.rules { rule.addNeeds(to: &needs) } }
    self.needs = needs
  }

  /// The ids of all apps that the file speaks of, in its order.
  public var apps: [String] { entries.flatMap { $0.governed } }

  /// The number of rules in all entries.
  public var ruleCount: Int { entries.reduce(0) { $0 + $1.rules.count } }

  /// The path pattern of the rule that decided, as the file has it; `nil` if there is none.
  public func pattern(of decision: LinkDecision) -> String? {
    guard let rule = decision.rule, let entry = entries.first(where: { $0.index == decision.detail }) else {
      return nil
    }
    return entry.rules.first { $0.index == rule.index }?.path?.source
  }
}

/// What a file says about a link.
public struct LinkDecision: Equatable, Sendable {
  /// The three answers.
  public enum Outcome: String, Sendable {
    /// The link opens the app.
    case match
    /// A rule keeps the link in the browser.
    case excluded
    /// No rule takes the link.
    case noMatch = "no-match"
  }

  /// The answer.
  public let outcome: Outcome
  /// The app that it concerns.
  public let app: String?
  /// The entry of `details`, counted from 0.
  public let detail: Int?
  /// The list and the place in it of the rule that decided. `nil` where an entry without rules opens everything.
  public let rule: RuleReference?

  /// Puts a decision together.
  public init(outcome: Outcome, app: String?, detail: Int?, rule: RuleReference?) {
    (self.outcome, self.app, self.detail, self.rule) = (outcome, app, detail, rule)
  }

  static let none = LinkDecision(outcome: .noMatch, app: nil, detail: nil, rule: nil)
}

/// A rule's place in its entry.
public struct RuleReference: Equatable, Sendable {
  /// Which list it is in.
  public let kind: RuleKind
  /// Its place there, counted from 0.
  public let index: Int

  /// Names a rule.
  public init(kind: RuleKind, index: Int) {
    (self.kind, self.index) = (kind, index)
  }
}

extension AppLinks {
  /// Whether and where a link opens.
  ///
  /// - Parameters:
  ///   - address: the link.
  ///   - domain: the domain of the entitlement; `nil` takes the link's own host.
  ///   - app: the one app to ask about; `nil` asks about all of them and gives the first that the link opens.
  public func decision(for address: WebAddress, domain: AssociatedDomain? = nil, app: String? = nil) -> LinkDecision {
    guard address.scheme == "https" || address.scheme == "http" else { return .none }
    if let domain, !domain.covers(address.host) { return .none }
    let link = LinkText(address, needs: needs)
    var excluded: LinkDecision?
    for entry in entries {
      guard let concerned = entry.concerned(app) else { continue }
      let decision = entry.decision(on: link, app: concerned)
      switch decision.outcome {
      case .match: return decision
      case .excluded: excluded = excluded ?? decision
      case .noMatch: break
      }
    }
    return excluded ?? .none
  }
}

extension AppLinks.Entry {
  /// The app to answer for: the one asked about if this entry governs it, else the first that it governs.
  func concerned(_ asked: String?) -> String? {
    guard let asked else { return governed.first }
    return governed.first { hasSameBytes($0, asked) }
  }

  func decision(on link: borrowing LinkText, app: String) -> LinkDecision {
    guard let kind else { return LinkDecision(outcome: .match, app: app, detail: index, rule: nil) }
    guard let deciding = deciding(link) else { return .none }
    return LinkDecision(
      outcome: rules[deciding].excludes ? .excluded : .match, app: app, detail: index,
      rule: RuleReference(kind: kind, index: rules[deciding].index))
  }
}

/// Whether two texts are equal byte by byte, without Unicode's equivalence.
func hasSameBytes(_ one: String, _ other: String) -> Bool {
  let (left, right) = (one.utf8, other.utf8)
  guard left.count == right.count else { return false }
  let (leftBytes, rightBytes) = (left.span, right.span)
  for index in leftBytes.indices where leftBytes[index] != rightBytes[index] { return false }
  return true
}
