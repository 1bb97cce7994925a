public import FocusSession
internal import FocusWire
public import JSONText
internal import Octets

/// What can be asked on the control socket: one JSON object on a line. Both ends read and write it by this one
/// definition.
public enum ControlRequest: Sendable, Equatable {
  /// The state.
  case status
  /// Begin a session.
  case start(profile: String?, minutes: Int?, task: String?, inMinutes: Int?)
  /// Ask to end it.
  case stop
  /// Answer the question with *end*.
  case confirm
  /// Answer it with *go on*.
  case keep
  /// Ask for a break.
  case takeBreak(minutes: Int?)
  /// Come back from one.
  case resume
  /// Move the planned end out.
  case extend(minutes: Int)
  /// The way out, with the typed sentence.
  case emergency(sentence: String?)
  /// A link that is no key.
  case open(url: String)
  /// A tap on the simulated reader.
  case tap(SimulatedTap)
  /// Everything that happens from now on, a line each.
  case subscribe
  /// Lends the readers with this in their name, or all: a card that arrives there is seen and not acted on, as long as
  /// the connection lasts.
  case leaseReader(name: String?)
  /// The sessions of a time, newest last; moments in milliseconds since 1970.
  case history(since: Int64?, until: Int64?, profile: String?)
  /// So many sessions, newest first, from a place on that an earlier answer gave as `next`.
  case sessions(limit: Int, before: String?, since: String?, until: String?, profile: String?)
  /// The totals of the days from one to another, and the focus by hour of the day.
  case days(since: String?, until: String?)
  /// Where the dashboard is, as a link that works once and lets a browser change things.
  case dashboard
  /// Write a link on the next card.
  case writeCard(link: String)
  /// What an association file makes of a link.
  case explainLink(association: String, url: String, domain: String?, app: String?)

  /// What follows from all sessions.
  case statistics
  /// Something blocked was asked for, as the browser's extension saw it.
  case attempt(Attempt)
  /// The person keeps their promise.
  case keepPromise(Attempt?)
  /// What is configured.
  case settings
  /// One list of what is configured.
  case listed(Listing)
  /// The settings are to become these.
  case configure(JSONValue)
  /// Make a recovery code and show it, once.
  case recoveryCode
  /// End the session with a recovery code.
  case recover(code: String)
  /// Put a new log, which lies in the home under that name, in the place of this one.
  case replaceLog(draft: String)
  /// Delete everything that is known.
  case forget

  /// A list of what is configured.
  public enum Listing: String, Sendable, CaseIterable {
    /// The profiles.
    case profiles
    /// The keys, and which of them were tapped and may stop.
    case keys
    /// The schedules of all profiles.
    case schedules
    /// The promise.
    case promise
  }

  /// What is done on the simulated reader.
  public enum SimulatedTap: Sendable, Equatable {
    /// A registered key taps.
    case key(String)
    /// A card with that link on it taps, with that identifier or one that follows from the link.
    case link(String, uid: [UInt8]?)
    /// A card without a link taps.
    case uid([UInt8])
    /// The card that lies there is taken away.
    case lift
  }
}

extension ControlRequest {
  /// The request as it goes over the socket.
  public var json: JSONValue {
    switch self {
    case .status: ["command": "status"]
    case .start(let profile, let minutes, let task, let inMinutes):
      .members([
        "command": "start", "profile": profile.map(JSONValue.string), "minutes": minutes.map(JSONValue.init),
        "task": task.map(JSONValue.string), "in": inMinutes.map(JSONValue.init),
      ])
    case .stop: ["command": "stop"]
    case .confirm: ["command": "confirm"]
    case .keep: ["command": "keep"]
    case .takeBreak(let minutes): .members(["command": "break", "minutes": minutes.map(JSONValue.init)])
    case .resume: ["command": "resume"]
    case .extend(let minutes): ["command": "extend", "minutes": JSONValue(minutes)]
    case .emergency(let sentence): .members(["command": "emergency", "sentence": sentence.map(JSONValue.string)])
    case .open(let url): ["command": "open", "url": .string(url)]
    case .tap(.key(let key)): ["command": "tap", "key": .string(key)]
    case .tap(.link(let link, let uid)):
      .members(["command": "tap", "link": .string(link), "uid": uid.map { .string(HexText.text(of: $0)) }])
    case .tap(.uid(let uid)): ["command": "tap", "uid": .string(HexText.text(of: uid))]
    case .tap(.lift): ["command": "tap", "lift": true]
    case .subscribe: ["subscribe": true]
    case .leaseReader(let name): .members(["command": "reader-lease", "reader": name.map(JSONValue.string)])
    case .statistics: ["command": "stats"]
    case .attempt(let attempt): ["command": "attempt", attempt.kind.word: .string(attempt.name)]
    case .keepPromise(let attempt):
      .members([
        "command": "keep-promise", "site": attempt.flatMap { $0.kind == .site ? .string($0.name) : nil },
        "app": attempt.flatMap { $0.kind == .app ? .string($0.name) : nil },
      ])
    case .settings: ["command": "settings"]
    case .listed(let listing): ["command": .string(listing.rawValue)]
    case .configure(let settings): ["command": "configure", "settings": settings]
    case .recoveryCode: ["command": "recovery-code"]
    case .recover(let code): ["command": "recover", "code": .string(code)]
    case .replaceLog(let draft): ["command": "replace-log", "draft": .string(draft)]
    case .forget: ["command": "forget"]
    case .sessions(let limit, let before, let since, let until, let profile):
      .members([
        "command": "sessions", "limit": JSONValue(limit), "before": before.map(JSONValue.string),
        "since": since.map(JSONValue.string), "until": until.map(JSONValue.string),
        "profile": profile.map(JSONValue.string),
      ])
    case .days(let since, let until):
      .members(["command": "days", "since": since.map(JSONValue.string), "until": until.map(JSONValue.string)])
    case .dashboard: ["command": "dashboard"]
    case .writeCard(let link): ["command": "write-card", "link": .string(link)]
    case .explainLink(let association, let url, let domain, let app):
      .members([
        "command": "explain-link", "aasa": .string(association), "url": .string(url),
        "domain": domain.map(JSONValue.string), "app": app.map(JSONValue.string),
      ])
    case .history(let since, let until, let profile):
      .members([
        "command": "history", "since": since.map(JSONValue.integer), "until": until.map(JSONValue.integer),
        "profile": profile.map(JSONValue.string),
      ])
    }
  }

