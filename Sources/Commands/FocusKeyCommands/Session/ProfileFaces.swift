internal import CommandShell
internal import ControlSocket
internal import ServiceContract

/// The names and colours of profiles, the same as on the dashboard.
struct ProfileFaces {
  private let profiles: [(id: String, name: String)]

  init(_ settings: JSONNode?) {
    profiles = (settings?["settings"]?["profiles"]?.array ?? []).compactMap { profile in
      guard let id = profile["id"]?.string else { return nil }
      return (id, oneLine(profile["name"]?.string ?? id))
    }
  }

  /// Asks the service; if it is not there, profiles have no names.
  init(_ context: CommandContext) {
    self.init(try? ServiceCall(context).ask(SettingsRequests.settings()))
  }

  /// The person's name for a profile; its id where there is none.
  func name(of id: String) -> String { profiles.first { $0.id == id }?.name ?? oneLine(id) }

  /// Its place in the list, which gives its colour.
  func place(of id: String) -> Int { profiles.firstIndex { $0.id == id } ?? 0 }

  func tone(of id: String) -> TerminalStyle.Tone { .accent(place(of: id)) }

  var ids: [String] { profiles.map(\.id) }
}
