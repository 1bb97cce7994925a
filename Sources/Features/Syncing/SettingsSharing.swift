package import FeaturePorts
internal import FocusLinks
internal import Sealing
internal import SyncFiles
internal import SystemClock

/// Shares the settings with the person's other devices, item by item: what the person changes here is said, and what
/// others said is carried out here once the session allows it.
///
/// It notes a change when it is made, also while no server is there: by that time the last word counts. What it carries
/// out is a request like a person's own, judged beforehand, so that what is refused is tried again and never told as a
/// refusal.
package actor SettingsSharing {
  private let thread = ThreadExecutor(named: "settings")
  private let home: Home
  private let links: RouteTable
  private let sharesKeys: Bool
  private let engine: FocusEngine
  private let bell: SyncBell
  private let words: ServiceLog
  private let adopt: @Sendable (Settings) -> Void
  private var isAtWork = false
  private var isWanted: Wish?

  private enum Wish: Int {
    case change
    /// Everything that the mailbox has was read.
    case round
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// `nil` unless the person chose to share settings; `adopt` gets settings that came from others.
  package init?(
    of home: Home, _ configuration: ServiceConfiguration, _ engine: FocusEngine, _ bell: SyncBell, _ words: ServiceLog,
    adopt: @escaping @Sendable (Settings) -> Void
  ) {
    let chosen = configuration.devices
    guard chosen.sharesSettings else {
      // Chosen again later, it begins with what the others agree on then.
      Self.forgetLook(at: home)
      return nil
    }
    (self.home, links, sharesKeys) = (home, configuration.links, chosen.sharesKeys)
    (self.engine, self.bell, self.words, self.adopt) = (engine, bell, words, adopt)
  }

  deinit { thread.close() }

  /// Compares whenever the settings change or a session releases them, until the engine stops.
  package func follow() async {
    var last: Sight?
    await work(.change)
    for await _ in await engine.notices() {
      let machine = await engine.snapshot.machine
      let sight = Sight(settings: machine.settings, isIdle: machine.state == .idle, layers: machine.shield?.profiles)
      guard sight != last else { continue }
      last = sight
      await work(.change)
    }
  }

  /// Called when everything that the mailbox has was read.
  func workAfterRound() async { await work(.round) }

  private struct Sight: Equatable {
    var settings: Settings
    var isIdle: Bool
    var layers: [ProfileID]?
  }

  /// Serializes: while the session is asked, others may want to compare, too.
  private func work(_ wish: Wish) async {
    if isAtWork {
      isWanted = isWanted == .round ? .round : wish
      return
    }
    isAtWork = true
    defer { isAtWork = false }
    var next: Wish? = wish
    while let wish = next {
      isWanted = nil
      do throws(SyncFault) { try await look(wish) } catch {
        words.write(.warning, "sync: settings are not shared now: \(error.sentence)")
      }
      next = isWanted
    }
  }

  private func look(_ wish: Wish) async throws(SyncFault) {
    guard let note = SyncNote(at: home.sync) else { return }
    let course = try SyncCourse(home, note)
    // What a backup brought back is nobody's last word.
    guard try course.isLogTheSame() else { return }
    let machine = await engine.snapshot.machine
    var now = SettingsItems.items(of: machine.settings)
    let cards = try signingCards()
    for (item, value) in cards.items { now[item] = value }
    guard let ledger = try keep(now, as: wish, course) else { return }
    let waiting = ledger.waiting(where: isChosen)
    let (secrets, rest) = (waiting.filter { isSecret($0.item) }, waiting.filter { !isSecret($0.item) })
    if !rest.isEmpty, let done = await carryOut(rest, ledger.seen) { try settle(done.changes, done.items, course) }
    // What can prove who ends a session is not changed during one.
    if !secrets.isEmpty, machine.state == .idle {
      let done = cards.with(secrets.filter { now[$0.item] == ledger.seen[$0.item] })
      try renaming(SyncFault.system, done.cards.write())
      try settle(done.changes, done.cards.items, course)
    }
  }

  private nonisolated func isSecret(_ item: String) -> Bool {
    item.utf8.starts(with: SharedSettings.secrets.utf8)
  }

  private nonisolated func isChosen(_ item: String) -> Bool { sharesKeys || !isSecret(item) }

  /// Notes others' changes and sends the person's; `nil` unless this device participates.
  private func keep(
    _ now: [String: [UInt8]], as wish: Wish, _ course: borrowing SyncCourse
  ) throws(SyncFault) -> SettingsLedger? {
    var kept: SettingsLedger?
    var isNews = false
    try SyncFault.storing { () throws(SQLiteError) in
      let (me, head) = (try course.store.device(), try course.store.ownHead(course.note.device))
      // A device says hello first.
      guard me == course.note.device, head.number > 0 else { return }
      try course.store.settings { page throws(SQLiteError) in
        var page = page
        let isKnown = page.device == me
        // What the others agreed on is known only after a round.
        guard isKnown || wish == .round else { return nil }
        // Before others are heard: what was carried out when this device ended is as their last word had it then.
        var changes = isKnown ? page.ledger.look(now, where: isChosen) : []
        try course.store.hear(into: &page.ledger)
        if !isKnown {
          try course.store.hearOwn(into: &page.ledger, by: course.note.device)
          changes = page.ledger.begin(with: now.filter { isChosen($0.key) })
        }
        try course.store.say(
          changes, into: &page.ledger, wall: SystemTime.wall().milliseconds, keys: course.ring.newest,
          device: course.note.device, by: course.sodium.functions)
        page.device = me
        (kept, isNews) = (page.ledger, !changes.isEmpty)
        return page
      }
    }
    if isNews { bell.ring() }
    return kept
  }

  /// Carries out what the session allows, as one request.
  private func carryOut(
    _ waiting: [SettingChange], _ seen: [String: [UInt8]]
  ) async -> (changes: [SettingChange], items: [String: [UInt8]])? {
    let made = Locked<Adoption?>(nil)
    let answer = await engine.submit { [links] machine, now in
      let adoption = Adoption(of: waiting, seen: seen, by: machine, at: now, meaningOf: links.meaning(of:))
      made.withLock { $0 = adoption }
      return adoption.map { .configure($0.settings) }
    }
    guard case .decided = answer, let done = made.withLock({ $0 }) else { return nil }
    adopt(done.settings)
    words.write(.info, "sync: taken from another device: \(done.changes.map(\.item).joined(separator: ", "))")
    return (done.changes, SettingsItems.items(of: done.settings))
  }

  private func settle(
    _ changes: [SettingChange], _ now: [String: [UInt8]], _ course: borrowing SyncCourse
  ) throws(SyncFault) {
    guard !changes.isEmpty else { return }
    try SyncFault.storing { () throws(SQLiteError) in
      try course.store.settings { page in
        var page = page
        page.ledger.settle(changes, as: now)
        return page
      }
    }
  }

  private func signingCards() throws(SyncFault) -> SharedCards {
    guard sharesKeys else { return SharedCards(file: SigningCardFile(path: home.signingCards), cards: []) }
    return try SharedCards(SigningCardFile(path: home.signingCards))
  }

  private static func forgetLook(at home: Home) {
    guard Files.exists(home.sync), Files.exists(home.syncStore) else { return }
    // Without it the choice counts from where it was left.
    try? SyncStore(path: home.syncStore).forgetLookAtSettings()
  }
}
