internal import Allowance
internal import FocusSession
internal import Guarding
package import JSONText
internal import Learning
internal import Octets

extension ControlRequest {
  /// Reads a request.
  ///
  /// - Parameter others: the names that somebody else answers to; they are offered for a slip.
  package init(_ root: JSONNode, others: [String] = []) throws(JSONShapeError) {
    let item = JSONItem(root)
    guard root["subscribe"] == nil else {
      _ = try item.members("subscribe")
      self = .subscribe
      return
    }
    guard let word = root["command"] else {
      _ = try item.members("command", "subscribe").required("command")
      throw item.refusal("a request needs a command")
    }
    let command = try JSONItem(word, at: .root.appending("command")).word(among: Self.commands + others)
    self = try Self.request(command, item)
  }

  private static let commands =
    [
      "status", "start", "stop", "confirm", "keep", "break", "resume", "extend", "emergency", "open", "tap", "history",
      "reader-lease", "simulated-card", "simulated-exchange", "simulated-release",
      "sessions", "days", "dashboard", "explain-link", "write-card", "stats", "settings", "configure", "recovery-code",
      "recover", "signals", "front-site",
      "attempt", "keep-promise", "learned", "replace-log", "forget", "override", "type",
      "moved", "finish-task", "restore", "pledge", "pledge-settled", "note",
      "forget-session", "sync-now",
      "feel",
    ] + SensorRequest.commands
    + Listing.allCases.map { $0.rawValue }
    + Saying.allCases.map { $0.rawValue }

  private static func request(_ command: String, _ item: JSONItem) throws(JSONShapeError) -> ControlRequest {
    switch command {
    case "start":
      let members = try item.members("command", "profile", "minutes", "task", "in")
      return .start(
        profile: try members.text("profile"), minutes: try members.minutes("minutes"), task: try members.text("task"),
        inMinutes: try members.minutes("in"))
    case "confirm":
      let said = try item.members("command", "task")["task"]?.word(among: ["done"])
      return said == nil ? .confirm : .confirmDone
    case "pledge-settled":
      return .settlePledge(try item.members("command", "amount").required("amount").string())
    case "break":
      return .takeBreak(minutes: try item.members("command", "minutes").minutes("minutes"))
    case "extend":
      return .extend(minutes: Int(try item.members("command", "minutes").required("minutes").integer()))
    case "emergency":
      return .emergency(sentence: try item.members("command", "sentence").text("sentence"))
    case "type":
      return .type(sentence: try item.members("command", "sentence").required("sentence").string())
    case "override":
      return .override(try item.members("command", "name").required("name").string())
    case "feel":
      let eyes = Int(try item.members("command", "eyes").required("eyes").integer(in: 0...3))
      guard let eyes = EyeFeeling(rawValue: eyes) else { throw item.refusal("eyes are 0 to 3") }
      return .feel(eyes)
    case "configure":
      return .configure(try item.members("command", "settings").required("settings").node.value)
    case "attempt", "keep-promise":
      let members = try item.members("command", "site", "app")
      let attempt = try members.attempt()
      if command == "keep-promise" { return .keepPromise(attempt) }
      guard let attempt else { throw item.refusal("an attempt needs a site or an app") }
      return .attempt(attempt)
    case "learned":
      return .learned(try learned(try item.members("command", "facts").required("facts")))
    case "moved":
      return .moved(try movedSet(try item.members("command", "kind", "amount", "trust", "after")))
    case "recover":
      return .recover(code: try item.members("command", "code").required("code").string())
    case "replace-log":
      return .replaceLog(draft: try item.members("command", "draft").required("draft").string())
    case "reader-lease":
      return .leaseReader(name: try item.members("command", "reader").text("reader"))
    case "history", "sessions", "days", "note", "forget-session":
      return try aboutThePast(command, item)
    case "signals":
      return .signals(follow: try item.members("command", "follow")["follow"]?.bool() ?? false)
    case "simulated-card", "simulated-exchange", "simulated-release":
      return .simulatedCard(try simulatedCard(command, item))
    default:
      return try aboutLinks(command, item)
    }
  }

  /// A request about the sessions that were.
  private static func aboutThePast(_ command: String, _ item: JSONItem) throws(JSONShapeError) -> ControlRequest {
    switch command {
    case "note":
      let members = try item.members("command", "note", "session")
      return .note(try members.required("note").string(), session: try members.text("session"))
    case "forget-session":
      return .forgetSession(try item.members("command", "session").required("session").string())
    case "history":
      let members = try item.members("command", "since", "until", "profile")
      return .history(
        since: try members.whole("since"), until: try members.whole("until"), profile: try members.text("profile"))
    case "sessions":
      let members = try item.members(
        "command", "limit", "before", "since", "until", "profile", "device", "devices")
      let wanted = HouseholdRequest.Sessions(
        limit: Int(try members["limit"]?.integer(in: 1...mostSessions) ?? 100), before: try members.text("before"),
        since: try members.text("since"), until: try members.text("until"), profile: try members.text("profile"))
      if let scope = try HouseholdRequest.scope(of: members) { return .household(.sessions(scope, wanted)) }
      return .sessions(
        limit: wanted.limit, before: wanted.before, since: wanted.since, until: wanted.until, profile: wanted.profile)
    default:
      let members = try item.members("command", "since", "until", "device", "devices")
      let (since, until) = (try members.text("since"), try members.text("until"))
      if let scope = try HouseholdRequest.scope(of: members) {
        return .household(.days(scope, since: since, until: until))
      }
      return .days(since: since, until: until)
    }
  }

