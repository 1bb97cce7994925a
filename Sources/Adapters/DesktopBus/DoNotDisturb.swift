/// Keeps the desktop quiet during focus if chosen; restores it afterwards, even after a crash.
final class DoNotDisturb {
  private let options: DesktopBus.Options
  private let settings: SettingsTool
  /// Whether a player is the session's own, which keeps playing.
  private let sparing: (String) -> Bool
  private let say: (String) -> Void
  private var connection: BusConnection?
  private var note: QuietNote
  /// `nil` until it is known, so that nothing is restored in the middle of a session.
  private var isFocusing: Bool?
  private var isBusy = false
  /// The daemon's cookie for our inhibition, which ends with the connection.
  private var cookie: UInt32?
  private var isHeld: Bool
  private var ending: CheckedContinuation<Void, Never>?

  init(
    options: DesktopBus.Options, settings: SettingsTool, sparing: @escaping (String) -> Bool,
    say: @escaping (String) -> Void
  ) {
    self.options = options
    self.settings = settings
    self.sparing = sparing
    self.say = say
    note = QuietNote(path: options.note)
    isHeld = !note.isEmpty
  }

  func arrive(on connection: BusConnection) {
    self.connection = connection
    settle()
  }

  /// The bus is gone, with our inhibition and most players.
  func leave() {
    connection = nil
    cookie = nil
    isBusy = false
    isHeld = !note.isEmpty
    finish()
  }

  func set(_ isFocusing: Bool) {
    self.isFocusing = isFocusing
    settle()
  }

  /// Restores everything, and returns when that is done.
  func end() async {
    isFocusing = false
    await withCheckedContinuation { continuation in
      ending = continuation
      settle()
    }
  }

  private func finish() {
    ending?.resume()
    ending = nil
  }

  /// Does one step at a time, and looks again after each.
  private func settle() {
    guard let connection, let isFocusing, isFocusing != isHeld else { return isBusy ? () : finish() }
    guard !isBusy else { return }
    isBusy = true
    let after = { [unowned self] in
      isHeld.toggle()
      isBusy = false
      settle()
    }
    if isFocusing {
      hush(on: connection) { [unowned self] in pauseMedia(on: connection, after) }
    } else {
      unhush(on: connection) { [unowned self] in resumeMedia(on: connection, after) }
    }
  }

  // MARK: Do not disturb

  private func hush(on connection: BusConnection, _ done: @escaping () -> Void) {
    guard options.doNotDisturb else { return done() }
    Quietness.find(Quietness.allCases[...], on: connection) { [unowned self] found in
      switch found {
      case .inhibited:
        connection.call(
          .daemon("Inhibit", .string("focuskey"), .string("FocusKey: a focus session"), .hints([]))
        ) { [unowned self] reply in
          cookie = (try? reply.get())?.first?.number
          done()
        }
      case .dunst:
        found?.ask(on: connection) { [unowned self] wasPaused in
          guard !wasPaused else { return done() }
          note.pausedDunst = true
          note.write(say)
          connection.call(.dunstPaused(true)) { _ in done() }
        }
      case nil: hushGNOME(on: connection, done)
      }
    }
  }

  /// GNOME is known by its daemon's name; its do-not-disturb is in the settings.
  private func hushGNOME(on connection: BusConnection, _ done: @escaping () -> Void) {
    connection.call(.daemon("GetServerInformation")) { [unowned self] reply in
      guard (try? reply.get())?.first?.text == "gnome-shell" else {
        say("this desktop's do-not-disturb is not supported and was not changed")
        return done()
      }
      settings.asksForBanners { [unowned self] areShown in
        guard areShown == true else { return done() }
        note.hidBanners = true
        note.write(say)
        settings.setBanners(false, done)
      }
    }
  }

  private func unhush(on connection: BusConnection, _ done: @escaping () -> Void) {
    if let cookie {
      self.cookie = nil
      return connection.call(.daemon("UnInhibit", .uint32(cookie))) { _ in done() }
    }
    if note.hidBanners {
      return settings.setBanners(true) { [unowned self] in
        note.hidBanners = false
        note.write(say)
        done()
      }
    }
    guard note.pausedDunst else { return done() }
    connection.call(.dunstPaused(false)) { [unowned self] _ in
      note.pausedDunst = false
      note.write(say)
      done()
    }
  }

  // MARK: Media (MPRIS D-Bus Interface Specification 2.2)

  private func pauseMedia(on connection: BusConnection, _ done: @escaping () -> Void) {
    guard options.pausesMedia else { return done() }
    connection.call(.bus("ListNames")) { [unowned self] reply in
      let players = ((try? reply.get())?.first?.texts ?? []).filter { name in
        name.hasPrefix("org.mpris.MediaPlayer2.") && !sparing(name)
      }
      pause(players[...], on: connection, done)
    }
  }

  private func pause(_ players: ArraySlice<String>, on connection: BusConnection, _ done: @escaping () -> Void) {
    guard let player = players.first else { return done() }
    connection.call(.playback(of: player)) { [unowned self] reply in
      guard (try? reply.get())?.first?.text == "Playing" else {
        return pause(players.dropFirst(), on: connection, done)
      }
      note.pausedPlayers.append(player)
      note.write(say)
      connection.call(.player(player, "Pause")) { [unowned self] _ in pause(players.dropFirst(), on: connection, done) }
    }
  }

  private func resumeMedia(on connection: BusConnection, _ done: @escaping () -> Void) {
    guard let player = note.pausedPlayers.first else { return done() }
    let next = { [unowned self] in
      note.pausedPlayers.removeFirst()
      note.write(say)
      resumeMedia(on: connection, done)
    }
    connection.call(.playback(of: player)) { reply in
      // One that the person stopped meanwhile, or that is gone, is left alone.
      guard (try? reply.get())?.first?.text == "Paused" else { return next() }
      connection.call(.player(player, "Play")) { _ in next() }
    }
  }
}

extension BusCall {
  fileprivate static func daemon(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: NotificationCall.name, path: NotificationCall.path, interface: NotificationCall.name,
      member: member, arguments: arguments)
  }

  fileprivate static func dunstPaused(_ isPaused: Bool) -> BusCall {
    .set("paused", to: .bool(isPaused), of: Quietness.dunstInterface, at: NotificationCall.path, NotificationCall.name)
  }

  private static let playerPath = "/org/mpris/MediaPlayer2"
  private static let playerInterface = "org.mpris.MediaPlayer2.Player"

  fileprivate static func playback(of player: String) -> BusCall {
    .get("PlaybackStatus", of: playerInterface, at: playerPath, player)
  }

  fileprivate static func player(_ player: String, _ member: String) -> BusCall {
    BusCall(destination: player, path: playerPath, interface: playerInterface, member: member)
  }
}
