package import LinuxRuntime

/// The line to the broker of a home (MQTT), on the event loop: nothing wakes while nothing is said, but for a sign of
/// life each minute.
///
/// A broker may be missing, come later or start again at any time. Nobody waits for it; what has to be said waits in an
/// outbox, and the state is right again as soon as the broker is.
package actor HomeBus {
  /// How long subscribers get to be there before they are told of events.
  private static let settling = Duration.seconds(2)
  /// How long a broker may take to answer the greeting.
  private static let patience = Duration.seconds(10)
  /// How long the last words may take.
  private static let farewell = Duration.seconds(1)

  let loop: EventLoop
  private let broker: HomeBroker
  private let will: HomeMessage?
  private let topics: [String]
  private let tell: @Sendable (HomeLink) -> Void
  private let arrivals: AsyncStream<HomeMessage>
  let arrived: AsyncStream<HomeMessage>.Continuation
  var outbox = Outbox()
  var state = State.unopened
  private var pace = ReconnectPace()
  private var speaks5 = true
  private var farewell: (continuation: CheckedContinuation<Void, Never>, limit: Watch)?

  /// The connection's state, with what exists only in it.
  enum State {
    /// No connection was requested yet.
    case unopened
    /// Closed for good.
    case ended
    case waiting(Watch)
    /// A thread of its own tries.
    case connecting
    case greeting(BrokerLine, limit: Watch)
    /// The broker answers; `isSettled`: subscribers had time to be there.
    case online(BrokerLine, isSettled: Bool)
  }

  /// The connection's state as last told.
  package private(set) var link = HomeLink.connecting

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// `will` is what the broker tells others when it loses us; `topics` are what others may say.
  package init(
    _ broker: HomeBroker, will: HomeMessage?, listensTo topics: [String], loop: EventLoop,
    tell: @escaping @Sendable (HomeLink) -> Void
  ) {
    self.broker = broker
    self.will = will
    self.topics = topics
    self.loop = loop
    self.tell = tell
    (arrivals, arrived) = AsyncStream.makeStream(of: HomeMessage.self, bufferingPolicy: .bufferingOldest(64))
  }

  /// Messages from others, from the start on; may be called once.
  package nonisolated func messages() -> AsyncStream<HomeMessage> { arrivals }

  /// Connects, and stays connected from then on.
  package func open() {
    guard case .unopened = state else { return }
    connect()
  }

  /// Publishes a topic's current value; the broker retains it.
  package func keep(_ topic: String, _ payload: [UInt8]) {
    guard outbox.kept(topic)?.payload != payload else { return }
    outbox.keep(HomeMessage(topic: topic, payload: payload, isRetained: true))
    pump()
  }

  /// Publishes a retained value again, for someone who may have lost it, and lets them settle.
  package func repeatKept(_ topic: String) {
    guard let message = outbox.kept(topic) else { return }
    outbox.keep(message)
    pump()
    if case .online(let line, _) = state { settle(line) }
  }

  /// Publishes an event in order, at least once, even if the broker is away for minutes.
  package func post(_ topic: String, _ payload: [UInt8]) {
    outbox.post(.init(message: HomeMessage(topic: topic, payload: payload), posted: SinceBoot.milliseconds, done: nil))
    pump()
  }

  /// Publishes and waits; returns whether the broker has it within the limit.
  package func deliver(_ topic: String, _ payload: [UInt8], within limit: Duration) async -> Bool {
    if case .ended = state { return false }
    var watch: Watch?
    let isThere = await withCheckedContinuation { continuation in
      let entry = Outbox.Entry(
        message: HomeMessage(topic: topic, payload: payload), posted: SinceBoot.milliseconds
      ) { isThere in
        continuation.resume(returning: isThere)
      }
      let number = outbox.post(entry)
      watch = loop.watchTime(limit) { [unowned me = self] in me.assumeIsolated { $0.outbox.abandon(number) } }
      pump()
    }
    _ = watch
    return isThere
  }

  /// Sends the last words, waits briefly for the broker to have them, and disconnects.
  package func close(_ lastWords: HomeMessage?) async {
    if case .online(let line, _) = state {
      if let lastWords { outbox.keep(lastWords) }
      // Those who listen had their time.
      state = .online(line, isSettled: true)
      pump()
      if !outbox.isEmpty { await waitForFarewell() }
    }
    if case .online(let line, _) = state {
      line.client.disconnect()
    }
    state = .ended
    outbox.giveUp()
    arrived.finish()
  }

  private func waitForFarewell() async {
    await withCheckedContinuation { continuation in
      let limit = loop.watchTime(Self.farewell) { [unowned me = self] in me.assumeIsolated { $0.endFarewell() } }
      farewell = (continuation, limit)
    }
  }

  func endFarewell() {
    let continuation = farewell?.continuation
    farewell = nil
    continuation?.resume()
  }

  // MARK: Connecting

  private func connect() {
    guard MosquittoClient.isThere else { return become(.noLibrary) }
    let password = broker.passwordFile.flatMap { file in
      (try? Files.read(file, limit: 4096)).map { octets in
        String(decoding: octets.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      }
    }
    if let file = broker.passwordFile, password == nil {
      become(.refused("the password's file cannot be read: \(file)"))
      return wait(.slow)
    }
    guard let client = MosquittoClient(broker, password: password, will: will, speaks5: speaks5) else {
      become(.untrusted("the certificates of the authorities cannot be read"))
      return wait(.slow)
    }
    state = .connecting
    // Names are looked up and sockets connected on a thread that ends with that.
    startThread(named: "broker") { [broker, loop, self] in
      let outcome = client.connect(to: broker)
      Task(executorPreference: loop) { await self.reached(client, outcome.code, outcome.errno) }
    }
  }

  private func reached(_ client: MosquittoClient, _ code: Int32, _ errno: Int32) {
    guard case .connecting = state else { return }
    let socket = client.socket
    guard code == 0, socket >= 0 else { return fail(code, errno: errno, client.takeNews().complaint) }
    let line = BrokerLine(client)
    line.readable = loop.watchReadable(socket) { [unowned me = self] in me.assumeIsolated { $0.read() } }
    let limit = loop.watchTime(Self.patience) { [unowned me = self] in me.assumeIsolated { $0.tooSlow() } }
    state = .greeting(line, limit: limit)
    watchWriting(line)
  }

  private func tooSlow() {
    guard case .greeting = state else { return }
    become(.unreachable("\(broker.host):\(broker.port) does not answer like an MQTT broker"))
    wait(.fast)
  }

  func greeted(_ line: BrokerLine, _ code: Int32) {
    guard code == 0 else {
      // 1 and 132: it does not speak this version (MQTT 3.1.1, 3.2.2.3; MQTT 5.0, 3.2.2.2).
      if speaks5, code == 1 || code == 132 { return speakOlder() }
      become(.refused(MosquittoClient.refusal(code)))
      return wait(.slow)
    }
    pace = ReconnectPace()
    become(.online)
    for topic in topics { line.client.subscribe(topic) }
    state = .online(line, isSettled: false)
    outbox.rewind()
    settle(line)
    armKeepAlive(line)
    pump()
  }

  private func speakOlder() {
    speaks5 = false
    connect()
  }

  func settle(_ line: BrokerLine) {
    state = .online(line, isSettled: false)
    line.settling = loop.watchTime(Self.settling) { [unowned me = self] in me.assumeIsolated { $0.settled() } }
  }

  private func settled() {
    guard case .online(let line, _) = state else { return }
    line.settling = nil
    state = .online(line, isSettled: true)
    pump()
  }

  func fail(_ code: Int32, errno: Int32 = 0, _ complaint: String?) {
    // A broker that knows only the older version may answer in a way that the newer one does not know.
    if case .greeting = state, speaks5, MosquittoFault.isOfVersion(code) { return speakOlder() }
    let fault = MosquittoFault(code, errno: errno, complaint: complaint, broker)
    become(fault.link)
    wait(fault.isLasting ? .slow : .fast)
  }

  private func wait(_ kind: ReconnectPace.Kind) {
    let delay = pace.next(kind, at: SinceBoot.milliseconds)
    state = .waiting(loop.watchTime(delay) { [unowned me = self] in me.assumeIsolated { $0.connect() } })
    endFarewell()
  }

  private func become(_ link: HomeLink) {
    guard link != self.link else { return }
    self.link = link
    tell(link)
  }
}
