internal import CLinux
package import FocusPorts
import Glibc
internal import LinuxRuntime
internal import ShieldProtocol

/// The shield of this computer: what the privileged helper holds, and what the service holds alone.
///
/// ``HelperLease`` says what to do about the helper; this carries it out. Every layer's state comes from asking it:
/// when an order changes, when something tells that a layer changed, and when somebody looks. When this service is away
/// for longer than the lease, the helper's shield ends by itself.
package actor SystemShield: Shield {
  private let executor = ThreadExecutor(named: "shield")
  private let options: Options
  private let pause: @Sendable (Duration) async -> Void
  private var person = Person()
  private var active: ActiveOrder?
  private var lease = HelperLease(
    length: ShieldPlan.lease, longest: ShieldRequest.longestOrder, crowded: ShieldAnswer.crowded)
  private var personal: PersonalLayers
  private var programs: SessionPrograms
  private let board: LayerBoard
  private let door = ShieldFront(now: focuskey_boot_milliseconds)
  private let reporter = AttemptReporter()
  private let events: ShieldEvents?
  private var keeper: Task<Void, Never>?

  private struct Person {
    var settings: @Sendable () async -> Settings? = { nil }
    /// What opens each allowance that is used up.
    var ways: @Sendable () async -> [String: [String]] = { [:] }
    var dashboard: String?
    /// Host and port that blocked sites lead to in browsers that follow the desktop's proxy.
    var door: String?
  }

  /// Blocked attempts and bypasses; the flood of a retrying browser is reported once.
  package nonisolated var news: AsyncStream<ShieldNews> { reporter.news }

  /// Yields each time the layers change without an order that changed them.
  package nonisolated var changes: AsyncStream<Void> { board.changes }

  package nonisolated var report: ShieldReport { board.report }

  /// The shield has a thread of its own: asking the helper and looking through folders may take a moment.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Apps that an earlier shield froze go on at the first order; `pause` waits between renewals.
  package init(_ options: Options, pause: @escaping @Sendable (Duration) async -> Void) {
    self.options = options
    self.pause = pause
    personal = PersonalLayers(options)
    programs = SessionPrograms(in: options.state)
    board = LayerBoard(options.isReal ? ShieldReport() : .untouched)
    events = options.isReal ? ShieldEvents(options, telling: reporter) : nil
  }

  /// Makes the layers match the order; `nil` takes everything down.
  package func match(_ wanted: ShieldOrder?) async {
    guard options.isReal else { return }
    // The page of the first moment shows the promise of this moment.
    let settings = await person.settings()
    let ways = await person.ways()
    personal.forget()
    if let wanted {
      let page = BrowserNote.Page(wanted, settings, dashboard: person.dashboard, ways: ways)
      let ech = options.answersECH || programs.answersECH(for: wanted)
      let noted = programs.programs(of: wanted)
      let active = ActiveOrder(wanted, page: page, at: now, noted: noted, answersECH: ech, after: self.active)
      self.active = active
      programs.note(active)
      personal.beWatchedOver()
      handle(.order(until: wanted.until))
      note.write(active.plan, wanted, page)
      door.block(BlockedNames(active.plan))
      matchPersonal()
      personal.matchRunning(active)
      keepHolding()
    } else {
      active = nil
      door.block(BlockedNames())
      reporter.forget()
      keeper?.cancel()
      keeper = nil
      note.remove()
      programs.removeNote()
      handle(.lift)
      matchPersonal()
      personal.matchRunning(nil)
      personal.letGuardianGo()
    }
    look(atAll: active?.leavesPersonalLayers(isAlone: personal.isAlone) != true, announcing: false)
  }

  /// Takes up what the person promised themselves, for the page shown in place of a distraction, and again whenever
  /// it changes.
  ///
  /// - Parameters:
  ///   - dashboard: the dashboard's address, for the way to a break.
  ///   - settings: gives the promise and the profiles as they are now.
  ///   - ways: gives, by the name of each allowance that is used up, what opens it, in sentences.
  package func follow(
    dashboard: String? = nil, settings: @escaping @Sendable () async -> Settings?,
    ways: @escaping @Sendable () async -> [String: [String]] = { [:] }
  ) async {
    person.settings = settings
    person.ways = ways
    person.dashboard = dashboard
    await keepPage()
  }

  /// Names the door that blocked sites lead to where the desktop's proxy setting is followed, by its host and port; the
  /// server there gets the script from ``proxyScript(at:)``.
  package func use(doorAt place: String) {
    person.door = place
  }

  /// The script that browsers are led to, if that is its path now.
  package nonisolated func proxyScript(at path: String) -> String? {
    door.text(at: path)
  }

  /// Counts an attempt that the extension or a stand-in saw; returns whether the thing is blocked.
  @discardableResult
  package nonisolated func note(_ attempt: Attempt) -> Bool {
    guard let counted = door.counted(attempt) else { return false }
    reporter.tell(.attempt(counted))
    return true
  }

  package nonisolated func isBlocked(_ thing: Attempt) -> Bool { door.counted(thing) != nil }

  package nonisolated func blockers(ofSite name: String) -> [String] { door.blockers(ofSite: name) }

  /// Handles changes from outside, until ``rest()``.
  package func work() async {
    guard let events else { return }
    for await event in events.stream {
      switch event {
      case .helperChanged:
        handle(.helperChanged)
        matchPersonal()
      case .entriesChanged:
        guard followEntries() else { continue }
      case .layersChanged: break
      }
      look(atAll: event != .layersChanged, announcing: true)
    }
  }

  /// Matches the order with the present entries too; returns whether that changes anything.
  private func followEntries() -> Bool {
    guard let before = active else { return false }
    let now = before.again(noted: programs.programs(of: before.order))
    guard now.plan.lines != before.plan.lines else { return false }
    active = now
    programs.note(now)
    handle(.order(until: now.order.until))
    personal.forget()
    matchPersonal()
    personal.matchRunning(now)
    return true
  }

  /// Looks at the layers now, for somebody who asks, unless that was done a moment ago.
  package func look() {
    guard options.isReal else { return }
    look(atAll: false, announcing: true)
  }

  /// Ends the service's part: apps go on, and the helper's order is no longer renewed, so that it ends by its lease
  /// unless a service takes it up again before.
  package func rest() {
    keeper?.cancel()
    keeper = nil
    active = nil
    note.remove()
    events?.end()
    reporter.close()
    board.close()
    guard options.isReal else { return }
    personal.release()
    BrowserCall.removeFolder(in: options.notes)
  }

  // MARK: The helper

  private var now: Int64 { focuskey_boot_milliseconds() }

  /// Does what the lease asks for; returns whether a helper that is there kept silent.
  @discardableResult
  private func handle(_ command: HelperLease.Command) -> Bool {
    var isSilent = false
    var actions = lease.handle(command, at: now)
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .place:
        let placement = active.map { HelperClient.place($0.plan.lines, at: options.helper) } ?? .unanswered
        actions += lease.handle(.placed(placement), at: now)
      case .renew(let stamp):
        let renewal = HelperClient.renew(stamp, at: options.helper)
        isSilent = renewal == .late
        actions += lease.handle(.renewed(renewal), at: now)
      case .lift: HelperClient.lift(at: options.helper)
      case .reportTaken: reporter.tell(.bypass(layer: "helper"))
      }
    }
    return isSilent
  }

  private func matchPersonal() {
    personal.match(active, isHeld: lease.isHeld, at: person.door, door: door)
  }

  // MARK: While something is ordered

  /// Renews the order twice a second while there is one, and looks after what the service holds alone: whatever
  /// somebody takes away is back within a second.
  private func keepHolding() {
    guard keeper == nil else { return }
    // On this actor's thread, which a weak hold on it would leave: a job on the shared pool would have the pool wake
    // again and again for good.
    keeper = Task {
      var gaps = StandStill(at: .now)
      while !Task.isCancelled {
        await pause(.milliseconds(500))
        guard !Task.isCancelled else { return }
        if let gap = gaps.look(at: .now) { reporter.tell(.halted(milliseconds: gap)) }
        await keep()
      }
    }
  }

  private func keep() async {
    await keepPage()
    guard let active else { return }
    let before = (lease.isHeld, lease.refusal, personal.standing)
    let isSilent = handle(.turn)
    matchPersonal()
    personal.nameBrowsers(for: active, to: lease.stamp)
    // What extensions say in the first moment may be of the order before.
    personal.endOldConnections(scriptWasRead: door.wasRead(), extensionsFollow: now - active.since >= 250)
    for layer in personal.repair() { reporter.tell(.bypass(layer: layer)) }
    personal.matchRunning(active)
    personal.beWatchedOver()
    if isSilent || report.isHelperSilent || before != (lease.isHeld, lease.refusal, personal.standing) {
      look(atAll: true, announcing: true, isHelperSilent: isSilent)
    }
  }

  /// Has browsers show the present state; a note that somebody removed is written again.
  private func keepPage() async {
    let settings = await person.settings()
    let ways = await person.ways()
    guard let active else { return }
    let page = BrowserNote.Page(active.order, settings, dashboard: person.dashboard, ways: ways)
    guard page != active.page || !note.touch() else { return }
    self.active?.page = page
    note.write(active.plan, active.order, page)
  }

  private var note: BrowserNote { BrowserNote(folder: options.notes) }

  /// Asks the layers and puts what they are on the board.
  ///
  /// - Parameters:
  ///   - atAll: whether also those that cannot have changed behind this service's back.
  ///   - isHelperSilent: whether the helper is known not to answer, so that nobody waits for it once more.
  private func look(atAll: Bool, announcing: Bool, isHelperSilent: Bool = false) {
    let before = board.report.layers
    personal.nameBrowsers(for: active, to: isHelperSilent ? nil : lease.stamp)
    var layers =
      isHelperSilent
      ? HelperLayers.silent(SystemError("read", EAGAIN))
      : HelperLayers.ask(at: options.helper, patience: HelperClient.prompt)
    if let active { active.explain(&layers, lease) }
    layers.append(personal.runningLayer(of: active))
    layers.append(options.page.layer(isOrdered: active != nil))
    let known = before.filter { OwnLayers.names.contains($0.layer) }
    layers += atAll || known.isEmpty ? personal.layers(of: active) : known
    let summary =
      layers.starts(with: HelperLayers.crowded)
      ? .crowded
      : ShieldSummary(layers, ordered: active?.coverage, fix: HelperLayers.fix(of: layers, at: options.helper))
    board.show(ShieldReport(layers, summary, of: active, options), announcing: announcing)
  }
}
