internal import FeaturePorts
internal import FocusEngine
internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import Requests
internal import ServiceContract

// The history as those look at it who cannot take all of it at once.

extension ControlAPI {
  func history(_ since: Int64?, _ until: Int64?, _ profile: String?) async throws(Failure) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    do throws(LogError) {
      let sessions = try await archive.sessions(
        since: since.map { Timestamp(milliseconds: $0) }, until: until.map { Timestamp(milliseconds: $0) },
        profile: profile.map { ProfileID($0) })
      return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) })]
    } catch {
      throw .log(error)
    }
  }

  /// A page of sessions, newest first; `next` is the place from which the following page goes on.
  func sessions(
    _ limit: Int, before: String?, _ since: String?, _ until: String?, _ profile: String?
  ) async throws(Failure) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    // One more than is wanted tells whether there is more.
    var page = SessionPage(limit: limit + 1, profile: profile.map { ProfileID($0) })
    page.before = try before.map { text throws(Failure) in try Self.place(text) }
    page.since = try since.map { text throws(Failure) in zone.startOfDay(try Self.day(text)) }
    page.until = try until.map { text throws(Failure) in zone.startOfDay(try Self.day(text) + 1) }
    var sessions: [SessionRecord]
    do throws(LogError) { sessions = try await archive.page(page) } catch { throw .log(error) }
    var next: JSONValue = .null
    if sessions.count > limit {
      sessions.removeLast()
      if let last = sessions.last { next = .string("\(last.started.milliseconds).\(last.id.text)") }
    }
    return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) }), "next": next]
  }

  /// Keeps what the person writes about a session: on one line, in place of what they wrote before.
  func note(_ words: String, about name: String?) async throws(Failure) -> JSONValue {
    let line = words.split { $0.isWhitespace }.joined(separator: " ")
    guard line.count <= Self.longestNote else { throw .longNote(line.count) }
    let session = try await session(named: name)
    return try await submit(.note(session.id, line))
  }

  /// The session of that name; the newest where none is given.
  func session(named name: String?) async throws(Failure) -> SessionRecord {
    let began = name.map { SessionID($0).startedAt }
    if case .some(nil) = began { throw .noSession(name) }
    let found: [SessionRecord]
    do throws(LogError) {
      // A name tells when its session began, so that thirty years need not be searched.
      found =
        if case .some(let began?) = began {
          try await archive.sessions(since: began, until: began + Lapse(milliseconds: 1), profile: nil)
        } else {
          try await archive.page(SessionPage(limit: 1))
        }
    } catch {
      throw .log(error)
    }
    guard let session = found.first(where: { name == nil || $0.id.text == name }) else { throw .noSession(name) }
    return session
  }

  /// Takes a session that is over out of history and statistics, here and on the other devices.
  func forget(_ name: String) async throws(Failure) -> JSONValue {
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
    return try await submit(.forget(ForgottenSession(id: session.id, began: session.started, ended: ended)))
  }

  /// As many letters as a promise may have.
  private static let longestNote = 900

  /// The sessions of some days as a file: `json`, `csv` or `ical`.
  func historyFile(
    _ format: String, of scope: HouseholdRequest.DeviceScope?, since: String?, until: String?, profile: String?
  ) async throws(Failure) -> (name: String, type: String, content: [UInt8]) {
    let zone = await engine.snapshot.machine.settings.zone
    let first = try since.map { text throws(Failure) in zone.startOfDay(try Self.day(text)) }
    let last = try until.map { text throws(Failure) in zone.startOfDay(try Self.day(text) + 1) }
    let sessions: [SessionRecord]
    if let scope, let past = try await past(of: scope) {
      sessions = past.sessions(since: first, until: last, profile: profile).map { $0.record }
    } else {
      do throws(LogError) {
        sessions = try await archive.sessions(since: first, until: last, profile: profile.map { ProfileID($0) })
      } catch {
        throw .log(error)
      }
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

  /// The totals of days.
  func days(_ since: String?, _ until: String?) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.now
    let first = try since.map { text throws(Failure) in try Self.day(text) }
    let last = try until.map { text throws(Failure) in try Self.day(text) }
    do throws(LogError) {
      guard case .object(var answer) = try await archive.statistics(at: now).chart(since: first, until: last) else {
        return [:]
      }
      answer["ok"] = true
      return .object(answer)
    } catch {
      throw .log(error)
    }
  }

  static func day(_ text: String) throws(Failure) -> CivilDay {
    guard let day = ISO8601.day(text) else { throw .notAPlace(text, of: "day") }
    return day
  }

  static func place(_ text: String) throws(Failure) -> SessionPage.Place {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let started = Int64(parts[0]) else { throw .notAPlace(text, of: "place") }
    return SessionPage.Place(started: Timestamp(milliseconds: started), session: SessionID(String(parts[1])))
  }
}
