internal import CommandShell
internal import ControlSocket
import Glibc
internal import Languages
internal import ServiceContract
internal import Session
internal import Visits
internal import WatchScreen

/// Handles keys, signals, news from the service and seconds, one after another, on the loop.
actor WatchSession {
  private enum Happening: Sendable {
    case typed([UInt8])
    /// The wait for the rest of an escape sequence is over.
    case settled
    case signal(Int32)
    /// The service reported something, or hung up.
    case news
    case hungUp
    /// A second has passed, or a service may have started.
    case time
  }

  private let loop: EventLoop
  private let input: Int32
  private let call: ServiceCall
  private let socket: String
  private let style: WatchStyle
  private let speech: Speech
  private var terminal: Terminal
  private var connection: ControlClient?
  private var watches: [Watch] = []
  private var newsWatch: Watch?
  private var placeWatch: Watch?
  private var place: FileWatch?
  private var timer: Watch?
  private var scene = WatchScene(state: .away)
  private var keys = TypedKeys()
  private var keyTimer: Watch?
  /// The sentence being typed; `nil` while each key is a command.
  private var typed: TypedSentence?
  /// The ids of the profiles that can be started, in the order of their names on the screen.
  private var startable: [String] = []
  private var tries = 0
  private var statusReadAt = ContinuousClock.now
  private let happenings: AsyncStream<Happening>
  private let report: AsyncStream<Happening>.Continuation

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(_ terminal: Terminal, style: WatchStyle, speech: Speech, loop: EventLoop, input: Int32, home: Home) {
    self.terminal = terminal
    self.loop = loop
    self.input = input
    self.style = style
    self.speech = speech
    call = ServiceCall(home)
    socket = home.socket
    (happenings, report) = AsyncStream.makeStream(of: Happening.self)
  }

  func run() async -> ExitCode {
    for signal in [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP] {
      watches.append(loop.watchSignal(signal) { [report] in report.yield(.signal(signal)) })
    }
    watches.append(loop.watchReadable(input) { [unowned me = self] in me.assumeIsolated { $0.readKeys() } })
    terminal.enter()
    defer {
      terminal.restore()
      letGo()
    }
    connect()
    draw()
    for await happening in happenings {
      switch happening {
      case .typed(let octets): if handle(keys.take(octets)) { return .done }
      case .settled: if handle(settle()) { return .done }
      case .signal(SIGWINCH): terminal.clear()
      case .signal(SIGTSTP): suspendProgram()
      case .signal: return .interrupted
      case .news: readStatus()
      case .hungUp: reconnect()
      case .time: if connection == nil { connect() }
      }
      draw()
    }
    return .done
  }

  private func letGo() {
    watches = []
    newsWatch = nil
    placeWatch = nil
    timer = nil
    keyTimer = nil
    connection = nil
  }

  // MARK: The service

  private func connect() {
    timer = nil
    // Before the try, so that a service that comes in between is not missed.
    let place = FileWatch(of: socket)
    placeWatch = place.descriptor.map { descriptor in
      loop.watchReadable(descriptor) { [unowned me = self] in
        let isConcerned = me.assumeIsolated { session in
          guard session.place?.forget() == true else { return false }
          session.tries = 0
          return true
        }
        if isConcerned { me.report.yield(.time) }
      }
    }
    self.place = consume place
    guard let client = try? ControlClient(path: socket, patience: 0),
      (try? client.send(SessionRequests.events.json.octets)) != nil
    else { return retrySoon() }
    newsWatch = loop.watchReadable(client.descriptor) { [unowned me = self] in me.assumeIsolated { $0.readNews() } }
    connection = consume client
    placeWatch = nil
    self.place = nil
    readStatus()
  }

  private func reconnect() {
    newsWatch = nil
    connection = nil
    scene = WatchScene(state: .away)
    tries = 0
    connect()
  }

  /// A service that starts refuses connections for a moment after its socket appears.
  private func retrySoon() {
    tries += 1
    guard tries <= 10 else { return }
    timer = loop.watchTime(.milliseconds(100)) { [report] in report.yield(.time) }
  }

  private func readNews() {
    guard connection != nil else { return }
    do throws(ControlError) {
      repeat {
        guard try connection?.nextLine() ?? nil != nil else {
          newsWatch = nil
          report.yield(.hungUp)
          return
        }
      } while try connection?.waits(atMost: .zero) ?? false
      report.yield(.news)
    } catch {
      newsWatch = nil
      report.yield(.hungUp)
    }
  }

  private func readStatus() {
    guard connection != nil, let status = try? call.ask(SessionRequests.status()), status["ok"]?.bool != false
    else { return }
    let settings = try? call.ask(SettingsRequests.settings())
    let faces = ProfileFaces(settings)
    var next = WatchScene(status, faces)
    next.refusal = scene.refusal
    next.breakLength = scene.state == .onBreak ? max(scene.breakLength, next.breakLeft) : next.breakLeft
    if let settings, next.state == .idle {
      startable = faces.ids
      next.profiles = startable.map(faces.name)
      next.remarks = WatchScene.day((try? call.ask(PastRequests.statistics(nil)))?["stats"], settings) + next.remarks
    }
    if let settings, next.isMoving { next.exit = WatchScene.exit(in: settings) }
    scene = next
    statusReadAt = .now
  }

  // MARK: The person

  private func readKeys() {
    var octets = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(input, &octets, octets.count)
    // Without anybody who could type, nobody looks either.
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) {
      report.yield(.signal(SIGHUP))
    } else if count > 0 {
      report.yield(.typed(Array(octets[..<count])))
    }
  }

  /// Does what keys ask for, and returns whether the person leaves.
  private func handle(_ octets: [UInt8]) -> Bool {
    awaitRest()
    for octet in octets where handleKey(octet) { return true }
    return false
  }

  /// Waits for the rest of a key's bytes, if one has begun.
  private func awaitRest() {
    keyTimer = keys.isWaiting ? loop.watchTime(.milliseconds(100)) { [report] in report.yield(.settled) } : nil
  }

  /// Reads what has already come first: on a busy computer, both the timer and the key are late.
  private func settle() -> [UInt8] {
    var rest = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&rest, 1, 0) == 0 ? keys.settle() : []
  }

  private func handleKey(_ octet: UInt8) -> Bool {
    scene.refusal = nil
    if typed?.take(octet) == true { return false }
    let character = Character(Unicode.Scalar(octet))
    guard let key = present.keys.first(where: { $0.key == character }) else { return false }
    switch key.act {
    case .quit: return true
    case .breakOff: typed = TypedSentence()
    case .putAway: typed = nil
    default: request(for: key.act).map(send)
    }
    return false
  }

  private func send(_ request: SentRequest) {
    do throws(Failure) {
      _ = try call.ask(request)
      typed = nil
    } catch {
      scene.refusal = error.words(speech)
    }
  }

  private func request(for act: WatchAct) -> SentRequest? {
    switch act {
    case .start(let index): SessionRequests.start(index.map { startable[$0] }, nil, nil, nil)
    case .stop: SessionRequests.stop()
    case .confirm: SessionRequests.confirm(nil)
    case .keep: SessionRequests.keep()
    case .takeBreak: SessionRequests.takeBreak(nil)
    case .resume: SessionRequests.resume()
    case .extend: SessionRequests.extend(5)
    case .handIn: SessionRequests.emergency(typed?.text ?? "")
    case .closeVisit: VisitRequests.end()
    case .breakOff, .putAway, .quit: nil
    }
  }

  /// Control-Z: the shell has the terminal until the person comes back.
  private func suspendProgram() {
    terminal.restore()
    // To this thread, which then stops before it goes on; sent to the process, another thread might take it a
    // moment too late.
    raise(SIGSTOP)
    terminal.enter()
    readStatus()
  }

  // MARK: The screen

  private var present: WatchScene {
    var present = scene.after((ContinuousClock.now - statusReadAt).components.seconds)
    present.typed = typed?.text
    return present
  }

  private func draw() {
    let size = terminal.size
    let present = present
    // Where lines are only added, there are few of them.
    let rows = terminal.isScreen ? size.rows : min(size.rows, 6)
    terminal.show(WatchScreen(columns: size.columns, rows: rows, style: style, speech: speech).lines(of: present))
    guard connection != nil else { return }
    timer = nil
    guard present.isMoving else { return }
    // The next second of the session; where lines are only added, the next minute.
    let passed = ContinuousClock.now - statusReadAt
    let step: Int64 = terminal.isScreen ? 1 : 60
    let next = Duration.seconds((passed.components.seconds / step + 1) * step)
    timer = loop.watchTime(next - passed) { [report] in report.yield(.time) }
  }
}

extension Failure {
  /// The failure as one line on the person's screen.
  fileprivate func words(_ speech: Speech) -> String {
    [what, advice].filter { !$0.isEmpty }.map(speech.say).joined(separator: ": ")
  }
}
