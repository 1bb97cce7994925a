internal import Gates
internal import Guarding
internal import Pledge
internal import SiteRules

extension Form where Value == Policy {
  /// The policy's members of a profile: only what differs from asking for nothing.
  static var policy: Form {
    Form.members(
      of: { Policy(profile: ProfileID("")) },
      Member(
        "id", keep: { .string($0.profile.text) },
        required: { item, policy throws(JSONShapeError) in policy = Policy(profile: ProfileID(try item.id())) }),
      Member(
        "name", keep: { $0.name == $0.profile.text ? nil : .string($0.name) },
        read: { item, policy throws(JSONShapeError) in policy.name = try item.shortText() }),
      Member(
        "blocks", keep: { $0.blocks.isEmpty ? nil : $0.blocks.json },
        read: { item, policy throws(JSONShapeError) in policy.blocks = try Blocks(item, takesPaths: true) }),
      Member(\.blocks.paths, ifThere: .word("paths").unless(.inExtension)),
      Member(\.breaks, .breaks.unless(BreakRules())), Member(\.visits, .optional(.visits.nested("visits"))),
      Member(\.end, .word("end").unless(.confirm)), Member(\.proof, .word("proof").unless(.uid)),
      Member(\.question, .question.nested("question").unless(QuestionTimes())),
      Member(\.gate, .gate.nested("gate").unless(.none)),
      Member(
        \.switchTo,
        .array(
          "switchTo", write: { .string($0.text) }, read: { item throws(JSONShapeError) in ProfileID(try item.id()) }
        ).unlessEmpty()),
      Member(\.apps, .entries("apps")), Member(\.presence, .flag("presence").unless(false)),
      Member(\.straying, .guardRules.nested("guard").unless(.straying)),
      Member(\.music, .optional(.music.nested("music"))), Member(\.pledge, .optional(.pledge)),
      Member(
        "countsAsFocus", keep: { $0.countsAsFocus == Policy.usuallyCounts($0.profile) ? nil : .bool($0.countsAsFocus) },
        read: { item, policy throws(JSONShapeError) in policy.countsAsFocus = try item.bool() })
    ).since { $0.firstVersion }
  }
}

extension Policy {
  /// The first format version that can express it: earlier ones know no guards, gates or visits.
  var firstVersion: Int64 {
    if visits != nil || !gate.visit.isEmpty || blocks.namesPaths { return 9 }
    if countsAsFocus != Self.usuallyCounts(profile) { return 9 }
    if gate != .none { return 5 }
    return !apps.isEmpty || presence || straying != .straying || music != nil || pledge != nil ? 4 : 1
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
      guard SiteEntry.namesPart(text) else {
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
///
/// Letters of other scripts are left to anyone who resolves the name; what can never stand in one is refused here.
private func isDomain(_ text: String) -> Bool {
  let dot = UInt8(ascii: ".")
  let octets = text.utf8.first == UInt8(ascii: "!") ? text.utf8.dropFirst() : text.utf8[...]
  guard let first = octets.first, first != dot, octets.last != dot else { return false }
  for octet in octets {
    switch Unicode.Scalar(octet) {
    case "\0"..." ", "\u{7F}", "/", ":", "?", "#", "@", "!", "*", "\\", "\"", "'": return false
    default: continue
    }
  }
  return true
}

extension Form where Value == BreakRules {
  /// An object, or the word that there are none.
  static var breaks: Form {
    let members = members
    return Form(
      "breaks", write: { members.object($0) },
      read: { item throws(JSONShapeError) in
        if item.node.string == nil { return try members.value(item) }
        _ = try item.word(among: ["none"])
        var none = BreakRules()
        none.perSession = 0
        return none
      })
  }

  private static var members: Form {
    Form.members(
      of: { BreakRules() }, Member(\.length, .optional(.minutes("minutes", atLeast: 1))),
      Member(\.perSession, .optional(.number("perSession", in: 0...1000))),
      Member(\.every, .optional(.length("every"))),
      Member(
        "budget", Member(\.perSessionBudget, .optional(.minutes("session"))),
        Member(\.dayBudget, .optional(.minutes("day"))), Member(\.weekBudget, .optional(.minutes("week")))),
      Member(\.after, .optional(.length("after"))), Member(\.gap, .optional(.length("gap"))),
      Member(\.earn, .optional(.earning.nested("earn"))))
  }
}

extension Form where Value == BreakRules.Earning {
  fileprivate static var earning: Form {
    Form.record(
      .minutes("minutes", atLeast: 1), .length("perFocused"), make: { BreakRules.Earning(time: $0, perFocused: $1) },
      parts: { ($0.time, $0.perFocused) })
  }
}

extension Form where Value == QuestionTimes {
  fileprivate static var question: Form {
    Form.members(
      of: { QuestionTimes() }, Member(\.wait, ifThere: .length("wait", atMost: .hours(1), allowsZero: true)),
      Member(\.closes, ifThere: .length("closes", atMost: .hours(2)))
    ).checked { times, item throws(JSONShapeError) in
      guard times.closes > times.wait else { throw item.refusal("the question must close after its wait") }
    }
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
