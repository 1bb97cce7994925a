package import FeaturePorts
internal import FocusHistory
package import FocusSession
internal import FocusWire
internal import JSONText
internal import LinuxRuntime
package import Requests
internal import SQLiteLog
package import ServiceContract

/// What can be asked of straying.
package enum StrayRequests {
  package static let strays = Signature(
    question: "strays", "The episodes of straying, all or since a day", .optional(.day("since")),
    .optional(.text("device")), .optional(.word("devices", among: ["all"])))
}

/// The episodes of straying as pages ask for them: read from the log on a thread of its own.
package actor StrayReader {
  private let thread = ThreadExecutor(named: "strays")
  private let home: Home
  private let zone: CivilZone
  /// What was done on other devices, where there are any.
  private let past: @Sendable (_ device: String?, Timestamp) async -> SyncPorts.Past

  /// The thread that the log is read on.
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
      StrayRequests.strays.answer { asked, since, device, devices in
        let start = since.map { self.zone.startOfDay($0) } ?? Timestamp(milliseconds: 0)
        if device != nil || devices != nil, case .told(let past) = await self.past(device, asked.now) {
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
