internal import FocusPorts

/// Which players play (MPRIS D-Bus Interface Specification 2.2).
final class PlayingPlayers: BusWatcher {
  private static let prefix = "org.mpris.MediaPlayer2."
  private static let player = "org.mpris.MediaPlayer2.Player"
  private static let path = "/org/mpris/MediaPlayer2"

  private let tell: (Signal) -> Void
  private weak var connection: BusConnection?
  /// The players by the unique name of their program, from which their signals come.
  private var players: [String: (name: String, isPlaying: Bool)] = [:]
  private var told: [String]?
  /// A film in a browser may not report that it plays, but it keeps the screen on.
  private let inhibitors: ScreenInhibitors

  init(tell: @escaping (Signal) -> Void) {
    self.tell = tell
    inhibitors = ScreenInhibitors(tell: tell)
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    self.connection = connection
    connection.listen(
      "path='\(Self.path)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(Self.player)'"
    ) { [weak self] sender, values in
      guard values.count > 1, let status = values[1]["PlaybackStatus"]?.text else { return }
      self?.changed(sender, status)
    }
    connection.listen(
      "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.mpris.MediaPlayer2'"
    ) { [weak self] _, values in
      let words = values.compactMap(\.text)
      guard words.count == 3 else { return }
      self?.ownerChanged(of: words[0], from: words[1], to: words[2])
    }
    connection.call(.bus("ListNames")) { [weak self] reply in
      guard case .success(let values) = reply else {
        return found(.failure(.missing("the desktop D-Bus does not answer")))
      }
      let names = values.first?.texts ?? []
      for name in names where Self.isPlayer(name) { self?.meet(name) }
      self?.inhibitors.begin(on: connection, names: names)
      self?.tellChange()
      found(.success("mpris"))
    }
  }

  func end() {}

  /// Leaves out playerctld, which speaks for players that also speak for themselves.
  private static func isPlayer(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name != prefix + "playerctld"
  }

  private func meet(_ name: String) {
    connection?.call(.bus("GetNameOwner", .string(name))) { [weak self] reply in
      guard let owner = (try? reply.get())?.first?.text else { return }
      self?.ask(name, owner)
    }
  }

  private func ask(_ name: String, _ owner: String) {
    players[owner] = (name, players[owner]?.isPlaying ?? false)
    connection?.call(.get("PlaybackStatus", of: Self.player, at: Self.path, name)) { [weak self] reply in
      self?.changed(owner, (try? reply.get())?.first?.text ?? "")
    }
  }

  private func changed(_ owner: String, _ status: String) {
    guard players[owner] != nil else { return }
    players[owner]?.isPlaying = status == "Playing"
    tellChange()
  }

  private func ownerChanged(of name: String, from old: String, to new: String) {
    guard Self.isPlayer(name) else { return }
    if !old.isEmpty { players[old] = nil }
    if new.isEmpty { tellChange() } else { ask(name, new) }
  }

  private func tellChange() {
    let playing = players.values.filter(\.isPlaying).map { String($0.name.dropFirst(Self.prefix.count)) }.sorted()
    guard playing != told else { return }
    told = playing
    tell(.playing(playing))
  }
}
