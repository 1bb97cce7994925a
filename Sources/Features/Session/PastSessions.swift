package import FeaturePorts
internal import FocusHistory
internal import FocusWire

package enum PastRequests {
  package static let history = Signature(
    "history", "The sessions of a time, newest last; moments in milliseconds since 1970", .optional(.whole("since")),
    .optional(.whole("until")), .optional(.text("profile")))
  package static let sessions = Signature(
    question: "sessions", "A page of sessions, newest first", .whole("limit", in: 1...1000).or(100),
    .optional(.text("before")), .optional(.text("since")), .optional(.text("until")), .optional(.text("profile")),
    .optional(.scope))
  package static let days = Signature(
    question: "days", "The totals of days, and the focus by hour", .optional(.text("since")), .optional(.text("until")),
    .optional(.scope))
  package static let statistics = Signature(
    question: "stats", "What follows from all sessions, or from those of a device", .optional(.text("device")))
  package static let note = Signature(
    "note", "Write something about a session, the newest one if none is named", .text("note"),
    .optional(.text("session")))
  package static let forget = Signature("forget-session", "Forget a session that is over", .text("session"))
}

/// The history in pages, for those who cannot read all of it at once.
package struct PastSessions: Sendable {
  let inbox: SessionInbox
  let archive: any SessionArchive
  let sync: SyncPorts

  package init(_ inbox: SessionInbox, _ archive: any SessionArchive, _ sync: SyncPorts = SyncPorts()) {
    self.inbox = inbox
    self.archive = archive
    self.sync = sync
  }

  var engine: FocusEngine { inbox.engine }

  package var requests: [Request] {
    [
      PastRequests.history.answer { _, since, until, profile throws(Failure) in
        try await history(since, until, profile)
      },
      PastRequests.sessions.answer { _, limit, before, since, until, profile, scope throws(Failure) in
        let page = Page(limit: limit, before: before, since: since, until: until, profile: profile)
        guard let scope, let past = try await past(of: scope) else { return try await sessions(page) }
        return try await sessions(page, of: past)
      },
      PastRequests.days.answer { _, since, until, scope throws(Failure) in try await days(since, until, scope) },
      PastRequests.statistics.answer { _, device throws(Failure) in try await statistics(device) },
      PastRequests.note.answer { _, words, session throws(Failure) in try await note(words, about: session) },
      PastRequests.forget.answer { _, session throws(Failure) in try await forget(session) },
    ]
  }

  struct Page {
    var limit: Int
    /// The place to go on from, as an earlier answer gave it.
    var before: String?
    var since: String?
    var until: String?
    var profile: String?
  }

  private func history(_ since: Int?, _ until: Int?, _ profile: String?) async throws(Failure) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    func moment(_ time: Int?) -> Timestamp? { time.map { Timestamp(milliseconds: Int64($0)) } }
    let sessions = try await archived(since: moment(since), until: moment(until), profile)
    return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) })]
  }

  func archived(
    since: Timestamp?, until: Timestamp?, _ profile: String?
  ) async throws(Failure) -> [SessionRecord] {
    try await Failure.converting { () async throws(LogError) in
      try await archive.sessions(since: since, until: until, profile: profile.map { ProfileID($0) })
    }
  }

  private func archived(_ page: SessionPage) async throws(Failure) -> [SessionRecord] {
    try await Failure.converting { () async throws(LogError) in try await archive.page(page) }
  }

  /// Returns a page, newest first; `next` is the place where the following page goes on.
  private func sessions(_ wanted: Page) async throws(Failure) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    // One more than is wanted tells whether there is more.
    var page = SessionPage(limit: wanted.limit + 1, profile: wanted.profile.map { ProfileID($0) })
    page.before = try wanted.before.map { text throws(Failure) in try Self.place(text) }
    (page.since, page.until) = try Self.span(wanted.since, wanted.until, in: zone)
    var sessions = try await archived(page)
    var next: JSONValue = .null
    if sessions.count > wanted.limit {
      sessions.removeLast()
      if let last = sessions.last { next = .string("\(last.started.milliseconds).\(last.id.text)") }
    }
    return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) }), "next": next]
  }

  /// Stores the person's note on a session as one line, in place of the earlier one.
  private func note(_ words: String, about name: String?) async throws(Failure) -> JSONValue {
    let line = words.split { $0.isWhitespace }.joined(separator: " ")
    guard line.count <= Self.longestNote else { throw .longNote(line.count) }
    let session = try await session(named: name)
    return try await inbox.submit(.note(session.id, line))
  }

  /// The session of that name; the newest if none is given.
  private func session(named name: String?) async throws(Failure) -> SessionRecord {
    let began = name.map { SessionID($0).startedAt }
    if case .some(nil) = began { throw .noSession(name) }
    // A name tells when its session began, so that thirty years need not be searched.
    let found =
      if case .some(let began?) = began {
        try await archived(since: began, until: began + Lapse(milliseconds: 1), nil)
      } else {
        try await archived(SessionPage(limit: 1))
      }
    guard let session = found.first(where: { name == nil || $0.id.text == name }) else { throw .noSession(name) }
    return session
  }

  /// Removes a finished session from history and statistics, here and on the other devices.
  private func forget(_ name: String) async throws(Failure) -> JSONValue {
    let session: SessionRecord
    do throws(Failure) {
      session = try await self.session(named: name)
    } catch {
      guard error.kind == Failure.noSession(nil).kind else { throw error }
      // One that was on another device is forgotten there as soon as that device hears of it.
      let past = try await past(of: .all)
      guard let record = past?.sessions.first(where: { $0.record.id.text == name })?.record else {
        throw error
      }
      session = record
    }
    guard let ended = session.ended else { throw .sessionRuns(name) }
    return try await inbox.submit(.forget(ForgottenSession(id: session.id, began: session.started, ended: ended)))
  }

  /// As many letters as a promise may have.
  private static let longestNote = 900

  /// The sessions of some days as a file: `json`, `csv` or `ical`.
  package func file(
    _ format: String, of scope: DeviceScope?, since: String?, until: String?, profile: String?
  ) async throws(Failure) -> (name: String, type: String, content: [UInt8]) {
    let zone = await engine.snapshot.machine.settings.zone
    let (first, last) = try Self.span(since, until, in: zone)
    let sessions: [SessionRecord]
    if let scope, let past = try await past(of: scope) {
      sessions = past.sessions(since: first, until: last, profile: profile).map { $0.record }
    } else {
      sessions = try await archived(since: first, until: last, profile)
    }
    switch format {
    case "csv": return ("focuskey.csv", "text/csv; charset=utf-8", Array(HistoryExport.csv(sessions, in: zone).utf8))
    case "ical":
      let calendar = HistoryExport.calendar(sessions) { profile in profile.text }
      return ("focuskey.ics", "text/calendar; charset=utf-8", Array(calendar.utf8))
    case "json":
      return ("focuskey.json", "application/json", JSONValue.array(sessions.map { $0.json(in: zone) }).octets)
    default: throw .notAPlace(format, of: "format")
    }
  }

  private func days(_ since: String?, _ until: String?, _ scope: DeviceScope?) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.now
    let first = try since.map { text throws(Failure) in try Self.day(text) }
    let last = try until.map { text throws(Failure) in try Self.day(text) }
    let statistics =
      if let scope, let past = try await past(of: scope) {
        past.statistics
      } else {
        try await statistics(at: now)
      }
    guard case .object(var answer) = statistics.chart(since: first, until: last) else { return [:] }
    answer["ok"] = true
    return .object(answer)
  }

  private func statistics(_ device: String?) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.now
    let past = try await past(of: device.map { .one($0) } ?? .all)
    let statistics = if let past { past.statistics } else { try await statistics(at: now) }
    return ["ok": true, "stats": statistics.json]
  }

  private func statistics(at now: Moment) async throws(Failure) -> Statistics {
    try await Failure.converting { () async throws(LogError) in try await archive.statistics(at: now) }
  }

  /// The first moment of these days, and the first moment after them.
  static func span(
    _ since: String?, _ until: String?, in zone: CivilZone
  ) throws(Failure) -> (since: Timestamp?, until: Timestamp?) {
    (
      try since.map { text throws(Failure) in zone.startOfDay(try day(text)) },
      try until.map { text throws(Failure) in zone.startOfDay(try day(text) + 1) }
    )
  }

  private static func day(_ text: String) throws(Failure) -> CivilDay {
    guard let day = ISO8601.day(text) else { throw .notAPlace(text, of: "day") }
    return day
  }

  static func place(_ text: String) throws(Failure) -> SessionPage.Place {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let started = Int64(parts[0]) else { throw .notAPlace(text, of: "place") }
    return SessionPage.Place(started: Timestamp(milliseconds: started), session: SessionID(String(parts[1])))
  }
}

extension Failure {
  fileprivate static func notAPlace(_ text: String, of kind: String) -> Failure {
    Failure(
      .badData, "not-a-\(kind)", "this is not a \(kind)", at: text,
      advice: "write a day as 2026-11-21, and a place as in an answer")
  }

  fileprivate static func longNote(_ letters: Int) -> Failure {
    Failure(
      .badData, "too-long", "a note has at most 900 letters", at: "\(letters) letters", advice: "nothing was changed")
  }

  fileprivate static func noSession(_ name: String?) -> Failure {
    Failure(
      .noInput, "unknown-session", "there is no such session", at: name ?? "", advice: "see: focuskey history --json")
  }

  fileprivate static func sessionRuns(_ name: String) -> Failure {
    Failure(.no, "session-runs", "this session is still running", at: name, advice: "forget it when it is over")
  }
}
