package import JSONText

/// Pairs of association files in the shapes that sites have, made up from a seed: what a site changes from one version
/// to the next, and links drawn from the rules of both.
package enum AssociationShape: String, CaseIterable, Sendable {
  /// Hundreds of legacy paths, most of them NOT, of which some are moved, added or removed.
  case longNotLists = "long-not-lists"
  /// Components that exclude pages by their escaped names, for five apps.
  case escapedExcludes = "escaped-excludes"
  /// Components for new systems in one entry and paths for old ones in another.
  case twoFormats = "two-formats"
  /// A file without links that gains or loses them.
  case emptyServices = "empty-services"
  /// Rules that ask for query items and fragments.
  case queries
  /// Few rules with stars in the middle, where one changes.
  case inside
  /// Thousands of plain paths.
  case thousands

  static let words = [
    "account", "artist", "article", "auction", "books", "collect", "consign", "events", "file", "gallery", "help",
    "item", "news", "portal", "press", "reset_password", "sale", "shop", "special", "terms", "user", "works",
  ]
  static let escapes = ["%C3%A9", "%D0%A1", "%E7%89%B9", "%20", "%2F"]

  /// Two versions of a file.
  package func pair(_ dice: inout Dice) -> (before: JSONValue, after: JSONValue) {
    switch self {
    case .longNotLists, .inside, .thousands:
      let rules = paths(&dice)
      return (Self.file(paths: rules), Self.file(paths: Self.changed(rules, &dice) { path(&$0) }))
    case .escapedExcludes, .queries:
      let rules = components(&dice)
      return (Self.file(components: rules), Self.file(components: Self.changed(rules, &dice) { component(&$0) }))
    case .twoFormats:
      let rules = components(&dice)
      let paths = paths(&dice)
      return (
        Self.file(components: rules, paths: paths),
        Self.file(components: Self.changed(rules, &dice) { component(&$0) }, paths: paths)
      )
    case .emptyServices:
      let credentials: JSONValue = ["apps": [.string(Self.app)]]
      let empty: JSONValue = ["applinks": [:], "webcredentials": credentials]
      let links = Self.file(paths: paths(&dice))
      return Bool.random(using: &dice) ? (empty, Bool.random(using: &dice) ? links : empty) : (links, empty)
    }
  }

  /// The app that all files name first.
  package static let app = "QZ7WK3M9PD.net.gallery.app"

  private func paths(_ dice: inout Dice) -> [JSONValue] {
    let count =
      switch self {
      case .longNotLists: Int.random(in: 40...200, using: &dice)
      case .thousands: Int.random(in: 1500...3000, using: &dice)
      default: Int.random(in: 2...6, using: &dice)
      }
    return (0..<count).map { _ in path(&dice) } + [Bool.random(using: &dice) ? "*" : "/works/*"]
  }

  private func path(_ dice: inout Dice) -> JSONValue {
    let word = { (dice: inout Dice) in Self.words[Int.random(in: 0..<Self.words.count, using: &dice)] }
    var path = "/" + word(&dice)
    switch self {
    case .thousands: path += "/part\(Int.random(in: 0..<4000, using: &dice))" + ["", "/*", "/edit"][dice.below(3)]
    case .inside:
      path = ["*/" + word(&dice) + "/*", "/*/" + word(&dice), path + "*" + word(&dice) + "?"][dice.below(3)]
    default:
      if dice.below(3) == 0 { path += "/" + word(&dice) }
      path += ["", "", "/*", "*", "/*/" + word(&dice)][dice.below(5)]
    }
    let excludes = self == .longNotLists ? dice.below(10) < 7 : dice.below(4) == 0
    return .string((excludes ? "NOT " : "") + path)
  }

  private func components(_ dice: inout Dice) -> [JSONValue] {
    let count = self == .escapedExcludes ? Int.random(in: 20...120, using: &dice) : Int.random(in: 2...7, using: &dice)
    return (0..<count).map { _ in component(&dice) } + [["/": self == .escapedExcludes ? "/wiki/*" : "/user/*"]]
  }

  private func component(_ dice: inout Dice) -> JSONValue {
    let word = Self.words[dice.below(Self.words.count)]
    switch self {
    case .escapedExcludes:
      let name = Self.escapes[dice.below(5)] + word + (dice.below(2) == 0 ? Self.escapes[dice.below(5)] : "")
      return ["/": .string("/wiki/\(name)" + ["", ":*", "*"][dice.below(3)]), "exclude": .bool(dice.below(8) != 0)]
    case .queries:
      var component: JSONObject = [:]
      if dice.below(3) != 0 { component.append("/", .string("/" + word + ["", "/*", "*"][dice.below(3)])) }
      let value = ["?*", "1", "a*", "$(digit)*", "*b", ""][dice.below(6)]
      switch dice.below(5) {
      case 0, 1: component.append("?", [["id", "lang", "x"][dice.below(3)]: .string(value)])
      case 2: component.append("?", ["id": .string(value), "lang": "en"])
      case 3: component.append("#", .string(value))
      default: break
      }
      component.append("exclude", .bool(dice.below(3) == 0))
      return .object(component)
    default: return ["/": .string("/*/" + word + "/*"), "exclude": .bool(dice.below(5) == 0)]
    }
  }

  /// What somebody does to a list: move, add, remove, turn around, or nothing.
  private static func changed(
    _ rules: [JSONValue], _ dice: inout Dice, _ new: (inout Dice) -> JSONValue
  ) -> [JSONValue] {
    var rules = rules
    // Among thousands a single change is hard to hit.
    for _ in 0..<(dice.below(4) + rules.count / 200) {
      let at = dice.below(rules.count)
      switch dice.below(4) {
      case 0: rules.insert(rules.remove(at: at), at: dice.below(rules.count + 1))
      case 1: rules.insert(new(&dice), at: at)
      case 2: if rules.count > 1 { rules.remove(at: at) }
      default: rules[at] = new(&dice)
      }
    }
    return rules
  }

  private static func file(components: [JSONValue]? = nil, paths: [JSONValue]? = nil) -> JSONValue {
    var details: [JSONValue] = []
    if let components {
      let apps = (0..<(paths == nil ? 5 : 1)).map { $0 == 0 ? app : app + "\($0)" }
      details.append(["appIDs": JSONValue(apps), "components": .array(components)])
    }
    if let paths { details.append(["appID": .string(app), "paths": .array(paths)]) }
    return ["applinks": ["apps": [], "details": .array(details)]]
  }

  /// A link that a rule of the file fits, or one that is near to it: half of them for rules that `other` does not have.
  package static func link(for file: JSONNode, besides other: JSONNode, _ dice: inout Dice) -> String {
    var rules = Self.rules(of: file)
    if Bool.random(using: &dice) {
      let texts = Set(Self.rules(of: other).map(\.value.text))
      let own = rules.filter { !texts.contains($0.value.text) }
      if !own.isEmpty { rules = own }
    }
    guard !rules.isEmpty else { return "https://example.com/" + words[dice.below(words.count)] }
    let rule = rules[dice.below(rules.count)]
    var pattern = rule.string ?? rule["/"]?.string ?? "/*"
    if pattern.hasPrefix("NOT ") { pattern.removeFirst(4) }
    var link = filled(pattern, &dice)
    if dice.below(6) == 0 { link += ["/", "x", "/" + words[dice.below(words.count)]][dice.below(3)] }
    var query: [String] = []
    for member in rule["?"]?.object ?? [] where dice.below(5) != 0 {
      query.append(member.name + "=" + filled(member.value.string ?? "", &dice))
    }
    if dice.below(6) == 0 {
      query.append(["id", "lang", "x"][dice.below(3)] + "=" + ["", "1", "ab", "en"][dice.below(4)])
    }
    if !query.isEmpty { link += "?" + query.joined(separator: "&") }
    if let fragment = rule["#"]?.string { link += "#" + filled(fragment, &dice) }
    return "https://example.com" + (link.hasPrefix("/") ? "" : "/") + link
  }

  private static func rules(of file: JSONNode) -> [JSONNode] {
    (file["applinks"]?["details"]?.array ?? []).flatMap { entry in
      (entry["components"]?.array ?? []) + (entry["paths"]?.array ?? [])
    }
  }

  private static func filled(_ pattern: String, _ dice: inout Dice) -> String {
    var text = ""
    for character in pattern.replacing("$(digit)", with: "7") {
      switch character {
      case "*":
        text += ["", "a", "b1", words[dice.below(words.count)], "x/" + words[dice.below(words.count)]][dice.below(5)]
      case "?": text += ["/", "a", "7"][dice.below(3)]
      default: text.append(character)
      }
    }
    return text
  }
}

extension Dice {
  fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
