internal import Allowance
package import FeaturePorts
internal import FocusHistory
internal import FocusWire
internal import HomeBus
internal import HomeTopics

/// Tells a home on the network what FocusKey does, and takes in what a home may ask for: to start a session or to make
/// it stricter.
///
/// It only listens to the engine: a broker that is slow or away holds up nothing.
package actor HomeNetwork {
  private let line: HomeLine
  private let engine: FocusEngine
  private let archive: any SessionArchive
  private let status: @Sendable () async -> JSONValue
  private let loop: EventLoop
  private let words: ServiceLog
  private var statusIsDue = false
  private var todayIsDue = false
  private var device: HomeDevice?
  private var midnight: Watch?
  private var pace = CommandPace()
  /// The minutes that the home chose for the next start; 0 for no end.
  private var chosen = 0

  /// How often the day's totals are told during a session, in milliseconds.
  private static let live = 60_000

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(
    _ line: HomeLine, _ engine: FocusEngine, _ archive: any SessionArchive, _ words: ServiceLog,
    status: @escaping @Sendable () async -> JSONValue
  ) {
    self.line = line
    self.engine = engine
    self.archive = archive
    self.status = status
    self.words = words
    loop = line.loop
  }

  package func follow() async {
    let notices = await engine.notices(fromStart: true)
    await tellDevice()
    await line.bus.keep(line.topics.online, Array("1".utf8))
    await tellStatus()
    await tellToday()
    await tellChoice()
    await line.bus.open()
    let zone = await engine.snapshot.machine.settings.zone
    for await notice in notices {
      switch notice {
      case .happened(let event):
        let news = HomeNews.event(event.json(in: zone), announcesTags: line.announcesTags)
        await line.bus.post(line.topics.event, news.octets)
        if event.changesToday { todayIsDue = true }
      case .stateChanged: await tellDevice()
      case .shieldChanged, .logFailed: break
      }
      statusChanged()
    }
    midnight = nil
    await line.bus.close(HomeMessage(topic: line.topics.online, payload: Array("0".utf8), isRetained: true))
  }

  package func listen() async {
    for await message in line.bus.messages() {
      if message.topic == line.topics.asked {
        await act(on: message)
      } else if message.payload.elementsEqual(HomeTopics.born.utf8), let topic = line.discoveryTopic {
        // Home Assistant came up, and knows nothing yet.
        await line.bus.repeatKept(topic)
      }
    }
  }

  package func heed(_ outcome: ReaderOutcome) async {
    guard case .arrived(let reader, let card, atStart: false) = outcome.event,
      case .decided(_, let events) = outcome.answer
    else { return }
    let snapshot = await engine.snapshot
    let settings = snapshot.machine.settings
    let time = ISO8601.text(snapshot.now.wall, in: settings.zone)
    let key = settings.key(uid: CardUID(card.uid))?.id
    let counted = !events.contains { event in if case .tapIgnored = event.kind { true } else { false } }
    let tap = HomeNews.tap(at: reader.name, key: key, counted: counted, time: time)
    await line.bus.post(line.topics.tapped, tap.octets)
    guard line.announcesTags, let tag = HomeNews.tag(card.uid, at: reader.name, key: key, time: time) else { return }
    await line.bus.post(line.topics.tag, tag.octets)
  }

  // MARK: What is kept

  /// Tells the status once, however much of it changed in one turn.
  private func statusChanged() {
    guard !statusIsDue else { return }
    statusIsDue = true
    Task(executorPreference: loop) { [self] in await tellChanges() }
  }

  private func tellChanges() async {
    await tellStatus()
    if todayIsDue { await tellToday() }
  }

  private func tellStatus() async {
    statusIsDue = false
    guard case .object(var status) = await self.status() else { return }
    // They mean something on this computer alone.
    for name in ["dashboard", "mqtt", "log", "tray", "sync", "night_pictures"] { status[name] = nil }
    await line.bus.keep(line.topics.status, JSONValue.object(status).octets)
  }

  /// Tells the totals of today, now and at midnight.
  private func tellToday() async {
    todayIsDue = false
    let now = await engine.snapshot.now
    let zone = await engine.snapshot.machine.settings.zone
    let day = zone.day(at: now.wall)
    // While somebody focuses, the totals grow; else they change at midnight.
    let isGrowing = if case .focusing = await engine.snapshot.machine.state { true } else { false }
    let untilMidnight = zone.startOfDay(day + 1).milliseconds - now.wall.milliseconds
    let left = isGrowing ? min(untilMidnight, Int64(Self.live)) : untilMidnight
    midnight = loop.watchTime(.milliseconds(max(1000, left))) { [self] in
      Task(executorPreference: loop) { await self.tellToday() }
    }
    let statistics: Statistics
    // A log that cannot be read is told elsewhere.
    do throws(LogError) { statistics = try await archive.statistics(at: now) } catch { return }
    guard case .object(var today) = statistics.today.json else { return }
    today.append("date", .string(ISO8601.text(day)))
    today.append("streak", JSONValue(statistics.streak))
    await line.bus.keep(line.topics.today, JSONValue.object(today).octets)
  }

  private func tellChoice() async {
    let choice: JSONValue = ["minutes": JSONValue(chosen)]
    await line.bus.keep(line.topics.choice, choice.octets)
  }

  /// Tells of the readers, and of the whole computer for Home Assistant, where that changed.
  private func tellDevice() async {
    let snapshot = await engine.snapshot
    let readers = snapshot.readers.map { reader in
      HomeReader(name: reader.reader.name, backend: reader.reader.backend, state: reader.state.rawValue)
    }
    var device = HomeDevice(
      topics: line.topics, name: line.deviceName,
      profiles: snapshot.machine.settings.profiles.map { profile in
        HomeDevice.Profile(id: profile.id, name: profile.policy.name)
      },
      // What is with a reader now is told under its topic.
      readers: readers.map { reader in HomeReader(name: reader.name, backend: reader.backend, state: "") },
      announcesTags: line.announcesTags)
    let status = snapshot.machine.status(at: snapshot.now)
    device.allowances = status.allowances.map { one in
      HomeDevice.Profile(id: ProfileID(one.id.text), name: one.id.text)
    }
    await tell(device)
    await line.bus.keep(line.topics.reader, HomeReader.json(readers).octets)
  }

  private func tell(_ device: HomeDevice) async {
    guard device != self.device else { return }
    self.device = device
    if let topic = line.discoveryTopic {
      await line.bus.keep(topic, device.json.octets)
    } else {
      // Where a device was told of before, it is gone now.
      await line.bus.keep(line.topics.discovery(under: ServiceConfiguration.usualDiscovery), [])
    }
  }

  // MARK: What is asked for

  private func act(on message: HomeMessage) async {
    do throws(HomeRefusal) {
      guard let wish = try HomeCommand.read(message.payload, isRetained: message.isRetained),
        try pace.admits(at: SinceBoot.milliseconds)
      else { return }
      let snapshot = await engine.snapshot
      // What the session refuses it tells as an event, as it does for every mouth.
      if case .choose(let minutes) = wish {
        chosen = minutes
        return await tellChoice()
      }
      let state = snapshot.machine.status(at: snapshot.now).state
      await engine.submit(try wish.command(in: state, chosen: chosen))
    } catch {
      let snapshot = await engine.snapshot
      let time = ISO8601.text(snapshot.now.wall, in: snapshot.machine.settings.zone)
      words.write(.info, "MQTT: refused: \(error.message)")
      await line.bus.post(line.topics.event, error.json(at: time).octets)
    }
  }
}

extension Event {
  fileprivate var changesToday: Bool {
    guard case .recorded(let fact) = kind else { return false }
    switch fact.body {
    case .sessionStarted, .sessionEnded, .breakStarted, .breakEnded, .questionAnswered, .attempted: return true
    default: return false
    }
  }
}
