internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import ServiceAPI
internal import ServiceContract
internal import SystemClock

/// The devices of the household for those who look at a page: they wait for the server on a thread of its own.
actor HouseholdKeeper {
  private let thread = ThreadExecutor(named: "devices")
  private let home: Home
  private let zone: CivilZone
  private let bell: SyncBell

  /// The thread that waits for the server.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ home: Home, _ zone: CivilZone, _ bell: SyncBell) {
    self.home = home
    self.zone = zone
    self.bell = bell
  }

  deinit { thread.close() }

  /// The devices as they are known here, and how this service's line is.
  func devices() throws(HouseholdRefusal) -> JSONValue {
    do throws(SyncFault) { return told(try Household(home, zone).status()) } catch { throw error.refusal(home) }
  }

  /// Changes who is in the household, or how this computer is called there.
  func change(_ change: HouseholdChange) throws(HouseholdRefusal) -> JSONValue {
    let household = Household(home, zone)
    let now = SystemTime.wall()
    do throws(SyncFault) {
      switch change {
      case .rename(let name):
        guard Household.isName(name) else { throw SyncFault.badName(name) }
        return told(try household.rename(to: name, at: now))
      case .revoke(let device): return try household.revoke(device, at: now)
      }
    } catch { throw error.refusal(home) }
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
