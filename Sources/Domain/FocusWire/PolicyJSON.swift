package import FocusSession
internal import Gates
internal import Guarding
package import JSONText
internal import Pledge
internal import SiteRules

extension Policy {
  static let memberNames = [
    "id", "name", "blocks", "paths", "breaks", "visits", "end", "proof", "question", "gate", "switchTo", "apps",
    "presence", "guard", "music", "pledge", "countsAsFocus",
  ]

  /// Writes the policy's members of a profile, except those that ask for nothing.
  func describe(in object: inout JSONObject) {
    object.append("id", .string(profile.text))
    if name != profile.text { object.append("name", .string(name)) }
    if !blocks.isEmpty { object.append("blocks", blocks.json) }
    if blocks.paths != .inExtension { object.append("paths", .string(blocks.paths.word)) }
    if breaks != BreakRules() { object.append("breaks", breaks.json) }
    if let visits { object.append("visits", visits.json) }
    if end != .confirm { object.append("end", .string(end.word)) }
    if proof != .uid { object.append("proof", .string(proof.word)) }
    if question != QuestionTimes() {
      object.append("question", ["wait": .string(question.wait.text), "closes": .string(question.closes.text)])
    }
    if gate != .none { object.append("gate", gate.json) }
    if !switchTo.isEmpty { object.append("switchTo", JSONValue(switchTo.map { $0.text })) }
    if !apps.isEmpty { object.append("apps", JSONValue(apps)) }
    if presence { object.append("presence", true) }
    if straying != .straying { object.append("guard", straying.json) }
    if let music { object.append("music", music.json) }
    if let pledge { object.append("pledge", pledge.json) }
    if countsAsFocus != Self.usuallyCounts(profile) { object.append("countsAsFocus", .bool(countsAsFocus)) }
  }

  /// The first format version that can express it: earlier ones know no guards, gates or visits.
  var firstVersion: Int64 {
    if visits != nil || !gate.visit.isEmpty || blocks.namesPaths { return 9 }
    if countsAsFocus != Self.usuallyCounts(profile) { return 9 }
    if gate != .none { return 5 }
    return !apps.isEmpty || presence || straying != .straying || music != nil || pledge != nil ? 4 : 1
  }

  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(profile: ProfileID(try members.required("id").id()))
    if let item = members["name"] { name = try item.shortText() }
    if let item = members["blocks"] { blocks = try Blocks(item, takesPaths: true) }
    if let item = members["paths"] { blocks.paths = try item.choice() }
    if let item = members["breaks"] { breaks = try BreakRules(item) }
    if let item = members["visits"] { visits = try VisitRules(item) }
    if let item = members["end"] { end = try item.choice() }
    if let item = members["proof"] { proof = try item.choice() }
    if let item = members["question"] { question = try QuestionTimes(item) }
    if let item = members["gate"] { gate = try GateRules(item) }
    for item in try members["switchTo"]?.array() ?? [] { switchTo.append(ProfileID(try item.id())) }
    if let item = members["apps"] { apps = try item.entries() }
    if let item = members["presence"] { presence = try item.bool() }
    if let item = members["guard"] { straying = try GuardRules(item) }
    if let item = members["music"] { music = try Music(item) }
    if let item = members["pledge"] { pledge = try PledgeTerms(item) }
    if let item = members["countsAsFocus"] { countsAsFocus = try item.bool() }
  }
}

extension Blocks {
  var json: JSONValue {
    // A nil between two branches of one type would become a null; the lists say themselves that they are left out.
    func list(_ texts: [String]) -> JSONValue? { texts.isEmpty ? .none : JSONValue(texts) }
    return .members([
      "mode": .string(mode == .block ? "block" : "allow"), "sites": list(sites), "apps": list(apps),
      "categories": list(categories),
    ])
  }

  /// As ``json``, with what else a profile says about its blocks.
  var whole: JSONValue {
    guard case .object(var object) = json, paths != .inExtension else { return json }
    object.append("paths", .string(paths.word))
    return .object(object)
  }

  /// `takesPaths` says whether parts of sites may be named.
  init(_ item: JSONItem, takesPaths: Bool = false) throws(JSONShapeError) {
    let members = try item.members("mode", "sites", "apps", "categories")
    try self.init(members, takesPaths: takesPaths)
  }

  /// Reads the blocks of a fact.
  init(whole item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("mode", "sites", "apps", "categories", "paths")
    try self.init(members, takesPaths: true)
    if let item = members["paths"] { paths = try item.choice() }
  }

  private init(_ members: JSONMembers, takesPaths: Bool) throws(JSONShapeError) {
    self.init()
    if let item = members["mode"] { mode = try item.word(among: ["block", "allow"]) == "allow" ? .allow : .block }
    if let item = members["sites"] { sites = try item.sites(paths: !takesPaths ? .no : mode == .allow ? .block : .yes) }
    if let item = members["apps"] { apps = try item.entries() }
    if let item = members["categories"] { categories = try item.entries() }
  }
}

extension JSONItem {
  enum TakesPaths {
    case yes
    /// Not here, but a profile in block mode could.
    case block
    case no
  }

