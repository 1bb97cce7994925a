internal import FeaturePorts
internal import FocusEngine
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import LinuxRuntime
internal import Requests
internal import ServiceContract
internal import SiteLists

extension ControlAPI {
  /// The statistics over all devices of the person's, or of one of them.
  func statistics(_ request: ControlRequest) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.now
    var device: String?
    if case .statisticsOf(let name) = request { device = name }
    switch await ports.sync.past(device, now.wall) {
    case .told(let past): return ["ok": true, "stats": past.statistics.json]
    case .unknownDevice: throw .unknownDevice(device ?? "")
    case .alone: break
    }
    do throws(LogError) {
      return ["ok": true, "stats": try await archive.statistics(at: now).json]
    } catch {
      throw .log(error)
    }
  }

  func settings() async -> JSONValue {
    let snapshot = await engine.snapshot
    let machine = snapshot.machine
    let proven = machine.ledger.provenKeys.map { $0.key.text }
    let exit = machine.exit(at: snapshot.now)
    return [
      "ok": true, "settings": machine.settings.storedJSON, "proven_keys": JSONValue(proven),
      "recovery_codes": JSONValue(machine.ledger.recoveryCodes.count),
      "emergency_exit": [
        "left": JSONValue(exit.left), "wait_seconds": JSONValue(exit.wait.secondsLeft),
        "sentence": .string(machine.settings.emergency.sentence),
      ],
      "categories": JSONValue(
        SiteLists.names + machine.settings.categories.map(\.id.text).filter { !SiteLists.names.contains($0) }),
    ]
  }

  /// One list of what is configured.
  func listed(_ listing: ControlRequest.Listing) async -> JSONValue {
    let machine = await engine.snapshot.machine
    let settings = machine.settings
    switch listing {
    case .profiles: return ["ok": true, "profiles": .array(settings.profiles.map(\.json))]
    case .keys:
      guard case .object(let stored) = settings.json else { return [:] }
      let proven = machine.ledger.provenKeys.map { $0.key.text }
      return ["ok": true, "keys": stored["keys"] ?? [], "proven_keys": JSONValue(proven)]
    case .schedules:
      var schedules: [JSONValue] = []
      for profile in settings.profiles {
        guard case .object(let members) = profile.json, case .array(let own) = members["schedules"] else { continue }
        for case .object(var schedule) in own {
          schedule["profile"] = .string(profile.id.text)
          schedules.append(.object(schedule))
        }
      }
      return ["ok": true, "schedules": .array(schedules)]
    case .promise: return ["ok": true, "promise": JSONValue(settings.promise)]
    }
  }

  /// Changes the settings whole; the machine says no to what would loosen a session under way.
  func configure(_ value: JSONValue) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.machine.settings
    let file: SettingsFile
    do throws(SettingsError) {
      file = try SettingsFile(
        value.octets,
        categories: KnownCategories(shipped: SiteLists.names, own: now.categories.map(\.id.text)),
        meaningOf: links.meaning(of:))
    } catch {
      throw .settings(error)
    }
    let answer = try await submit(.configure(file.applied(to: await engine.snapshot.machine.settings)))
    let settings = await engine.snapshot.machine.settings
    ports.adoptSettings(settings)
    let known = Set(now.profiles.flatMap(\.blockedApps))
    let remarks = await ports.remarksOnApps(settings.profiles.flatMap(\.blockedApps).filter { !known.contains($0) })
    let warnings = remarks + (settings.allowances == now.allowances ? [] : await remarksOnCounting(settings))
    guard case .object(var members) = answer, !warnings.isEmpty else { return answer }
    members["warnings"] = JSONValue(warnings)
    return .object(members)
  }

  /// What keeps the minutes of allowances from being counted, if anything.
  private func remarksOnCounting(_ settings: Settings) async -> [String] {
    let front = await ports.signals.states().first { $0.name == .front }
    guard !settings.allowances.isEmpty, let front else { return [] }
    guard front.state != .inForce else { return [front.why].compactMap { $0 } }
    return ["minutes are not counted while nothing tells what is in front (\(front.why ?? "it is off"))"]
  }

  /// Makes a code, keeps its digest, and gives the code away: nothing here can show it again.
  func makeRecoveryCode() async throws(Failure) -> JSONValue {
    let code = RecoveryCode(chance: SystemRandom.octets(RecoveryCode.octets))
    var answer = try await submit(.recoveryCodeMade(digest: RecoveryCode.digest(of: code.text)))
    if case .object(var members) = answer {
      members["code"] = .string(code.text)
      members["message"] = .string(
        "Recovery code: \(code.text)\nWrite it down and keep it somewhere else. It ends one session and is not shown again."
      )
      answer = .object(members)
    }
    return answer
  }

  /// Lays the work down and has the service come up again with another log; not while a session is under way, since
  /// that would end it.
  func swapLog(for log: LogSwap.Log) async throws(Failure) -> JSONValue {
    guard await engine.retire() else { throw .sessionUnderWay }
    logSwap.ask(for: log)
    return ["ok": true, "events": [], "message": "The service is restarting."]
  }
}

extension Profile {
  /// The apps that it blocks by their names.
  fileprivate var blockedApps: [String] { policy.blocks.mode == .block ? policy.blocks.apps : [] }
}
