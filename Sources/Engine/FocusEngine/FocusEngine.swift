/// Carries every command through, one at a time and wholly, in the order of arrival, whatever mouth it came from.
///
/// The order of effects is fixed: record, shield, timer, tell. If recording fails nothing else happens, and the person
/// is told. Questions about the state read ``snapshot``, which is always that of a command carried through.
package actor FocusEngine {
  private let log: any FactLog
  private let shield: any Shield
  private let clock: any AlarmClock
  private let chance: @Sendable () -> Entropy
  private let tasks: any TaskBook
  private let lists: any ListBook
  private var machine: SessionMachine
  private var readers = ReaderBoard()
  /// The shield order that was given last; the outer `nil` means that none was given yet.
  private var held: ShieldWanted??
  /// What the start decided and could not record yet; it goes before the next record.
  private var owed: Decision?
  /// When the service's sign of life was last recorded, on the steady clock.
  private var lastSign: Int64 = 0
  /// The shortest time between two such signs, in milliseconds.
  private static let signsApart: Int64 = 20_000
  private var listeners = Listeners()
  private var newsAtStart: [EngineNotice] = []
  private let inbox: AsyncStream<InboxItem>
  private let inboxEntry: AsyncStream<InboxItem>.Continuation
  private var isRetired = false

  private enum InboxItem: Sendable {
    case commands([Command], CheckedContinuation<EngineAnswer, Never>)
    case made(@Sendable (SessionMachine, Moment) -> Command?, CheckedContinuation<EngineAnswer, Never>)
    case retire(CheckedContinuation<Bool, Never>)
  }

  /// Brings up an engine in the state in which the last one would be had it lived: the facts are folded, what fell due
  /// meanwhile is worked off at its own time, the shield is made to match.
  ///
  /// - Parameters:
  ///   - settings: what holds in a new log.
  ///   - zone: how civil clocks go here.
  ///   - tasks: where tasks are found that a command names.
  ///   - lists: the lists of sites and apps that profiles name.
  ///   - chance: 80 random bits for each command.
  package init(
    log: any FactLog, shield: any Shield, clock: any AlarmClock, settings: Settings, zone: CivilZone,
    tasks: any TaskBook = NoTasks(), lists: any ListBook = NoLists(), chance: @escaping @Sendable () -> Entropy
  ) async throws(LogError) {
    self.log = log
    self.shield = shield
    self.clock = clock
    self.chance = chance
    self.tasks = tasks
    self.lists = lists
    (inbox, inboxEntry) = AsyncStream.makeStream(of: InboxItem.self)
    let recollection = try await log.recall()
    var known = recollection.settings ?? settings
    known.zone = zone
    machine = SessionMachine(settings: known, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    let now = clock.now()
    if recollection.settings == nil { try await log.record([], settings: known, at: now) }
    // Facts first: a service does not run on a log that cannot be written at the start, unless a session is under way
    // that would be let go with it. Nothing is told of it until it is recorded.
    let decision = machine.decide(.serviceStarted(lastAlive: recollection.lastAlive), at: now, entropy: chance())
    do throws(LogError) {
      try await log.record(decision.facts, settings: decision.settings, at: now)
      newsAtStart = decision.events.map { .happened($0) }
    } catch {
      guard decision.after.state != .idle else { throw error }
      owed = decision
    }
    await apply(decision, isTold: owed == nil)
  }

  /// Works until the task that calls it is cancelled: commands, readers and the clock's bell.
  package func run() async {
    let rings = clock.rings()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await ring in rings {
          switch ring {
          case .due(let generation): await self.submit(.timer(generation: generation))
          case .wallClockSet: await self.submit(.clockChanged)
          }
        }
      }
      for await item in inbox {
        switch item {
        case .commands(_, let reply) where isRetired, .made(_, let reply) where isRetired:
          reply.resume(returning: .stopping)
        case .commands(let commands, let reply): reply.resume(returning: await carryOut(commands))
        case .made(let make, let reply):
          reply.resume(returning: await carryOut(make(machine, clock.now()).map { [$0] } ?? []))
        case .retire(let reply):
          isRetired = isRetired || machine.state == .idle
          reply.resume(returning: isRetired)
        }
      }
      group.cancelAll()
    }
  }

  @discardableResult
  package nonisolated func submit(_ command: Command) async -> EngineAnswer {
    // Files are read before the command waits its turn, so that nobody waits for them.
    var command = command
    if let word = command.taskWord, let task = await tasks.task(named: word) { command = command.naming(task) }
    return await submit([command])
  }

  /// Hands in what became known of another device, in order, and waits until all of it is carried through: each is
  /// judged by itself, and what they come to is recorded in one transaction or not at all.
  ///
  /// - Returns: the answer to the last, and what happened because of any.
  package nonisolated func submit(_ asks: [DeviceAsk]) async -> EngineAnswer {
    await submit(asks.map { .device($0) })
  }

  /// Submits a command made from the state at its turn; `make` returns `nil` for nothing to do.
  package nonisolated func submit(
    _ make: @escaping @Sendable (SessionMachine, Moment) -> Command?
  ) async -> EngineAnswer {
    await withCheckedContinuation { reply in
      if case .terminated = inboxEntry.yield(.made(make, reply)) { reply.resume(returning: .stopping) }
    }
  }

  private nonisolated func submit(_ commands: [Command]) async -> EngineAnswer {
    await withCheckedContinuation { reply in
      if case .terminated = inboxEntry.yield(.commands(commands, reply)) {
        reply.resume(returning: .stopping)
      }
    }
  }

  /// Accepts no more commands if no session is under way; otherwise returns `false` and goes on.
  package nonisolated func retire() async -> Bool {
    await withCheckedContinuation { reply in
      if case .terminated = inboxEntry.yield(.retire(reply)) { reply.resume(returning: false) }
    }
  }

  /// Ends ``run()`` after the pending commands, and logs that the stop was on purpose.
  package func stop() async {
    inboxEntry.finish()
    listeners.finish()
    // Without the note the next start counts from the last fact, as after a power cut: nothing is lost that counts.
    try? await log.noteStop(at: clock.now())
  }

  package var snapshot: EngineSnapshot {
    let now = clock.now()
    return EngineSnapshot(machine: machine, now: now, shield: shield.report, readers: readers.states(at: now.steady))
  }

  /// What happens from now on. A listener who falls far behind loses the oldest news, never holds up the engine.
  ///
  /// - Parameter fromStart: whether it begins with what happened as the engine came up, when nobody could listen yet:
  ///   what fell due while nothing ran.
  package func notices(fromStart: Bool = false) -> AsyncStream<EngineNotice> {
    listeners.add(knowing: fromStart ? newsAtStart : [])
  }

  package func noteShieldChange() {
    listeners.tell(.shieldChanged)
  }

  package func noteChangeBeside() {
    listeners.tell(.stateChanged)
  }

  private func carryOut(_ commands: [Command]) async -> EngineAnswer {
    let now = clock.now()
    guard let decision = decide(commands, at: now) else { return .decided(.nothing, []) }
    if !decision.facts.isEmpty || decision.settings != nil {
      do throws(LogError) {
        try await log.record(
          (owed?.facts ?? []) + decision.facts, settings: decision.settings ?? owed?.settings, at: now)
        for event in owed?.events ?? [] { listeners.tell(.happened(event)) }
        owed = nil
      } catch {
        listeners.tell(.logFailed(error))
        return .failed(error)
      }
    }
    let night = (machine.isNight, machine.isNightWatched)
    await apply(decision)
    // Neither that bedtime begins nor that something watches by now is a fact that listeners hear: nobody may be there.
    if decision.settings != nil || night != (machine.isNight, machine.isNightWatched) { listeners.tell(.stateChanged) }
    if !decision.facts.isEmpty {
      lastSign = now.steady
    } else if machine.isUsedAtNight, now.steady - lastSign >= Self.signsApart {
      lastSign = now.steady
      // Without it a start after a power failure knows less of the night, and nothing wrong.
      try? await log.noteAlive(at: now)
    }
    return .decided(decision.answer, decision.events)
  }

  /// Decides each command on the state that the one before leaves; `nil` for no commands.
  private func decide(_ commands: [Command], at now: Moment) -> Decision? {
    guard let first = commands.first else { return nil }
    var whole = machine.decide(first, at: now, entropy: chance(), lists: lists)
    for command in commands.dropFirst() {
      let next = whole.after.decide(command, at: now, entropy: chance(), lists: lists)
      whole.facts += next.facts
      whole.events += next.events
      whole.settings = next.settings ?? whole.settings
      whole.answer = next.answer
      whole.after = next.after
    }
    return whole
  }

  /// Runs the effects after the record; nothing in here can undo or hold up what is on disk.
  private func apply(_ decision: Decision, isTold: Bool = true) async {
    machine = decision.after
    if held != .some(machine.shield) { await matchShield() }
    let deadline = machine.nextDeadline(at: clock.now())
    await clock.set(deadline: deadline?.steady, generation: deadline?.generation ?? machine.generation)
    if isTold { for event in decision.events { listeners.tell(.happened(event)) } }
  }

  private func matchShield() async {
    let wanted = machine.shield
    held = .some(wanted)
    let now = clock.now()
    func steady(_ tick: Tick) -> Int64 { machine.stamp(at: now).stamp(at: tick).moment.steady }
    let order = wanted.map { wanted in
      ShieldOrder(
        profiles: wanted.profiles.map(\.text), blocks: wanted.blocks, categories: wanted.categories,
        until: wanted.until.map(steady),
        visit: wanted.visit.map { .init(thing: $0.thing, places: $0.places, ends: steady($0.ends)) })
    }
    await shield.match(order)
  }
}

