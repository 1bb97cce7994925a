import Glibc
internal import LinuxRuntime

package struct MusicOrder: Equatable, Sendable {
  /// The player, as it calls itself on the session bus: `mpv`.
  package var player: String
  /// What to open when it begins.
  package var uri: String?
  /// In percent.
  package var volume: Int?
  /// Whether it plays now, or pauses during a break.
  package var plays: Bool

  package init(player: String, uri: String? = nil, volume: Int? = nil, plays: Bool) {
    self.player = player
    self.uri = uri
    self.volume = volume
    self.plays = plays
  }
}

/// The music of a session, by the player's own interface (MPRIS D-Bus Interface Specification 2.2): it begins with the
/// focus, rests in breaks, and is paused at the end if it was begun here, also after a crash, from a note.
final class SessionMusic {
  private static let prefix = "org.mpris.MediaPlayer2."
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"

  private let note: String
  private let say: (String) -> Void
  private weak var connection: BusConnection?
  /// The wanted order; unknown at first, so that nothing is paused in the middle of a session.
  private var wanted: MusicOrder??
  /// The last order's player, which is still spared when a session ends at once.
  private var player: String?
  private var isBusy = false
  private var isListening = false
  private var hasChanged = false
  /// The bus name of the player that was started here.
  private var begun: String?

  init(note: String, say: @escaping (String) -> Void) {
    self.note = note
    self.say = say
    let octets = (try? Files.read(note, limit: 1024)) ?? []
    begun = octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
  }

  func arrive(on connection: BusConnection) {
    self.connection = connection
    isBusy = false
    isListening = false
    settle()
  }

  /// Listens for players from the first order on; without one, none of them wakes us.
  private func listen(on connection: BusConnection) {
    guard !isListening else { return }
    isListening = true
    connection.listen(
      "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.mpris.MediaPlayer2'"
    ) { [weak self] _, values in
      let words = values.compactMap(\.text)
      guard words.count == 3, let self, isOwn(words[0]) else { return }
      // A player that starts in the middle of a session joins in; one that ended is begun again as a new one.
      if words[2].isEmpty { remember(nil) } else { settle() }
    }
  }

  func leave() {
    connection = nil
    isBusy = false
  }

  /// Sets the order; `nil` outside of a session.
  func set(_ order: MusicOrder?) {
    guard wanted != .some(order) else { return }
    wanted = .some(order)
    player = order?.player ?? player
    settle()
  }

  func isOwn(_ name: String) -> Bool {
    guard let player else { return false }
    let whole = Self.prefix + player
    return name == whole || name.hasPrefix(whole + ".")
  }

  /// Carries out one order at a time; changes meanwhile are handled afterwards.
  private func settle() {
    guard let connection, case .some(let order) = wanted else { return }
    guard !isBusy else {
      hasChanged = true
      return
    }
    isBusy = true
    hasChanged = false
    let done = { [weak self] in
      guard let self else { return }
      isBusy = false
      if hasChanged { settle() }
    }
    guard let order else { return end(on: connection, done) }
    listen(on: connection)
    if !order.plays { return pause(on: connection, done) }
    if let begun, isOwn(begun) { return connection.call(.player(begun, "Play")) { _ in done() } }
    connection.call(.bus("ListNames")) { [weak self] reply in
      let names = (try? reply.get())?.first?.texts ?? []
      guard let self, let name = names.first(where: { self.isOwn($0) }) else { return done() }
      begin(name, order, on: connection, done)
    }
  }

  private func begin(_ name: String, _ order: MusicOrder, on connection: BusConnection, _ done: @escaping () -> Void) {
    connection.call(.get("PlaybackStatus", of: Self.interface, at: Self.path, name)) { [weak self] reply in
      guard let self else { return }
      // What the person had playing already is theirs: it is not paused at the end.
      let plays = (try? reply.get())?.first?.text == "Playing"
      if plays, order.uri == nil { return done() }
      remember(name)
      if let volume = order.volume {
        connection.call(.set("Volume", to: .double(Double(volume) / 100), of: Self.interface, at: Self.path, name))
      }
      if let uri = order.uri { connection.call(.player(name, "OpenUri", .string(uri))) }
      connection.call(.player(name, "Play")) { _ in done() }
    }
  }

  private func pause(on connection: BusConnection, _ done: @escaping () -> Void) {
    guard let begun else { return done() }
    connection.call(.player(begun, "Pause")) { _ in done() }
  }

  private func end(on connection: BusConnection, _ done: @escaping () -> Void) {
    pause(on: connection) { [weak self] in
      self?.remember(nil)
      done()
    }
  }

  private func remember(_ name: String?) {
    begun = name
    guard let name else {
      unsafe unlink(note)
      return
    }
    do throws(SystemError) {
      try Files.replace(note, with: Array(name.utf8))
    } catch {
      say("a crash would leave the music on: \(error.subject): \(error.reason)")
    }
  }
}

extension BusCall {
  fileprivate static func player(_ name: String, _ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: name, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player", member: member,
      arguments: arguments)
  }
}
