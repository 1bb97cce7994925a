package import FeaturePorts
internal import FocusHistory
internal import FocusWire

// What was done on the person's devices.

extension PastSessions {
  /// What was done on those devices; `nil` if the log here has it all.
  func past(of scope: DeviceScope) async throws(Failure) -> HouseholdPast? {
    switch await sync.past(scope.name, await engine.snapshot.now.wall) {
    case .told(let past): return past
    case .alone: return nil
    case .unknownDevice: throw .unknownDevice(scope.name ?? "")
    }
  }

  /// A page of some devices' sessions, newest first.
  func sessions(_ wanted: Page, of past: HouseholdPast) async throws(Failure) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    let (first, last) = try Self.span(wanted.since, wanted.until, in: zone)
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
  package func json(in zone: CivilZone) -> JSONValue {
    guard case .object(var members) = record.json(in: zone) else { return .null }
    members["devices"] = JSONValue(devices)
    members["here"] = .bool(isHere)
    return .object(members)
  }

  package func isPart(since: Timestamp?, until: Timestamp?, profile: String?) -> Bool {
    record.started >= since ?? record.started && (until.map { record.started < $0 } ?? true)
      && profile ?? record.profile.text == record.profile.text
  }
}

extension HouseholdPast {
  func sessions(since: Timestamp?, until: Timestamp?, profile: String?) -> [Session] {
    sessions.filter { $0.isPart(since: since, until: until, profile: profile) }
  }
}
