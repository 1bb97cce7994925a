package import FeaturePorts
package import FocusLinks
internal import FocusWire
internal import Guarding
internal import SiteLists
internal import SiteRules

package struct SettingsAnswers: Sendable {
  private let inbox: SessionInbox
  private let links: RouteTable
  private let adopt: @Sendable (Settings) -> Void
  private let remarksOnApps: @Sendable ([String]) async -> [String]
  private let signal: @Sendable (SignalName) async -> SignalState?
  private let lists: any ListBook

  /// `adopt` learns of changed settings; `remarksOnApps` comments on apps to be blocked.
  package init(
    _ inbox: SessionInbox, _ links: RouteTable, adopt: @escaping @Sendable (Settings) -> Void = { _ in },
    remarksOnApps: @escaping @Sendable ([String]) async -> [String] = { _ in [] },
    signal: @escaping @Sendable (SignalName) async -> SignalState? = { _ in nil }, lists: any ListBook = NoLists()
  ) {
    self.inbox = inbox
    self.links = links
    self.adopt = adopt
    self.remarksOnApps = remarksOnApps
    self.signal = signal
    self.lists = lists
  }

  private var engine: FocusEngine { inbox.engine }

  package var requests: [Request] {
    [
      SettingsRequests.settings.answer { _ in await settings() },
      SettingsRequests.profiles.answer { _ in
        ["ok": true, "profiles": .array(await configured.profiles.map(\.json))]
      },
      SettingsRequests.keys.answer { _ in await keys() },
      SettingsRequests.schedules.answer { _ in await schedules() },
      SettingsRequests.promise.answer { _ in ["ok": true, "promise": JSONValue(await configured.promise)] },
      SettingsRequests.configure.answer { _, wanted throws(Failure) in try await configure(wanted) },
    ]
  }

  private var configured: Settings {
    get async { await engine.snapshot.machine.settings }
  }

  private func keys() async -> JSONValue {
    let machine = await engine.snapshot.machine
    guard case .object(let stored) = machine.settings.json else { return [:] }
    let proven = machine.ledger.provenKeys.map { $0.key.text }
    return ["ok": true, "keys": stored["keys"] ?? [], "proven_keys": JSONValue(proven)]
  }

  private func schedules() async -> JSONValue {
    var schedules: [JSONValue] = []
    for profile in await configured.profiles {
      guard case .object(let members) = profile.json, case .array(let own) = members["schedules"] else { continue }
      for case .object(var schedule) in own {
        schedule["profile"] = .string(profile.id.text)
        schedules.append(.object(schedule))
      }
    }
    return ["ok": true, "schedules": .array(schedules)]
  }

  private func settings() async -> JSONValue {
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

  /// Replaces all settings; the machine refuses what would loosen a session under way.
  private func configure(_ value: JSONValue) async throws(Failure) -> JSONValue {
    let now = await engine.snapshot.machine.settings
    let file: SettingsFile
    do throws(TextError) {
      file = try SettingsFile(
        value.octets,
        categories: KnownCategories(shipped: SiteLists.names, own: now.categories.map(\.id.text)),
        meaningOf: links.meaning(of:))
    } catch {
      throw Failure(.badData, "bad-settings", error.message, at: error.path, advice: "nothing was changed")
    }
    let answer = try await inbox.submit(.configure(file.applied(to: await engine.snapshot.machine.settings)))
    let settings = await engine.snapshot.machine.settings
    adopt(settings)
    let known = Set(now.profiles.flatMap(\.blockedApps))
    let remarks = await remarksOnApps(settings.profiles.flatMap(\.blockedApps).filter { !known.contains($0) })
    let named = Set(now.profiles.flatMap(\.blockedSites))
    let sites = SiteRemarks.remarks(on: settings.profiles.flatMap(\.blockedSites).filter { !named.contains($0) })
    let warnings =
      remarks + sites + (settings.allowances == now.allowances ? [] : await remarksOnCounting(settings))
      + remarksOnExceptions(settings, comparedTo: now)
      + (settings.bedtime == now.bedtime ? [] : await remarksOnNights(settings))
      + settings.overlaps(comparedTo: now).map { $0.sentence(settings) }
    guard case .object(var members) = answer else { return answer }
    if !warnings.isEmpty { members["warnings"] = JSONValue(warnings) }
    let begun = await beginsNow(settings, comparedTo: now)
    if !begun.isEmpty { members["begin_now"] = .array(begun) }
    return .object(members)
  }

  /// What keeps the minutes of allowances from being counted, if anything.
  private func remarksOnCounting(_ settings: Settings) async -> [String] {
    guard !settings.allowances.isEmpty, let front = await signal(.front) else { return [] }
    guard front.state != .inForce else { return [front.why].compactMap { $0 } }
    return ["minutes are not counted while nothing tells what is in front (\(front.why ?? "it is off"))"]
  }

  /// Remarks on exceptions of allowances for things that they do not close.
  private func remarksOnExceptions(_ settings: Settings, comparedTo now: Settings) -> [String] {
    settings.allowances.filter { now.allowance($0.id) != $0 }.flatMap { allowance in
      allowance.exceptedInVain(lists, settings.categories).map {
        "\(allowance.name) does not block \($0): the exception changes nothing"
      }
    }
  }

  /// Schedules that would be running had they been there: a person may want to begin now.
  private func beginsNow(_ settings: Settings, comparedTo earlier: Settings) async -> [JSONValue] {
    let snapshot = await engine.snapshot
    let active = snapshot.machine.status(at: snapshot.now).layers
    let wall = snapshot.now.wall
    return settings.begun(comparedTo: earlier, at: wall).filter { !active.contains($0.profile) }
      .map { $0.beginsNow(settings, at: wall) }
  }

  /// Remarks on what a bedtime turns on, and on what keeps use from being noticed.
  private func remarksOnNights(_ settings: Settings) async -> [String] {
    guard let bedtime = settings.bedtime else { return [] }
    guard let input = await inputOnceSettled() else { return [] }
    switch (input.state, bedtime.isWatched) {
    case (.inForce, true):
      return [
        "use in these hours is noticed: whether there is input, whether the screen is locked and whether a film plays, never what"
      ]
    case (.inForce, false): return []
    case (.off, _): return ["use in these hours is not noticed, because nothing watches for input"]
    case (.unavailable, _): return ["use in these hours is not noticed here: \(input.why ?? "nothing sees input")"]
    }
  }

  /// The state of input, once a source had the time to start.
  private func inputOnceSettled() async -> SignalState? {
    var input: SignalState?
    for _ in 0..<20 {
      input = await signal(.input)
      guard input?.state == .off, await configured.bedtime?.isWatched == true else { break }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return input
  }
}

extension Profile {
  fileprivate var blockedSites: [String] { policy.blocks.mode == .block ? policy.blocks.sites : [] }
  fileprivate var blockedApps: [String] { policy.blocks.mode == .block ? policy.blocks.apps : [] }
}
