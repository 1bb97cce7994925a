package import FocusPorts
package import Languages
package import LinuxRuntime

/// The desktop that the person sits at, over its bus: notifications with buttons, and quiet while the person focuses.
///
/// A desktop may be missing, come later or start again at any time; what is told then is told once, and nothing else
/// depends on it.
package actor DesktopBus: Notifier {
  package struct Options: Sendable {
    /// Where the bus listens, as D-Bus writes it; `nil` where there is none.
    package var address: String?
    package var notifies: Bool
    /// Whether the desktop's own do-not-disturb is on while the person focuses.
    package var doNotDisturb: Bool
    package var pausesMedia: Bool
    package var showsTray: Bool
    package var speech: Speech
    /// The file that remembers what to restore, also after a crash.
    package var note: String
    /// The file that remembers shown notifications, to remove them after a crash.
    package var shown: String

    package init(
      address: String?, notifies: Bool, doNotDisturb: Bool, pausesMedia: Bool, showsTray: Bool = false, note: String,
      shown: String, speech: Speech = .english
    ) {
      self.address = address
      self.notifies = notifies
      self.doNotDisturb = doNotDisturb
      self.pausesMedia = pausesMedia
      self.showsTray = showsTray
      self.note = note
      self.shown = shown
      self.speech = speech
    }

    /// Where this user's bus listens (sd_bus_open_user(3)).
    package static func address(in environment: (String) -> String?) -> String? {
      environment("DBUS_SESSION_BUS_ADDRESS") ?? environment("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    }
  }

  private let loop: EventLoop
  private let options: Options
  private let say: @Sendable (String) -> Void
  private let pressed: AsyncStream<Bulletin.Button>.Continuation
  private let pressStream: AsyncStream<Bulletin.Button>
  private let chosen: AsyncStream<TrayAction>.Continuation
  private let choiceStream: AsyncStream<TrayAction>
  private var connection: BusConnection?
  private var notifications: DesktopNotifications?
  private var quiet: DoNotDisturb?
  private var music: SessionMusic?
  private var tray: TrayItem?
  private var place: FileWatch?
  private var placeWatch: Watch?
  private var retry: Watch?
  private var delay = Duration.milliseconds(50)
  private var hasToldMissing = false
  private var isClosed = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(loop: EventLoop, options: Options, say: @escaping @Sendable (String) -> Void) {
    self.loop = loop
    self.options = options
    self.say = say
    (pressStream, pressed) = AsyncStream.makeStream(of: Bulletin.Button.self, bufferingPolicy: .bufferingNewest(16))
    (choiceStream, chosen) = AsyncStream.makeStream(of: TrayAction.self, bufferingPolicy: .bufferingOldest(16))
  }

  /// Looks for the desktop, now and whenever it may have appeared.
  package func open() {
    guard connection == nil, !isClosed else { return }
    if notifications == nil { makeDesks() }
    retry = nil
    // Before the try, so that a bus that comes in between is not missed.
    watchPlace()
    guard let address = options.address else { return tellMissing("no address") }
    do throws(BusError) {
      let made = try BusConnection(address: address, loop: loop) { [unowned me = self] in
        me.assumeIsolated { $0.lost() }
      }
      connection = made
      placeWatch = nil
      place = nil
      notifications?.arrive(on: made)
      quiet?.arrive(on: made)
      music?.arrive(on: made)
      tray?.arrive(on: made)
    } catch {
      tellMissing(error.words)
      // A bus that is about to listen refuses for a moment after its socket is there.
      if delay < .seconds(4) { again() }
    }
  }

  /// Restores what was changed, removes what is shown, and closes the connection.
  package func close() async {
    isClosed = true
    retry = nil
    placeWatch = nil
    notifications?.withdrawAll()
    await quiet?.end()
    // What was shown just now can be taken away once the daemon has said its number.
    for _ in 0..<Self.longestAnswer where notifications?.waitsForNumber == true {
      await LoopTimer(loop: loop).pause(for: .milliseconds(10))
    }
    connection?.close()
    connection = nil
    pressed.finish()
    chosen.finish()
  }

  /// Shows a bulletin; one that waits for an answer is also shown when a desktop appears later.
  package func show(_ bulletin: Bulletin) {
    guard options.notifies else { return }
    notifications?.show(bulletin.said(in: options.speech))
  }

  package func withdraw(_ subject: Bulletin.Subject) {
    notifications?.withdraw(subject)
  }

  package nonisolated func presses() -> AsyncStream<Bulletin.Button> { pressStream }

  /// Shows this in the tray, now or once there is one.
  package func show(_ face: TrayFace) {
    let face = face.said(in: options.speech)
    if let tray { return tray.show(face) }
    guard options.showsTray, !isClosed else { return }
    let chosen = chosen
    let tray = TrayItem(face) { chosen.yield($0) }
    self.tray = tray
    if let connection { tray.arrive(on: connection) }
  }

  /// What is chosen in the tray's menu, from the start on; may be called once.
  package nonisolated func choices() -> AsyncStream<TrayAction> { choiceStream }

  package var trayState: TrayState { tray?.state ?? .off }

  /// Applies what was chosen for focus time, or restores it.
  package func focus(_ isFocusing: Bool) {
    quiet?.set(isFocusing)
  }

  /// Sets the order for the session's player, `nil` without a session; call before ``focus(_:)``.
  package func play(_ order: MusicOrder?) {
    music?.set(order)
  }

  /// Steps of 10 ms to wait for a daemon's answer: one second in all.
  private static let longestAnswer = 100

  private func makeDesks() {
    let (say, pressed) = (say, pressed)
    let music = SessionMusic(note: options.note + ".music", say: say)
    self.music = music
    notifications = DesktopNotifications(note: options.shown, say: say) { pressed.yield($0) }
    quiet = DoNotDisturb(options: options, settings: SettingsTool(loop: loop), sparing: { music.isOwn($0) }, say: say)
  }

  /// The connection is gone; a bus that existed once is likely to come back.
  private func lost() {
    connection = nil
    notifications?.leave()
    quiet?.leave()
    music?.leave()
    tray?.leave()
    delay = .milliseconds(50)
    guard !isClosed else { return }
    tellMissing("the connection is lost")
    watchPlace()
    again()
  }

  private func again() {
    retry = loop.watchTime(delay) { [unowned me = self] in me.assumeIsolated { $0.open() } }
    delay *= 2
  }

  private func watchPlace() {
    let place = FileWatch(of: options.address.flatMap(Self.socket(in:)))
    placeWatch = place.descriptor.map { descriptor in
      loop.watchReadable(descriptor) { [unowned me = self] in me.assumeIsolated { $0.placeChanged() } }
    }
    self.place = consume place
  }

  private func placeChanged() {
    guard place?.forget() == true else { return }
    delay = .milliseconds(50)
    open()
  }

  private func tellMissing(_ why: String) {
    guard !hasToldMissing else { return }
    hasToldMissing = true
    say("no desktop D-Bus: \(why): notifications wait until there is one")
  }

  /// The file at which a bus of that address listens; `nil` for addresses without one.
  static func socket(in address: String) -> String? {
    for part in address.split(separator: ";") where part.hasPrefix("unix:") {
      for pair in part.dropFirst(5).split(separator: ",") where pair.hasPrefix("path=") {
        return unescaped(pair.dropFirst(5))
      }
    }
    return nil
  }

  /// Decodes octets such as `%2f` (D-Bus Specification, "Server Addresses").
  private static func unescaped(_ text: Substring) -> String {
    var octets: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), rest.count >= 2,
        let octet = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        octets.append(octet)
        rest = rest.dropFirst(2)
      } else {
        octets.append(first)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension BusError {
  var words: String {
    switch self {
    case .failed(let call, let code): "\(call): \(SystemError(call, code).reason)"
    case .refused(let name, let message): message.isEmpty ? name : message
    case .closed: "the connection is closed"
    case .missing(let why): why
    }
  }
}
