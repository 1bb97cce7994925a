internal import Bulletins
package import DesktopBus
package import FocusEngine
internal import Guarding
package import ServiceContract
internal import SystemShield

package struct DesktopFace: Sendable {
  private let engine: FocusEngine
  private let desktop: DesktopBus
  private let beside: PersonalSystemd?
  private let loop: EventLoop
  private let device: @Sendable (DeviceName) -> String?

  /// `beside` starts what this process lacks the rights for; `device` names another device.
  package init(
    _ engine: FocusEngine, _ desktop: DesktopBus, beside: PersonalSystemd?, on loop: EventLoop,
    device: @escaping @Sendable (DeviceName) -> String?
  ) {
    self.engine = engine
    self.desktop = desktop
    self.beside = beside
    self.loop = loop
    self.device = device
  }

  package func run() async {
    let notices = await engine.notices(fromStart: true)
    let snapshot = await engine.snapshot
    await desktop.show(TrayFace(snapshot.status, snapshot.machine.settings))
    await desktop.open()
    await desktop.play(snapshot.music)
    await desktop.focus(snapshot.isFocusing)
    if let change = BulletinBoard.standing(snapshot.status, snapshot.machine.settings) { await show(change) }
    await awaitWait(of: snapshot)
    // From here on the person can be shown the night's report, also one that came while nothing ran.
    await engine.submit(.greet)
    var blocking = snapshot.shield.summary
    for await notice in notices {
      let snapshot = await engine.snapshot
      let status = snapshot.status
      let settings = snapshot.machine.settings
      await desktop.show(TrayFace(status, settings))
      switch notice {
      case .happened(let event):
        await desktop.play(snapshot.music)
        await desktop.focus(snapshot.isFocusing)
        let changes = BulletinBoard.changes(
          after: event, status, settings, blocking: snapshot.shield.summary, device: device,
          app: { SystemShield.name(of: $0) })
        for change in changes { await show(change) }
        if case .recorded(let fact) = event.kind, case .questionOpened = fact.body { await awaitWait(of: snapshot) }
      case .shieldChanged:
        let now = snapshot.shield.summary
        let change = BulletinBoard.blockingChanged(from: blocking, to: now, status, settings)
        if let change { await show(change) }
      case .logFailed, .stateChanged: continue
      }
      blocking = snapshot.shield.summary
    }
  }

  package func submitPresses() async {
    for await button in desktop.presses() { await press(button) }
  }

  private func press(_ button: Bulletin.Button) async {
    for command in button.commands { await engine.submit(command) }
  }

  package func submitChoices(_ home: Home) async {
    for await choice in desktop.choices() {
      switch choice {
      case .start(let profile): await engine.submit(.ask(.start(StartRequest(profile: profile)), by: .localUser))
      case .extend(let minutes): await engine.submit(.extend(minutes: minutes))
      case .press(let button): await press(button)
      case .openPage:
        // A browser may take its time to start, which the next choice does not wait for.
        Task(executorPreference: loop) { await openPage(home) }
      }
    }
  }

  /// As `focuskey open` does: the page's link is for this user alone, and never among another program's words.
  private func openPage(_ home: Home) async {
    guard let program = Environment.programPath() else { return }
    let words = ["open"] + (home.folder.map { ["--home", $0] } ?? [])
    // A browser needs namespaces, which the service's unit takes from what it starts itself.
    if let beside {
      let outcome = await beside.run(.init("The page", program, words, folder: "/"))
      guard case .notStarted = outcome else { return }
    }
    // Where no browser starts, nothing happens that a person would miss.
    guard let child = try? ChildProcess.start(program, words, output: .nothing, errors: .nothing, ownSession: true)
    else { return }
    startThread(named: "open") { child.wait() }
  }

  private func show(_ change: BulletinBoard.Change) async {
    switch change {
    case .show(let bulletin): await desktop.show(bulletin)
    case .withdraw(let subject): await desktop.withdraw(subject)
    }
  }

  /// Shows the question again once it can be answered with yes, if it is still the same.
  private func awaitWait(of snapshot: EngineSnapshot) async {
    guard let question = snapshot.question, let opens = snapshot.status.question?.opensAt else { return }
    let left = max(0, opens.milliseconds - snapshot.now.wall.milliseconds)
    // Nobody waits for this task: a service that ends does not wait for a question's time.
    Task(executorPreference: loop) { [engine, loop] in
      await LoopTimer(loop: loop).pause(for: .milliseconds(left))
      let snapshot = await engine.snapshot
      guard snapshot.question == question,
        let change = BulletinBoard.waitOver(snapshot.status, snapshot.machine.settings)
      else { return }
      await show(change)
    }
  }
}

extension EngineSnapshot {
  fileprivate var status: Status { machine.status(at: now) }
  fileprivate var isFocusing: Bool { status.state == .focusing }

  fileprivate var music: MusicOrder? {
    switch machine.state {
    case .idle: nil
    case .focusing(let focus), .visiting(let focus, _): focus.own.policy.music?.order(plays: true)
    case .onBreak(let focus, _):
      focus.own.policy.music.map { music in music.order(plays: music.inBreaks == .play) }
    }
  }

  fileprivate var question: Question? {
    switch machine.state {
    case .idle: nil
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus.question
    }
  }
}

extension Music {
  fileprivate func order(plays: Bool) -> MusicOrder {
    MusicOrder(player: player, uri: uri, volume: volume, plays: plays)
  }
}

extension Bulletin.Button {
  /// The commands that it sends, in order.
  fileprivate var commands: [Command] {
    switch self {
    case .done: [.ask(.finishTask, by: .localUser), .confirm]
    default: [command]
    }
  }

  private var command: Command {
    switch self {
    case .stop: .ask(.stop, by: .localUser)
    case .confirm, .done: .confirm
    case .keep: .keep
    case .takeBreak: .ask(.takeBreak(minutes: nil), by: .localUser)
    case .resume: .ask(.resume, by: .localUser)
    case .closeVisit: .endVisit
    case .keepPromise: .keepPromise(nil)
    case .excuse: .excuse
    case .snooze: .snooze
    case .hush: .hush
    case .bed: .bed
    case .eyesFine: .feel(.fine)
    case .eyesWeary: .feel(.weary)
    case .eyesTired: .feel(.tired)
    case .eyesSore: .feel(.sore)
    }
  }
}