  /// Reads a request.
  public init(_ root: JSONNode) throws(JSONShapeError) {
    let item = JSONItem(root)
    guard root["subscribe"] == nil else {
      _ = try item.members("subscribe")
      self = .subscribe
      return
    }
    guard let word = root["command"] else {
      _ = try item.members("command", "subscribe").required("command")
      throw item.refusal("a request names a command")
    }
    let command = try JSONItem(word, at: .root.appending("command")).word(among: Self.commands)
    self = try Self.request(command, item)
  }

  private static let commands =
    [
      "status", "start", "stop", "confirm", "keep", "break", "resume", "extend", "emergency", "open", "tap", "history",
      "reader-lease",
      "sessions", "days", "dashboard", "explain-link", "write-card", "stats", "settings", "configure", "recovery-code",
      "recover",
      "attempt", "keep-promise", "replace-log", "forget",
    ] + Listing.allCases.map { $0.rawValue }

  private static func request(_ command: String, _ item: JSONItem) throws(JSONShapeError) -> ControlRequest {
    switch command {
    case "start":
      let members = try item.members("command", "profile", "minutes", "task", "in")
      return .start(
        profile: try members.text("profile"), minutes: try members.minutes("minutes"), task: try members.text("task"),
        inMinutes: try members.minutes("in"))
    case "break":
      return .takeBreak(minutes: try item.members("command", "minutes").minutes("minutes"))
    case "extend":
      return .extend(minutes: Int(try item.members("command", "minutes").required("minutes").integer()))
    case "emergency":
      return .emergency(sentence: try item.members("command", "sentence").text("sentence"))
    case "configure":
      return .configure(try item.members("command", "settings").required("settings").node.value)
    case "attempt", "keep-promise":
      let members = try item.members("command", "site", "app")
      let attempt = try members.attempt()
      if command == "keep-promise" { return .keepPromise(attempt) }
      guard let attempt else { throw item.refusal("an attempt names a site or an app") }
      return .attempt(attempt)
    case "recover":
      return .recover(code: try item.members("command", "code").required("code").string())
    case "replace-log":
      return .replaceLog(draft: try item.members("command", "draft").required("draft").string())
    case "open":
      return .open(url: try item.members("command", "url").required("url").string())
    case "tap":
      return .tap(try tap(try item.members("command", "key", "link", "uid", "lift")))
    case "reader-lease":
      return .leaseReader(name: try item.members("command", "reader").text("reader"))
    case "history":
      let members = try item.members("command", "since", "until", "profile")
      return .history(
        since: try members.whole("since"), until: try members.whole("until"), profile: try members.text("profile"))
    case "sessions":
      let members = try item.members("command", "limit", "before", "since", "until", "profile")
      return .sessions(
        limit: Int(try members["limit"]?.integer(in: 1...mostSessions) ?? 100), before: try members.text("before"),
        since: try members.text("since"), until: try members.text("until"), profile: try members.text("profile"))
    case "days":
      let members = try item.members("command", "since", "until")
      return .days(since: try members.text("since"), until: try members.text("until"))
    case "write-card":
      return .writeCard(link: try item.members("command", "link").required("link").string())
    case "explain-link":
      let members = try item.members("command", "aasa", "url", "domain", "app")
      return .explainLink(
        association: try members.required("aasa").string(), url: try members.required("url").string(),
        domain: try members.text("domain"), app: try members.text("app"))
    default:
      _ = try item.members("command")
      return plain(command)
    }
  }

  /// The most sessions of one page; a whole history goes out by `history`.
  static let mostSessions: Int64 = 1000

  private static func plain(_ command: String) -> ControlRequest {
    switch command {
    case "stop": .stop
    case "confirm": .confirm
    case "keep": .keep
    case "resume": .resume
    case "stats": .statistics
    case "dashboard": .dashboard
    case "settings": .settings
    case "recovery-code": .recoveryCode
    case "forget": .forget
    default: Listing(rawValue: command).map { .listed($0) } ?? .status
    }
  }

  private static func tap(_ members: JSONMembers) throws(JSONShapeError) -> SimulatedTap {
    let uid = try members.octets("uid")
    if let lift = try members["lift"]?.bool(), lift { return .lift }
    if let key = try members.text("key") { return .key(key) }
    if let link = try members.text("link") { return .link(link, uid: uid) }
    if let uid { return .uid(uid) }
    throw members.item.refusal("a tap names a key, a link or a uid, or lifts the card")
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
      throw item.refusal("this is not hex")
    }
  }
}

extension Int64 {
  fileprivate var clamped: Int { Int(self) }
}
