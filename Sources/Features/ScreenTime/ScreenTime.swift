internal import FocusHistory
package import FocusPorts
internal import FocusWire
package import Guarding
package import ServiceContract
internal import SystemShield

package enum ScreenTimeRequests {
  package static let screenTime = Signature(
    question: "screen-time", "How long each app and site was in front, by day and hour", .optional(.day("since")),
    .optional(.day("until")))
  package static let turn = Signature("screen-time-turn", "Count screen time, or no longer", .truth("on"))
  package static let forget = Signature("screen-time-forget", "Remove all that was counted")
}

/// How long each app and site was in front: daily sums that stay on this computer, if the person wants them.
package actor ScreenTime {
  package static let needs: Set<SignalName> = [.front, .input, .lock, .media]
  /// In days; older sums are removed.
  private static let longestKept: Int64 = 400
  /// How often sums are written while something is counted, in milliseconds.
  private static let pace: Int64 = 60_000

  private let folder: String
  private let choice: String
  private let zone: CivilZone
  private let now: @Sendable () -> Timestamp
  private let tick: @Sendable () async -> Tick
  private var sums: ScreenSums
  private var days: [CivilDay: ScreenDay] = [:]
  private var changed: Set<CivilDay> = []
  private var written: Timestamp?
  private let isOn: Locked<Bool>
  private let news: AsyncStream<Void>.Continuation
  package nonisolated let changes: AsyncStream<Void>

  package init(
    _ home: Home, _ zone: CivilZone, now: @escaping @Sendable () -> Timestamp,
    tick: @escaping @Sendable () async -> Tick
  ) {
    self.tick = tick
    folder = home.screenTime
    choice = home.screenTime + ".json"
    self.zone = zone
    self.now = now
    sums = ScreenSums(zone: zone)
    let said = (try? Files.read(choice, limit: 1024)).flatMap { try? JSONDocument($0).root["on"]?.bool }
    isOn = Locked(said ?? false)
    (changes, news) = AsyncStream.makeStream(of: Void.self)
  }

  /// The signals needed now: none unless the person wants screen time.
  package nonisolated var wanted: Set<SignalName> { isOn.withLock { $0 } ? Self.needs : [] }

  package nonisolated var requests: [Request] {
    [
      ScreenTimeRequests.screenTime.answer { _, since, until in await self.told(since, until) },
      ScreenTimeRequests.turn.answer { _, isOn throws(Failure) in try await self.turn(isOn) },
      ScreenTimeRequests.forget.answer { _ throws(Failure) in try await self.forget() },
    ]
  }

  /// Counts what was in front until this signal came.
  package func hear(_ signal: GuardSignal, at tick: Tick) {
    guard isOn.withLock({ $0 }) else { return }
    count(until: tick)
    sums.note(signal, at: tick)
    if let written, now() - written < Lapse(milliseconds: Self.pace) { return }
    write()
  }

  /// Counts up to now and writes: before the service ends, or when somebody asks.
  package func settle() async {
    guard isOn.withLock({ $0 }) else { return }
    count(until: await tick())
    write()
  }

  private func count(until tick: Tick) {
    sums.count(until: tick, at: now()) { hour, lapse, app, site in
      if days[hour.day] == nil { days[hour.day] = read(hour.day) }
      days[hour.day]?.add(lapse, app: app, site: site, in: hour.hour)
      changed.insert(hour.day)
    }
  }

  private func told(_ since: CivilDay?, _ until: CivilDay?) async -> JSONValue {
    await settle()
    let kept = Folder.names(in: folder).compactMap { ISO8601.day(String($0.dropLast(5))) }.sorted()
    let shown = kept.filter { $0 >= since ?? $0 && $0 <= until ?? $0 }
    return [
      "ok": true, "on": .bool(isOn.withLock { $0 }),
      "days": .array(shown.map { read($0).json { SystemShield.name(of: $0) } }),
    ]
  }

  private func turn(_ isOn: Bool) async throws(Failure) -> JSONValue {
    try renaming(
      { Failure.writing(choice, $0) }, Files.replace(choice, with: (["on": .bool(isOn)] as JSONValue).octets))
    await settle()
    sums.rest()
    self.isOn.withLock { $0 = isOn }
    news.yield(())
    return [
      "ok": true, "on": .bool(isOn),
      "message": .string(
        isOn
          ? "Screen time is counted from now on: how long each app and site is in front, as sums of a day, on this computer only."
          : "Screen time is not counted any more. What was counted stays until: focuskey screen-time forget"),
    ]
  }

  private func forget() throws(Failure) -> JSONValue {
    days = [:]
    changed = []
    for name in Folder.names(in: folder) {
      try renaming({ Failure.writing(folder, $0) }, Files.remove("\(folder)/\(name)"))
    }
    return ["ok": true, "message": "Everything that was counted is removed."]
  }

  private func read(_ day: CivilDay) -> ScreenDay {
    if let known = days[day] { return known }
    let octets = (try? Files.read("\(folder)/\(ISO8601.text(day)).json")) ?? []
    return ScreenDay(day, stored: octets)
  }

  /// Best effort: what the disk refuses now is tried again with the next write.
  private func write() {
    written = now()
    guard !changed.isEmpty, (try? Files.makeFolder(folder)) != nil else { return }
    for day in changed {
      guard let sums = days[day] else { continue }
      let path = "\(folder)/\(ISO8601.text(day)).json"
      if (try? Files.replace(path, with: sums.stored.octets + [0x0A])) != nil { changed.remove(day) }
    }
    let today = zone.day(at: now())
    days = days.filter { $0.key == today || changed.contains($0.key) }
    for name in Folder.names(in: folder) {
      guard let day = ISO8601.day(String(name.dropLast(5))), today.number - day.number > Self.longestKept else {
        continue
      }
      try? Files.remove("\(folder)/\(name)")
    }
  }
}
