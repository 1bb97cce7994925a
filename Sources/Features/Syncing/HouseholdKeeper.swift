package import FeaturePorts
internal import SystemClock

package enum DeviceRequests {
  package static let list = Signature(question: "devices", "The devices of the household, and how syncing goes")
  package static let rename = Signature("device-rename", "Give this computer another name", .text("name"))
  package static let revoke = Signature("device-revoke", "Remove a device from the household", .text("device"))
  package static let syncNow = Signature("sync-now", "Send to and read from the other devices now")

  package static func answers(by sync: SyncPorts) -> [Request] {
    [
      syncNow.answer { _ in
        await sync.round()
        return ["ok": true, "sync": sync.state()]
      }
    ]
  }
}

/// Serves pages about the household's devices, waiting for the server on a thread of its own.
package actor HouseholdKeeper {
  private let thread = ThreadExecutor(named: "devices")
  private let home: Home
  private let zone: CivilZone
  private let bell: SyncBell

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ home: Home, _ zone: CivilZone, _ bell: SyncBell) {
    self.home = home
    self.zone = zone
    self.bell = bell
  }

  deinit { thread.close() }

  package nonisolated var requests: [Request] {
    [
      DeviceRequests.list.answer { _ throws(Failure) in
        try await self.asked { household, _ throws(SyncFault) in try household.status() }
      },
      DeviceRequests.rename.answer { _, name throws(Failure) in
        try await self.asked { household, now throws(SyncFault) in
          guard Household.isName(name) else { throw SyncFault.badName(name) }
          return try household.rename(to: name, at: now)
        }
      },
      DeviceRequests.revoke.answer { _, device throws(Failure) in
        try await self.asked { household, now throws(SyncFault) in try household.revoke(device, at: now) }
      },
    ]
  }

  private func asked(
    _ body: @Sendable (Household, Timestamp) throws(SyncFault) -> JSONValue
  ) throws(Failure) -> JSONValue {
    let status = try renaming(
      { (error: SyncFault) in error.failure(home) }, body(Household(home, zone), SystemTime.wall()))
    guard case .object(var members) = told(status) else { return status }
    members["ok"] = true
    return .object(members)
  }

  private func told(_ status: JSONValue) -> JSONValue {
    guard case .object(var members) = status, members["state"] != "off" else { return status }
    let (state, since) = bell.standing
    members["state"] = .string(state.word.rawValue)
    members["why"] = .string(state.why)
    members["since"] = JSONValue(since.map { ISO8601.text($0, in: zone) })
    return .object(members)
  }
}
