package import FocusPorts
internal import LinuxRuntime
internal import SwayIPC

/// The person's screen: which app is in front and whether there is input, from X11, sway or another Wayland compositor.
///
/// Which of them is asked follows from the session: where `WAYLAND_DISPLAY` is set, X11 shows only its guests, and
/// would say that nobody types while somebody does.
package actor ScreenSignals: SignalSource {
  package struct Session: Sendable, Equatable {
    /// The Wayland socket, as `WAYLAND_DISPLAY` names it, with its folder.
    package var wayland: String?
    package var sway: String?
    package var x11: String?
    /// The key that opens the display, where it is not this program's own.
    var key: [UInt8]?

    init(wayland: String? = nil, x11: String? = nil, key: [UInt8]? = nil) {
      (self.wayland, self.x11, self.key) = (wayland, x11, key)
    }

    package init(variable: (String) -> String?) {
      sway = variable("SWAYSOCK")
      x11 = variable("DISPLAY")
      wayland = variable("WAYLAND_DISPLAY").flatMap { name in
        name.hasPrefix("/") ? name : variable("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
      }
    }

    /// The session that these variables name, or, where they name none, the compositor whose socket is in the person's
    /// runtime folder: a service that is started at login does not hear of a session that begins later.
    package static func found(variable: (String) -> String?) -> Session {
      var session = Session(variable: variable)
      guard session.wayland == nil, session.x11 == nil, let folder = variable("XDG_RUNTIME_DIR") else { return session }
      let names = Folder.names(in: folder)
      guard let socket = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }) else {
        return session
      }
      session.wayland = "\(folder)/\(socket)"
      session.sway = names.first { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") }.map { "\(folder)/\($0)" }
      return session
    }

    /// The display's number, if the display is on this computer.
    var displayNumber: Int? {
      guard let display = x11, let colon = display.lastIndex(of: ":") else { return nil }
      let host = display[..<colon]
      guard host.isEmpty || host == "unix" else { return nil }
      return Int(display[display.index(after: colon)...].prefix { $0 != "." })
    }

    /// Where the sockets of compositors appear, for those who wait for one.
    package static func places(variable: (String) -> String?) -> [String] {
      guard let folder = variable("XDG_RUNTIME_DIR") else { return [] }
      return ["wayland-0", "wayland-1"].map { "\(folder)/\($0)" }
    }
  }

  private let session: Session
  private let idleAfter: Int64
  private let stream: AsyncStream<SignalNews>
  private let news: AsyncStream<SignalNews>.Continuation
  private var threads: [ScreenThread] = []

  /// Without input for `idleAfter` milliseconds, the person counts as idle.
  package init(_ session: Session, idleAfter: Int64 = 10_000) {
    self.session = session
    self.idleAfter = idleAfter
    (stream, news) = AsyncStream.makeStream(of: SignalNews.self)
  }

  package func open(_ wanted: Set<SignalName>) async -> [SignalState] {
    var left = wanted.intersection([.front, .input])
    guard !left.isEmpty else { return [] }
    var states: [SignalState] = []
    if session.wayland != nil, let sway = session.sway, left.contains(.front) {
      // Without sway's own socket the protocols are left; what it said against it is not the person's concern then.
      for state in await open(
        "sway", [.front], { tell throws(ScreenError) in try SwaySignals(socket: sway, tell: tell) })
      where state.state == .inForce {
        states.append(state)
        left.remove(.front)
      }
    }
    guard !left.isEmpty else { return states }
    let (wanted, idleAfter) = (left, idleAfter)
    if let socket = session.wayland {
      return states
        + (await open("wayland", wanted) { tell throws(ScreenError) in
          try WaylandSignals(socket: socket, wanted: wanted, idleAfter: idleAfter, tell: tell)
        })
    }
    if let display = session.x11 {
      let key = session.key
      return states
        + (await open("x11", wanted) { tell throws(ScreenError) in
          try X11Signals(display: display, key: key, wanted: wanted, idleAfter: idleAfter, tell: tell)
        })
    }
    return states
      + wanted.map { SignalState($0, .unavailable, why: "the service knows of no X11 or Wayland display") }
  }

  package nonisolated func signals() -> AsyncStream<SignalNews> { stream }

  package func close() {
    for thread in threads { thread.close() }
    threads = []
    news.finish()
  }

  /// Opens one conversation; if that fails, everything that was wanted of it is unavailable.
  private func open(
    _ name: String, _ wanted: Set<SignalName>,
    _ make: @escaping @Sendable (@escaping @Sendable (SignalNews) -> Void) throws(ScreenError) -> any ScreenTalk
  ) async -> [SignalState] {
    let thread = ScreenThread()
    threads.append(thread)
    let outcome = await thread.open(named: name) { [news] () throws(ScreenError) in
      try make { news.yield($0) }
    } lost: { [news] error in
      for signal in wanted { news.yield(.state(SignalState(signal, .unavailable, why: "\(name): \(error.words)"))) }
      if wanted.contains(.front) { news.yield(.noticed(.frontUnknown, at: SinceBoot.milliseconds)) }
    }
    switch outcome {
    case .success(let states): return states
    case .failure(let error): return wanted.map { SignalState($0, .unavailable, why: error.words) }
    }
  }
}
