internal import Allowance
internal import FocusSession
internal import Movement
internal import Requests
internal import SiteLists
internal import SiteRules

extension SimulateVerbs {
  /// Reads the verbs about movement and allowances; `nil` for another verb's name.
  func readMovement(_ name: String, _ words: inout SimulateWords) throws(Failure) -> SimulateScript.Verb? {
    switch name {
    case "moved":
      let kind = words.next() ?? ""
      guard Exercise(rawValue: kind) != nil || kind == "laps" else {
        throw Failure(words.line, unknown: "exercise", kind, among: Exercise.allCases.map { $0.rawValue } + ["laps"])
      }
      let amount = try amount(&words, "write moved squat 10")
      var trust = MovementTrust.measured
      if let word = words.next() {
        let known = MovementTrust.allCases.map { "trust=" + $0.rawValue }
        guard let index = known.firstIndex(of: word) else {
          throw Failure(words.line, unknown: "argument", word, among: known)
        }
        trust = MovementTrust.allCases[index]
      }
      return .command(.moved(kind, amount, trust))
    case "learned": return .command(.cardsLearned(try amount(&words, "write learned 5")))
    case "override":
      guard let name = words.next() else {
        throw Failure(words.line, "the condition is missing", "write override ill")
      }
      let known = settings.allowances.flatMap { allowance in allowance.rules.overrides.map { $0.name } }
      guard known.contains(name) else { throw Failure(words.line, unknown: "condition", name, among: known) }
      return .command(.override(name))
    default: return nil
    }
  }

  private func amount(_ words: inout SimulateWords, _ advice: String) throws(Failure) -> Int {
    guard let word = words.next(), let amount = Int(word), (0...100_000).contains(amount) else {
      throw Failure(words.line, "the number is missing", advice)
    }
    return amount
  }

  /// The lists of allowances that an app or a site is on, as the shield knows them.
  func categories(app: String, site: String?) -> [String] {
    let named = Set(settings.allowances.flatMap { $0.blocks.categories })
    return named.filter { name in
      let own = settings.category(CategoryID(name))
      guard
        let contents = CategoryContents(of: name, changedBy: .init(sites: own.sites, apps: own.apps))
      else { return false }
      if contents.apps.contains(app) || contents.apps.contains(app + ".desktop") { return true }
      return site.map { contents.names($0) } ?? false
    }.sorted()
  }

  static let movementNames = ["moved", "learned", "override"]
}

extension CategoryContents {
  /// Whether a site is on the list, itself or by a parent domain: the nearest entry decides.
  fileprivate func names(_ host: String) -> Bool {
    var rest = host.lowercased()[...]
    while !rest.isEmpty {
      if exceptions.contains(where: { $0.text == rest }) { return false }
      if sites.contains(where: { $0.text == rest }) { return true }
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
    return false
  }
}