extension FocusEngine {
  /// Takes in what happens at a technology's readers until it ends. A tap becomes a command; the rest is kept for who
  /// asks.
  ///
  /// - Parameters:
  ///   - seen: how the service sees what the technology tells, such as under the person's own names; `nil` for what it
  ///     does not see.
  ///   - answered: is told what became of each thing that was a command, once it is carried through; and of a card that
  ///     cannot be read.
  package func serve(
    _ technology: any TagReader, reading taps: TapReading,
    seen: @Sendable (ReaderEvent) -> ReaderEvent? = { $0 },
    answered: @Sendable (ReaderOutcome) async -> Void = { _ in }
  ) async {
    for await told in technology.events() {
      guard let event = seen(told) else { continue }
      readers.note(event, at: clock.now().steady)
      listeners.tell(.stateChanged)
      if case .unreadable = event {
        await answered(ReaderOutcome(event: event, link: nil, answer: .decided(.nothing, [])))
        await technology.signal(.failed, at: told.reader)
      }
      guard let (command, link) = taps.command(for: event) else { continue }
      let answer = await submit(command)
      await answered(ReaderOutcome(event: event, link: link, answer: answer))
      switch event {
      case .arrived, .severalCards:
        if let feedback = answer.feedback { await technology.signal(feedback, at: told.reader) }
      case .ready, .lost, .left, .unreadable: break
      }
    }
  }
}
