/// Why a link opens an app, or why it does not: every rule that was asked, in order, up to the one that decided.
public struct LinkExplanation: Sendable {
  /// What kept the link from being compared with any rule.
  public enum Obstacle: Equatable, Sendable {
    /// Only http and https links open apps.
    case scheme(String)
    /// The link's host is not the domain of the entitlement.
    case host(String, domain: String)
    /// No entry of the file names an app.
    case noApps
    /// The file does not name the app that was asked about.
    case unknownApp(String)
  }

  /// A part of a link that a rule asks for.
  public enum Part: Equatable, Sendable {
    /// The path.
    case path
    /// The whole query.
    case query
    /// One item of the query.
    case item(String)
    /// The fragment.
    case fragment
    /// Nothing: the rule is not a text, such as a number among the paths.
    case nothing
  }

  /// Something that a rule asked for and the link does not have.
  public struct Mismatch: Equatable, Sendable {
    /// The part of the link.
    public let part: Part
    /// What the rule asks for.
    public let pattern: String
    /// What the link has, as it is compared: normalised, and decoded or without case where the rule says so.
    public let text: String
    /// How many characters of the text the pattern can follow.
    public let reach: Int
    /// The text as the link has it: a path without the slash that was added for comparing.
    public let written: String
    /// The first character of the pattern that links have only as an escape, so that no link fits.
    public let impossible: (sign: String, escape: String)?

    /// Two mismatches are equal if they compare the same.
    public static func == (one: Mismatch, other: Mismatch) -> Bool {
      one.part == other.part && one.pattern == other.pattern && one.text == other.text && one.reach == other.reach
    }
  }

  /// A rule, and what became of it.
  public struct Trial: Equatable, Sendable {
    /// The app that it speaks for.
    public let app: String
    /// The entry, counted from 0.
    public let detail: Int
    /// The rule; `nil` for an entry without rules, which takes every link.
    public let rule: RuleReference?
    /// Whether it excludes what it takes.
    public let excludes: Bool
    /// What it asked for in vain; empty if it took the link.
    public let mismatches: [Mismatch]

    /// Whether the rule took the link.
    public var took: Bool { mismatches.isEmpty }
  }

  /// What was decided.
  public let decision: LinkDecision
  /// What kept the link from every rule, if something did.
  public let obstacle: Obstacle?
  /// The rules that were asked.
  public let trials: [Trial]

  /// For a no: the rule that would open the link if the least about it were different.
  public var nearest: Trial? {
    decision.outcome == .match ? nil : Self.nearest(among: trials)
  }

  static func nearest(among trials: [Trial]) -> Trial? {
    // A rule for this very path is nearer than any for another one, however much else it asks for.
    trials.filter { !$0.excludes && !$0.took }.min { one, other in
      (one.wantsAnotherPath ? 1 : 0, one.mismatches.count, -one.closeness)
        < (other.wantsAnotherPath ? 1 : 0, other.mismatches.count, -other.closeness)
    }
  }
}

extension LinkExplanation.Trial {
  fileprivate var wantsAnotherPath: Bool { mismatches.contains { $0.part == .path || $0.part == .nothing } }

  /// How much of the texts its patterns could follow, from 0 to 1.
  fileprivate var closeness: Double {
    var reached = 0
    var length = 0
    for mismatch in mismatches {
      reached += mismatch.reach
      // What the pattern still wants counts as well: `/focus/work` is nearer to `/focus` than `/a/long/other/path`.
      length += max(mismatch.text.unicodeScalars.count, mismatch.pattern.unicodeScalars.count)
    }
    return length == 0 ? 0 : Double(reached) / Double(length)
  }
}

extension AppLinks {
  /// The same decision as ``decision(for:domain:app:)``, with all that led to it.
  public func explanation(
    for address: WebAddress, domain: AssociatedDomain? = nil, app: String? = nil
  ) -> LinkExplanation {
    let decision = decision(for: address, domain: domain, app: app)
    if let obstacle = obstacle(address, domain, app) {
      return LinkExplanation(decision: decision, obstacle: obstacle, trials: [])
    }
    let link = LinkText(address, needs: needs)
    var trials: [LinkExplanation.Trial] = []
    for entry in entries {
      guard let concerned = entry.concerned(app) else { continue }
      trials += entry.trials(on: link, app: concerned, hasAddedSlash: address.pathOctets.last != UInt8(ascii: "/"))
      if decision.outcome == .match, decision.detail == entry.index { break }
    }
    return LinkExplanation(decision: decision, obstacle: nil, trials: trials)
  }

