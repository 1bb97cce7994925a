package import FeaturePorts
internal import FocusHistory
internal import FocusWire
internal import SQLiteLog

package enum StrayRequests {
  package static let strays = Signature(
    question: "strays", "The episodes of straying, all or since a day", .optional(.day("since")), .optional(.scope))
  package static let signals = Signature(
    question: "signals", "How each signal is seen; followed by what is noticed, line by line",
    .truth("follow").or(false))
  package static let frontSite = Signature(
    "front-site", "The site that the browser shows in front, or none", .optional(.text("site")))
  package static let excuse = Signature("excuse", "Say that this was work")
  package static let snooze = Signature("snooze", "Silence the alarm for a while")
  package static let hush = Signature("hush", "Silence the alarm for the rest of the session")

  package static func answers(by inbox: SessionInbox) -> [Request] {
    [
      excuse.submits(to: inbox) { .excuse }, snooze.submits(to: inbox) { .snooze },
      hush.submits(to: inbox) { .hush },
    ]
  }
}

/// Reads the episodes of straying for pages, from the log on a thread of its own.
package actor StrayReader {
  private let thread = ThreadExecutor(named: "strays")
  private let home: Home
  private let zone: CivilZone
  private let past: @Sendable (_ device: String?, Timestamp) async -> SyncPorts.Past

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(
    _ home: Home, _ zone: CivilZone, past: @escaping @Sendable (_ device: String?, Timestamp) async -> SyncPorts.Past
  ) {
    self.home = home
    self.zone = zone
    self.past = past
  }

  deinit { thread.close() }

  package nonisolated var requests: [Request] {
    [
      StrayRequests.strays.answer { asked, since, scope in
        let start = since.map { self.zone.startOfDay($0) } ?? Timestamp(milliseconds: 0)
        if let scope, case .told(let past) = await self.past(scope.name, asked.now) {
          return Self.told(past.strays.filter { $0.ended >= start }, in: self.zone)
        }
        return await self.strays(since: start)
      }
    ]
  }

  private func strays(since: Timestamp) -> JSONValue {
    guard Files.exists(home.database), let facts = try? LogReader(path: home.database).facts(of: StraySpan.facts) else {
      return ["ok": true, "strays": []]
    }
    return Self.told(StraySpan.all(of: facts).filter { $0.ended >= since }, in: zone)
  }

  private static func told(_ spans: [StraySpan], in zone: CivilZone) -> JSONValue {
    ["ok": true, "strays": .array(spans.map { $0.json(in: zone) })]
  }
}
