package import FeaturePorts
internal import FocusEngine
internal import FocusHistory
internal import FocusPorts
package import FocusSession
internal import FocusWire
package import JSONText
internal import Requests
internal import ServiceContract

// The person's devices, and what was done on them.

extension ControlAPI {
  func household(_ request: HouseholdRequest) async throws(Failure) -> JSONValue {
    switch request {
    case .sessions(let scope, let wanted): return try await sessions(scope, wanted)
    case .days(let scope, let since, let until):
      guard let past = try await past(of: scope) else { return try await days(since, until) }
      let first = try since.map { text throws(Failure) in try Self.day(text) }
      let last = try until.map { text throws(Failure) in try Self.day(text) }
      guard case .object(var answer) = past.statistics.chart(since: first, until: last) else { return [:] }
      answer["ok"] = true
      return .object(answer)
    }
  }

  /// What was done on those devices; `nil` where the log here says it all.
  func past(of scope: HouseholdRequest.DeviceScope) async throws(Failure) -> HouseholdPast? {
    switch await ports.sync.past(scope.name, await engine.snapshot.now.wall) {
    case .told(let past): return past
    case .alone: return nil
    case .unknownDevice: throw .unknownDevice(scope.name ?? "")
    }
  }

  /// A page of some devices' sessions, newest first.
  private func sessions(
    _ scope: HouseholdRequest.DeviceScope, _ wanted: HouseholdRequest.Sessions
  ) async throws(Failure) -> JSONValue {
    guard let past = try await past(of: scope) else {
      return try await sessions(
        wanted.limit, before: wanted.before, wanted.since, wanted.until, wanted.profile)
    }
    let zone = await engine.snapshot.machine.settings.zone
    let first = try wanted.since.map { text throws(Failure) in zone.startOfDay(try Self.day(text)) }
    let last = try wanted.until.map { text throws(Failure) in zone.startOfDay(try Self.day(text) + 1) }
    var sessions = past.sessions(since: first, until: last, profile: wanted.profile)
    sessions.sort { Self.isLater($0.record, than: ($1.record.started, $1.record.id)) }
    if let before = wanted.before {
      let place = try Self.place(before)
      sessions.removeAll {
        $0.record.id == place.session || Self.isLater($0.record, than: (place.started, place.session))
      }
    }
    var next: JSONValue = .null
    if sessions.count > wanted.limit {
      sessions.removeSubrange(wanted.limit...)
      if let last = sessions.last?.record { next = .string("\(last.started.milliseconds).\(last.id.text)") }
    }
    return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) }), "next": next]
  }

  private static func isLater(_ session: SessionRecord, than other: (started: Timestamp, id: SessionID)) -> Bool {
    (session.started.milliseconds, session.id.text) > (other.started.milliseconds, other.id.text)
  }
}

extension HouseholdPast.Session {
  /// The session as one object, with the devices that it was on.
  package func json(in zone: CivilZone) -> JSONValue {
    guard case .object(var members) = record.json(in: zone) else { return .null }
    members["devices"] = JSONValue(devices)
    members["here"] = .bool(isHere)
    return .object(members)
  }

  /// Whether it began in a time, with a profile if one is named.
  package func isPart(since: Timestamp?, until: Timestamp?, profile: String?) -> Bool {
    record.started >= since ?? record.started && (until.map { record.started < $0 } ?? true)
      && profile ?? record.profile.text == record.profile.text
  }
}

extension HouseholdPast {
  /// The sessions of a time, and of a profile if one is named.
  func sessions(since: Timestamp?, until: Timestamp?, profile: String?) -> [Session] {
    sessions.filter { $0.isPart(since: since, until: until, profile: profile) }
  }
}
