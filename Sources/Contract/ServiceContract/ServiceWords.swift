internal import ControlSocket

/// The words that only a running service knows: what completion offers while a command line is being typed.
package enum ServiceWords {
  /// The names of the profiles, as links and commands call them.
  package static func profiles(_ home: Home) -> [String] {
    ids(settings(home)?["profiles"])
  }

  package static func keys(_ home: Home) -> [String] {
    ids(settings(home)?["keys"])
  }

  package static func schedules(_ home: Home) -> [String] {
    (settings(home)?["profiles"]?.array ?? []).flatMap { profile in ids(profile["schedules"]) }
  }

  private static func ids(_ list: JSONNode?) -> [String] {
    (list?.array ?? []).compactMap { $0["id"]?.string }
  }

  /// The settings of a home's service; it neither fails nor waits, because it serves the TAB key.
  private static func settings(_ home: Home) -> JSONNode? {
    do throws(ControlError) {
      var client = try ControlClient(path: home.socket, patience: 1)
      let answer = try client.ask(SettingsRequests.settings().json.octets)
      return (try? JSONDocument(answer).root)?["settings"]
    } catch {
      return nil
    }
  }
}
