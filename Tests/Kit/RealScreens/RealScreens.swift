package import FocusPorts
import Glibc
package import LinuxRuntime
internal import RealParts
package import ScreenSignals
package import TestSupport

/// What a source told, from its opening on.
package final class Told: Sendable {
  package let source: any SignalSource
  package let states: [SignalState]
  private let news = Locked<[SignalNews]>([])
  private let task: Task<Void, Never>

  package init(_ source: any SignalSource, _ wanted: Set<SignalName>) async {
    self.source = source
    states = await source.open(wanted)
    let (stream, news) = (source.signals(), news)
    task = Task(executorPreference: Spare.threads) { for await one in stream { news.withLock { $0.append(one) } } }
  }

  /// What was noticed so far.
  package var noticed: [(signal: Signal, at: Int64)] {
    news.withLock { $0 }.compactMap { if case .noticed(let signal, let at) = $0 { (signal, at) } else { nil } }
  }

  /// How many things were told so far.
  package var count: Int { news.withLock { $0.count } }

  /// The states that were told after the opening.
  package var changes: [SignalState] {
    news.withLock { $0 }.compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  /// The names of what was in front, one after the other; "-" for nothing, "?" where that was not known.
  package var fronts: [[String]] {
    noticed.compactMap { one in
      switch one.signal {
      case .front(let app): app.names
      case .nothingInFront: ["-"]
      case .frontUnknown: ["?"]
      default: nil
      }
    }
  }

  /// Whether the app that came in front last goes by this name.
  package func shows(_ name: String) -> Bool { fronts.last?.contains(name) == true }

  /// When it was last said that there is no input, or that it is back.
  package func last(isIdle: Bool) -> (signal: Signal, at: Int64)? {
    noticed.last { one in
      switch one.signal {
      case .idle: isIdle
      case .back: !isIdle
      default: false
      }
    }
  }

  package func close() async {
    await source.close()
    await task.value
  }
}

/// Speaks to sway without starting a program for each word.
package final class SwayMouth {
  private let socket: Descriptor

  package init(_ path: String) throws {
    socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: path.utf8) }
    let code = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(socket.number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw SystemError.last("connect", on: path) }
  }

  /// Has sway do something; its answer is left unread.
  package func say(_ words: String) throws { try say(words, kind: 0) }

  private func say(_ words: String, kind: UInt8) throws {
    var message = Array("i3-ipc".utf8)
    unsafe withUnsafeBytes(of: UInt32(words.utf8.count)) { message += unsafe Array($0) }
    message += [kind, 0, 0, 0] + Array(words.utf8)
    try Files.write(message, to: socket.number)
  }

  /// Has sway tell here of its windows, as any other program may ask.
  package func subscribe() throws {
    try say("[\"window\"]", kind: 2)
    usleep(100_000)
    _ = try hears()
  }

  /// Whether sway told anything since the last look.
  package func hears() throws -> Bool {
    var octets = [UInt8](repeating: 0, count: 1 << 16)
    return unsafe recv(socket.number, &octets, octets.count, Int32(MSG_DONTWAIT)) > 0
  }
}

/// Programs that a test started; they end with it.
package final class Crowd {
  private var children: [ChildProcess] = []
  private let environment: [String]

  package init(_ environment: [String]) { self.environment = environment }

  @discardableResult
  package func start(_ path: String, _ arguments: String...) throws -> ChildProcess {
    let child = try ChildProcess.start(
      path, arguments, environment: environment, output: .nothing, errors: .nothing, ownSession: true)
    children.append(child)
    return child
  }

  /// Runs a program to its end.
  @discardableResult
  package func run(_ path: String, _ arguments: String...) throws -> Int32 {
    try ChildProcess.start(path, arguments, environment: environment, output: .nothing, errors: .nothing).wait()
  }

  deinit {
    for child in children.reversed() {
      child.signalGroup(SIGKILL)
      child.wait()
    }
  }
}

/// Sway without a screen, as an ordinary user: it refuses to run as root.
package final class HeadlessSway {
  package let folder: TemporaryFolder
  package let crowd: Crowd
  package let wayland: String
  package let socket: String
  /// The environment of its programs.
  package let variables: [String]
  private let sway: ChildProcess
  private static let user = "nobody"

  package init() throws {
    folder = TemporaryFolder()
    _ = unsafe chmod(folder.path, 0o777)
    let runtime = folder("run")
    try Files.makeFolder(runtime)
    try Files.replace(folder("config"), with: Array("focus_follows_mouse no\nxwayland disable\n".utf8), mode: 0o644)
    let variables = [
      "XDG_RUNTIME_DIR=\(runtime)", "HOME=\(runtime)", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
      "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman", "WLR_RENDERER_ALLOW_SOFTWARE=1",
    ]
    let isRoot = getuid() == 0
    if isRoot {
      try Self.give(runtime)
      _ = unsafe chmod(runtime, 0o700)
    }
    // Sway as it ships waits for its windows to redraw before it says that one has the focus.
    let words = ["/usr/bin/sway", "-D", "noatomic", "-c", folder("config")]
    let prefix = isRoot ? ["/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=nogroup", "--clear-groups"] : []
    let all = prefix + words
    let log = try Descriptor.open(folder("sway.log"), O_WRONLY | O_CREAT)
    sway = try ChildProcess.start(
      all[0], Array(all.dropFirst()), environment: variables, output: .nothing, errors: .descriptor(log.number),
      ownSession: true)
    let end = ContinuousClock.now + .seconds(20)
    func name(_ prefix: String) -> String? {
      Folder.names(in: runtime).first { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }
    }
    while sway.outcomeIfEnded() == nil, name("sway-ipc") == nil || name("wayland-") == nil,
      ContinuousClock.now < end
    { usleep(5000) }
    wayland = name("wayland-") ?? ""
    socket = "\(runtime)/\(name("sway-ipc") ?? "")"
    self.variables = variables + ["WAYLAND_DISPLAY=\(wayland)", "SWAYSOCK=\(socket)"]
    crowd = Crowd(self.variables)
    // The socket has its name before sway listens there.
    while (try? SwayMouth(socket)) == nil, ContinuousClock.now < end { usleep(5000) }
  }

  /// The session that programs of this sway see.
  package func session(withSocket: Bool = true) -> ScreenSignals.Session {
    ScreenSignals.Session { [wayland, socket, path = folder("run")] name in
      switch name {
      case "WAYLAND_DISPLAY": wayland
      case "XDG_RUNTIME_DIR": path
      case "SWAYSOCK": withSocket ? socket : nil
      default: nil
      }
    }
  }

  /// Says something to sway.
  package func say(_ words: String) throws {
    try crowd.run("/usr/bin/swaymsg", words)
  }

  package func stop() {
    sway.signalGroup(SIGKILL)
    sway.wait()
  }

  private static func give(_ path: String) throws {
    guard let entry = unsafe getpwnam(user) else { return }
    _ = unsafe chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid)
  }

  deinit { stop() }
}
