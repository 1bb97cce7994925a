internal import FocusEngine
internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import LinuxRuntime
internal import NightEye
internal import Rewards
internal import SQLiteLog
internal import ServiceAPI
internal import ServiceContract

/// What follows from the log beyond its sessions: nights, straying, rewards. Read on a thread of its own.
actor PastFolds {
  private let thread = ThreadExecutor(named: "past")
  private let home: Home
  private let zone: CivilZone

  /// The thread that the log is read on.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  deinit { thread.close() }

  /// What the API asks of it.
  nonisolated var ports: PastPorts {
    PastPorts(
      nights: { await self.nights() }, strays: { await self.strays(since: $0) }, rewards: { await self.rewards() },
      board: { await self.board(at: $0) },
      eye: { minutes, night in NightEye.svg(minutes: minutes, day: night.number) })
  }

  private func board(at now: Timestamp) -> JSONValue {
    guard case .object(var object)? = try? FriendsBoard(home, zone).board(at: now) else {
      return ["ok": true, "lines": []]
    }
    object["ok"] = true
    return .object(object)
  }

  /// Writes the own file of the board whenever a session is over, until the engine stops.
  func keepBoard(_ engine: FocusEngine, _ words: ServiceLog, now: @Sendable () -> Moment) async {
    for await notice in await engine.notices(fromStart: true) {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
        case .sessionEnded = fact.body
      else { continue }
      do throws(FriendsBoard.Fault) { try FriendsBoard(home, zone).refresh(at: now().wall) } catch {
        words.write(.warning, "the friends' board could not be written")
      }
    }
  }

  private func nights() -> JSONValue {
    let records = (try? NightFiles(home: home, zone: zone).records()) ?? []
    return [
      "ok": true, "nights": .array(records.map { $0.json(in: zone) }), "trend": NightTrend(records).json,
    ]
  }

  private func strays(since: Timestamp) -> JSONValue {
    guard Files.exists(home.database), let facts = try? LogReader(path: home.database).facts(of: StraySpan.facts) else {
      return ["ok": true, "strays": []]
    }
    let spans = StraySpan.all(of: facts).filter { $0.ended >= since }
    return ["ok": true, "strays": .array(spans.map { $0.json(in: zone) })]
  }

  private func rewards() -> JSONValue {
    guard let tally = try? RewardsTally(home, zone), case .object(var object) = tally.json else {
      return ["ok": true, "achievements": []]
    }
    object["ok"] = true
    return .object(object)
  }
}
