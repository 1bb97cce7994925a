package import FeaturePorts
internal import FocusWire

package struct SignalReport: Sendable {
  private let inbox: SessionInbox
  private let board: SignalBoard
  private let elsewhere: ScreensElsewhere
  private let sensors: @Sendable () async -> JSONValue?
  private let loop: EventLoop

  /// `sensors` is the state of what the person wears; `nil` if nobody asks for sensors at all.
  package init(
    _ inbox: SessionInbox, _ board: SignalBoard, _ elsewhere: ScreensElsewhere, on loop: EventLoop,
    sensors: @escaping @Sendable () async -> JSONValue?
  ) {
    self.inbox = inbox
    self.board = board
    self.elsewhere = elsewhere
    self.sensors = sensors
    self.loop = loop
  }

  package var requests: [Request] {
    [
      StrayRequests.signals.reply { _, follows in follows ? .stream(await lines()) : .value(await json()) },
      StrayRequests.frontSite.answer { _, site in
        await board.note(site: site)
        return ["ok": true]
      },
    ]
  }

  @Sendable package func state(of name: SignalName) async -> SignalState? {
    await states().first { $0.name == name }
  }

  private func json() async -> JSONValue {
    ["ok": true, "signals": .array(await states().map(\.json) + [await sensors()].compactMap { $0 })]
  }

  private func lines() async -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield(await json().octets)
    let task = Task(executorPreference: loop) {
      let zone = await inbox.engine.snapshot.machine.settings.zone
      for await news in await board.news() {
        switch news {
        case .noticed(let signal, let at):
          let now = await inbox.engine.snapshot.now
          let age = max(0, SinceBoot.milliseconds - at)
          let wall = Timestamp(milliseconds: now.wall.milliseconds - age)
          continuation.yield(signal.json(at: ISO8601.text(wall, in: zone)).octets)
        case .state: continuation.yield(await json().octets)
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return lines
  }

  /// The card's presence comes from the readers, the rest from the sources.
  private func states() async -> [SignalState] {
    let readers = await inbox.engine.snapshot.readers
    return await elsewhere.adding(to: board.report()).map { state in
      guard state.name == .card, state.state != .off else { return state }
      let there = readers.first { $0.state != .lost }
      return there.map { SignalState(.card, .inForce, by: $0.reader.backend) }
        ?? SignalState(.card, .unavailable, why: "no reader is connected")
    }
  }
}

extension SignalState {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(name.rawValue), "state": .string(state.rawValue), "source": source.map(JSONValue.string),
      "why": why.map(JSONValue.string),
    ])
  }
}

extension Signal {
  fileprivate func json(at time: String) -> JSONValue {
    guard case .object(var members) = json else { return json }
    members["at"] = .string(time)
    members["signal"] = .string(name.rawValue)
    return .object(members)
  }

  private var json: JSONValue {
    switch self {
    case .front(let app):
      .members([
        "app": .string(app.id), "names": JSONValue(app.names), "pid": app.process.map { JSONValue(Int($0)) },
      ])
    case .nothingInFront: ["app": .null, "known": true]
    case .frontUnknown: ["app": .null, "known": false]
    case .site(let host): ["site": host.map(JSONValue.string) ?? .null]
    case .idle(let since):
      ["input": false, "idle_seconds": JSONValue(Int(max(0, SinceBoot.milliseconds - since) / 1000))]
    case .back: ["input": true]
    case .locked(let isLocked): ["locked": .bool(isLocked)]
    case .asleep(let isAsleep): ["asleep": .bool(isAsleep)]
    case .loud(let isLoud): ["loud": .bool(isLoud)]
    case .call(let isOn): ["call": .bool(isOn)]
    case .keptAwake(let isOn): ["kept_awake": .bool(isOn)]
    case .playing(let players): ["players": JSONValue(players)]
    case .cardThere(let isThere): ["there": .bool(isThere)]
    }
  }
}
