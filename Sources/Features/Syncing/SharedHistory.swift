package import FeaturePorts
internal import FocusHistory
internal import Following

/// The history of a person over all devices, folded on a thread of its own.
package actor SharedHistory {
  private let thread = ThreadExecutor(named: "household")
  private var history: HouseholdHistory

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ home: Home, _ zone: CivilZone) { history = HouseholdHistory(home, zone) }

  deinit { thread.close() }

  func past(of name: String?, at now: Timestamp) -> SyncPorts.Past {
    let reading: HouseholdHistory.Reading
    // Where messages cannot be read, the log alone tells of this device.
    do throws(SyncFault) { reading = try history.read(name, at: now) } catch { return .alone }
    switch reading {
    case .alone: return .alone
    case .unknownDevice: return .unknownDevice
    case .union(let union):
      return .told(
        HouseholdPast(
          sessions: union.sessions, statistics: union.history.statistics(), strays: union.strays))
    }
  }
}

extension HouseholdHistory.Union {
  /// The sessions by this computer's clock, in the order in which they began.
  var sessions: [HouseholdPast.Session] {
    history.lines(for: me, offset: offset).map { line in
      HouseholdPast.Session(
        line.record, on: line.devices.map { names[$0] ?? $0.shortText }, isHere: line.devices.contains(me))
    }
  }

  fileprivate var strays: [StraySpan] {
    history.strays.map { stray in
      var stray = stray
      stray.began = stray.began - offset
      stray.ended = stray.ended - offset
      return stray
    }
  }
}

extension Household {
  /// A device's sessions by name or id; `nil` for this device, whose own log has them.
  package func sessions(of wish: String, at now: Timestamp) throws(SyncFault) -> [HouseholdPast.Session]? {
    var history = HouseholdHistory(home, zone)
    switch try history.read(wish, at: now) {
    case .alone: return nil
    case .unknownDevice: throw .noSuchDevice(wish)
    case .union(let union): return union.sessions
    }
  }
}