  private func obstacle(
    _ address: WebAddress, _ domain: AssociatedDomain?, _ app: String?
  ) -> LinkExplanation.Obstacle? {
    guard address.scheme == "https" || address.scheme == "http" else { return .scheme(address.scheme) }
    if let domain, !domain.covers(address.host) {
      return .host(address.host, domain: (domain.isWildcard ? "*." : "") + domain.name)
    }
    if let app { return apps.contains { $0.utf8.elementsEqual(app.utf8) } ? nil : .unknownApp(app) }
    return apps.isEmpty ? .noApps : nil
  }
}

extension AppLinks.Entry {
  fileprivate func trials(on link: borrowing LinkText, app: String, hasAddedSlash: Bool) -> [LinkExplanation.Trial] {
    guard let kind else {
      return [LinkExplanation.Trial(app: app, detail: index, rule: nil, excludes: false, mismatches: [])]
    }
    var trials: [LinkExplanation.Trial] = []
    for rule in rules {
      let trial = LinkExplanation.Trial(
        app: app, detail: index, rule: RuleReference(kind: kind, index: rule.index), excludes: rule.excludes,
        mismatches: rule.mismatches(with: link, hasAddedSlash: hasAddedSlash))
      trials.append(trial)
      if trial.took { break }
    }
    return trials
  }
}

extension LinkRule {
  func mismatches(with link: borrowing LinkText, hasAddedSlash: Bool) -> [LinkExplanation.Mismatch] {
    if isVoid {
      return [LinkExplanation.Mismatch(part: .nothing, pattern: "", text: "", reach: 0, written: "", impossible: nil)]
    }
    var mismatches: [LinkExplanation.Mismatch] = []
    if let path, let mismatch = path.mismatch(with: link.paths[form.index], .path, form, hasAddedSlash) {
      mismatches.append(mismatch)
    }
    switch query {
    case .anything: break
    case .whole(let pattern):
      if let mismatch = pattern.mismatch(with: link.queries[form.index], .query, form) { mismatches.append(mismatch) }
    case .items(let wanted):
      for item in wanted where !link.query.satisfies(item.name, item.pattern, form) {
        let repeats = link.query.items(form).filter { $0.name == item.name }
        let value = repeats.first { !item.pattern.matches($0.value) }?.value ?? .empty
        mismatches += [item.pattern.mismatch(with: value, .item(text(item.name)), form)].compactMap { $0 }
      }
    case .present(let wanted):
      for item in wanted where !link.query.has(item.name, item.pattern, form) {
        let value = link.query.items(form).first { $0.name == item.name }?.value ?? .empty
        mismatches.append(
          LinkExplanation.Mismatch(
            part: .item(text(item.name)), pattern: item.pattern.source, text: text(value.scalars), reach: 0,
            written: text(value.scalars), impossible: nil))
      }
    }
    if let fragment, let mismatch = fragment.mismatch(with: link.fragments[form.index], .fragment, form) {
      mismatches.append(mismatch)
    }
    return mismatches
  }
}

extension LinkPattern {
  fileprivate func mismatch(
    with view: TextView, _ part: LinkExplanation.Part, _ form: TextForm, _ hasAddedSlash: Bool = false
  ) -> LinkExplanation.Mismatch? {
    guard !matches(view) else { return nil }
    let isLonger = hasAddedSlash && view.scalars.count > 1 && view.scalars.last == 0x2F
    return LinkExplanation.Mismatch(
      part: part, pattern: source, text: text(view.scalars), reach: reach(in: view.scalars),
      written: text(isLonger ? Array(view.scalars.dropLast()) : view.scalars),
      impossible: form.isDecoded ? nil : PatternText(source).firstEscape)
  }
}

/// Scalars as a text again; octets that were not UTF-8 show as the replacement character.
func text(_ scalars: [UInt32]) -> String {
  var text = String.UnicodeScalarView()
  for scalar in scalars { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
  return String(text)
}
