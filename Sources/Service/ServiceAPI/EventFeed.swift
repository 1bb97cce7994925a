package import FeaturePorts
internal import FocusWire
internal import Session

/// What happens, for browsers that look on (server-sent events, WHATWG HTML 9.2): written once for all of them.
///
/// A listener is told first where it has come to (`hello`) and how things stand (`status`), then what it missed, then
/// everything as it happens; after each thing the status again. `settings` and `tasks` say that these are to be fetched
/// again, `beat` that the service still lives.
package actor EventFeed {
  /// How many past events are kept for a listener that comes back.
  private static let memory = 256
  /// How often a listener hears something, so that it can tell silence from a broken line.
  private static let beat = Duration.seconds(20)

  private let loop: EventLoop
  private let api: ControlAPI
  private let timer: LoopTimer
  /// Distinguishes this run of the service from others.
  private let run: String
  private var last = 0
  private var recent: [(number: Int, frame: [UInt8])] = []
  private var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var lastListener = 0
  private var isBeating = false
  private var statusIsDue = false
  private var settings: Settings?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(api: ControlAPI, loop: EventLoop) {
    self.api = api
    self.loop = loop
    timer = LoopTimer(loop: loop)
    run = String(SystemRandom.octets(6).reduce(0) { $0 << 8 | UInt64($1) }, radix: 36)
  }

  /// Passes on what the engine tells, until it stops.
  package func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices()
    settings = await engine.snapshot.machine.settings
    let zone = settings?.zone ?? .utc
    for await notice in notices {
      switch notice {
      case .happened(let event): recordEvent(event.json(in: zone))
      case .logFailed(let fault): recordEvent(fault.failure.answer)
      case .stateChanged: await checkSettings(of: engine)
      case .shieldChanged: break
      }
      statusChanged()
    }
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  /// Everything from now on, and what came after the event that a listener names as its last.
  func listen(after name: String?, mayChange: Bool) async -> AsyncStream<[UInt8]> {
    let (frames, listener) = AsyncStream.makeStream(of: [UInt8].self)
    // Asked before anything else: what happens while it is would be neither missed nor heard.
    let status = await api.status.json()
    let missed = missed(after: name)
    let hello: JSONValue = [
      "run": .string(run), "version": .string(DashboardPages.version), "resumed": .bool(missed != nil),
      "may_change": .bool(mayChange), "challenge": .string(api.access.challenge),
    ]
    listener.yield(Self.frame("hello", id: "\(run)-\(last)", hello, retry: 1000))
    listener.yield(Self.frame("status", status))
    for frame in missed ?? [] { listener.yield(frame) }
    lastListener += 1
    let id = lastListener
    listeners[id] = listener
    listener.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.removeListener(id) }
    }
    if !isBeating {
      isBeating = true
      Task(executorPreference: loop) { [self] in await sendBeats() }
    }
    return frames
  }

  /// Tells that tasks changed, so that those who show them ask for them again.
  package func tasksChanged() { send(Self.frame("tasks", [:])) }

  private func removeListener(_ id: Int) { listeners[id] = nil }

  /// What a listener missed; `nil` where that is not known any more.
  private func missed(after name: String?) -> [[UInt8]]? {
    guard let name, let dash = name.lastIndex(of: "-"), name[..<dash] == run,
      let number = Int(name[name.index(after: dash)...]), number <= last, number >= last - recent.count
    else { return nil }
    return recent.filter { $0.number > number }.map { $0.frame }
  }

  private func recordEvent(_ event: JSONValue) {
    last += 1
    let frame = Self.frame(nil, id: "\(run)-\(last)", event)
    recent.append((last, frame))
    if recent.count > Self.memory { recent.removeFirst() }
    send(frame)
  }

  private func checkSettings(of engine: FocusEngine) async {
    let now = await engine.snapshot.machine.settings
    guard now != settings else { return }
    settings = now
    send(Self.frame("settings", [:]))
  }

  /// Tells the status once a turn, however much of it has changed.
  private func statusChanged() {
    guard !statusIsDue, !listeners.isEmpty else { return }
    statusIsDue = true
    Task(executorPreference: loop) { [self] in await sendStatus() }
  }

  private func sendStatus() async {
    statusIsDue = false
    send(Self.frame("status", await api.status.json()))
  }

  /// Sends beats; nobody is woken where nobody listens.
  private func sendBeats() async {
    while !listeners.isEmpty {
      await timer.pause(for: Self.beat)
      send(Self.frame("beat", [:]))
    }
    isBeating = false
  }

  private func send(_ frame: [UInt8]) {
    for listener in listeners.values { listener.yield(frame) }
  }

  private static func frame(_ kind: String?, id: String? = nil, _ data: JSONValue, retry: Int? = nil) -> [UInt8] {
    var lines = ""
    if let kind { lines += "event: \(kind)\n" }
    if let id { lines += "id: \(id)\n" }
    if let retry { lines += "retry: \(retry)\n" }
    // JSON of ours has no line breaks.
    return Array((lines + "data: \(data.text)\n\n").utf8)
  }
}