  /// Domains, and parts of them; an exclamation mark before one makes an exception.
  func sites(paths: TakesPaths = .no) throws(JSONShapeError) -> [String] {
    for site in try array() {
      let text = try site.string()
      guard text.utf8.contains(where: { "/?#".utf8.contains($0) }) else {
        guard isDomain(text) else { throw site.refusal(SiteEntryError.name(.empty).sentence) }
        continue
      }
      do throws(SiteEntryError) {
        _ = try SiteEntry(text)
      } catch {
        throw site.refusal(error.sentence)
      }
      switch paths {
      case .yes: continue
      case .block:
        throw site.refusal("a list of allowed sites takes no paths: a path is only blocked, or excepted from a block")
      case .no:
        throw site.refusal("here a site is a whole domain: a path can only be in the sites that a profile blocks")
      }
    }
    return try entries(longest: paths == .yes ? 1300 : 253)
  }

  func entries(longest: Int = 253) throws(JSONShapeError) -> [String] {
    let longestList = 10_000
    let texts = try strings()
    guard texts.count <= longestList else { throw refusal("a list has at most \(longestList) entries") }
    for text in texts where text.isEmpty || text.utf8.count > longest {
      throw refusal("an entry has 1 to \(longest) letters")
    }
    return texts
  }
}

/// Whether the text could be a domain; an exclamation mark before it makes an exception.
private func isDomain(_ text: String) -> Bool {
  var octets = Array(text.utf8)[...]
  if octets.first == UInt8(ascii: "!") { octets = octets.dropFirst() }
  guard let first = octets.first, let last = octets.last, first != UInt8(ascii: "."), last != UInt8(ascii: ".")
  else { return false }
  for octet in octets {
    // Letters of other scripts are left to anyone who resolves the name; what can never stand in one is refused here.
    if octet <= 0x20 || octet == 0x7F || "/:?#@!*\\\"'".utf8.contains(octet) { return false }
  }
  return true
}

extension BreakRules {
  var json: JSONValue {
    var budget = JSONObject()
    if let perSessionBudget { budget.append("session", minutes(perSessionBudget)) }
    if let dayBudget { budget.append("day", minutes(dayBudget)) }
    if let weekBudget { budget.append("week", minutes(weekBudget)) }
    return .members([
      "minutes": length.map { minutes($0) },
      "perSession": perSession.map { JSONValue($0) },
      "every": every.map { .string($0.text) },
      "budget": budget.members.isEmpty ? nil : .object(budget),
      "after": after.map { .string($0.text) },
      "gap": gap.map { .string($0.text) },
      "earn": earn.map { ["minutes": minutes($0.time), "perFocused": .string($0.perFocused.text)] },
    ])
  }

  private func minutes(_ lapse: Lapse) -> JSONValue {
    lapse.milliseconds % 60_000 == 0 ? .integer(lapse.milliseconds / 60_000) : .string(lapse.text)
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    self.init()
    if item.node.string != nil {
      _ = try item.word(among: ["none"])
      perSession = 0
      return
    }
    let members = try item.members("minutes", "perSession", "every", "budget", "after", "gap", "earn")
    length = try members["minutes"]?.minutes(atLeast: 1)
    if let item = members["perSession"] { perSession = Int(try item.integer(in: 0...1000)) }
    every = try members["every"]?.lapse()
    if let item = members["budget"] {
      let budget = try item.members("session", "day", "week")
      perSessionBudget = try budget["session"]?.minutes(atLeast: 0)
      dayBudget = try budget["day"]?.minutes(atLeast: 0)
      weekBudget = try budget["week"]?.minutes(atLeast: 0)
    }
    after = try members["after"]?.lapse()
    gap = try members["gap"]?.lapse()
    if let item = members["earn"] {
      let earning = try item.members("minutes", "perFocused")
      earn = Earning(
        time: try earning.required("minutes").minutes(atLeast: 1),
        perFocused: try earning.required("perFocused").lapse())
    }
  }
}

extension QuestionTimes {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("wait", "closes")
    self.init()
    if let item = members["wait"] { wait = try item.lapse(atMost: .hours(1), allowsZero: true) }
    if let item = members["closes"] { closes = try item.lapse(atMost: .hours(2)) }
    guard closes > wait else { throw item.refusal("the question must close after its wait") }
  }
}

extension JSONItem {
  /// A name that links can carry: letters, digits, hyphens.
  func id() throws(JSONShapeError) -> String {
    let text = try string()
    let isFine = text.utf8.allSatisfy { octet in
      (0x30...0x39).contains(octet) || (0x61...0x7A).contains(octet) || (0x41...0x5A).contains(octet)
        || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
    }
    guard isFine, (1...40).contains(text.utf8.count) else {
      throw refusal("an id has 1 to 40 letters a-z, digits, - or _")
    }
    return text
  }

  func shortText() throws(JSONShapeError) -> String {
    let text = try string()
    guard (1...100).contains(text.count) else { throw refusal("a name has 1 to 100 characters") }
    return text
  }

  /// A length such as `"25m"`.
  package func lapse(atMost: Lapse = .days(7), allowsZero: Bool = false) throws(JSONShapeError) -> Lapse {
    guard let lapse = Lapse(text: try string()) else { throw refusal("a length is written like 90s, 25m or 2h") }
    guard lapse <= atMost, lapse > .zero || allowsZero else {
      throw refusal("this length must be \(allowsZero ? "from 0s" : "above 0s") to \(atMost.text)")
    }
    return lapse
  }

  /// Minutes as a number; a shorter length as text.
  func minutes(atLeast: Int64) throws(JSONShapeError) -> Lapse {
    if node.string != nil { return try lapse() }
    return .minutes(try integer(in: atLeast...Int64(Limits.minutes.upperBound)))
  }
}