  /// A request about links, cards, phones and devices, or one that says nothing but its name.
  private static func aboutLinks(_ command: String, _ item: JSONItem) throws(JSONShapeError) -> ControlRequest {
    switch command {
    case "stats":
      return try item.members("command", "device").text("device").map { .statisticsOf(device: $0) } ?? .statistics
    case "open":
      return .open(url: try item.members("command", "url").required("url").string())
    case "tap":
      return .tap(try tap(try item.members("command", "key", "link", "uid", "lift")))
    case "front-site":
      return .frontSite(try item.members("command", "site").text("site"))
    case "write-card":
      return .writeCard(link: try item.members("command", "link").required("link").string())
    case "explain-link":
      let members = try item.members("command", "aasa", "url", "domain", "app")
      return .explainLink(
        association: try members.required("aasa").string(), url: try members.required("url").string(),
        domain: try members.text("domain"), app: try members.text("app"))
    default:
      if let request = try SensorRequest(command, item) { return .sensors(request) }
      _ = try item.members("command")
      return plain(command)
    }
  }

  private static func learned(_ item: JSONItem) throws(JSONShapeError) -> [LearnFact] {
    var facts: [LearnFact] = []
    for element in try item.array() {
      let fact = try LearnFact(element)
      if case .reviewed(_, _, let took) = fact, took < CardShowing.least {
        throw element.refusal("a card counts after \(CardShowing.least / 1000) seconds in view")
      }
      facts.append(fact)
    }
    return facts
  }

  private static func movedSet(_ members: JSONMembers) throws(JSONShapeError) -> MovedSet {
    let claims = [MovementTrust.claimed, .measured]
    let kind = try members.required("kind")
    let word = try kind.string()
    guard (1...32).contains(word.utf8.count), word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) else {
      throw kind.refusal("an exercise is a word such as squat")
    }
    let trust = try members["trust"]?.word(among: claims.map { $0.rawValue })
    return MovedSet(
      kind: word, amount: Int(try members.required("amount").integer(in: 1...10_000)),
      trust: trust.flatMap { MovementTrust(rawValue: $0) } ?? .claimed,
      after: Int(try members["after"]?.integer(in: 0...10_000) ?? 0))
  }

  /// The most sessions of one page; a whole history goes out by `history`.
  static let mostSessions: Int64 = 1000

  private static func plain(_ command: String) -> ControlRequest {
    switch command {
    case "stop": .stop
    case "finish-task": .finishTask
    case "pledge": .pledges
    case "restore": .restore
    case "keep": .keep
    case "resume": .resume
    case "dashboard": .dashboard
    case "settings": .settings
    case "recovery-code": .recoveryCode
    case "forget": .forget
    case "sync-now": .sync
    default:
      Listing(rawValue: command).map { .listed($0) } ?? Saying(rawValue: command).map { .say($0) } ?? .status
    }
  }

  private static func simulatedCard(_ command: String, _ item: JSONItem) throws(JSONShapeError) -> SimulatedCard {
    switch command {
    case "simulated-card":
      return .look(orPutBlank: try item.members("command", "blank")["blank"]?.bool() ?? false)
    case "simulated-exchange":
      let members = try item.members("command", "uid", "frame")
      guard let uid = try members.octets("uid") else { throw item.refusal("an exchange needs the card's uid") }
      return .exchange(uid: uid, frame: try members.octets("frame"))
    default:
      _ = try item.members("command")
      return .release
    }
  }

  private static func tap(_ members: JSONMembers) throws(JSONShapeError) -> SimulatedTap {
    let uid = try members.octets("uid")
    if let lift = try members["lift"]?.bool(), lift { return .lift }
    if let key = try members.text("key") { return .key(key) }
    if let link = try members.text("link") { return .link(link, uid: uid) }
    if let uid { return .uid(uid) }
    throw members.item.refusal("a tap needs a key, a link or a uid, or lifts the card")
  }
}

extension JSONMembers {
  fileprivate func text(_ name: String) throws(JSONShapeError) -> String? {
    try self[name]?.string()
  }

  fileprivate func attempt() throws(JSONShapeError) -> Attempt? {
    if let site = try text("site") { return Attempt(kind: .site, name: site) }
    return try text("app").map { Attempt(kind: .app, name: $0) }
  }

  fileprivate func whole(_ name: String) throws(JSONShapeError) -> Int64? {
    try self[name]?.integer()
  }

  fileprivate func minutes(_ name: String) throws(JSONShapeError) -> Int? {
    // Which numbers of minutes make sense is the session's to say; here only what fits.
    try self[name]?.integer().clamped
  }

  fileprivate func octets(_ name: String) throws(JSONShapeError) -> [UInt8]? {
    guard let item = self[name] else { return nil }
    let text = try item.string()
    do throws(HexError) {
      return try HexText.octets(of: text)
    } catch {
      throw item.refusal("these are not hex digits")
    }
  }
}

extension Int64 {
  fileprivate var clamped: Int { Int(self) }
}
