internal import ServiceContract
internal import SyncFiles

extension Household {
  /// The person's choice, and what waits for the end of a session or for something missing here.
  func sharedSettings(in store: borrowing SyncStore) throws(SQLiteError) -> JSONValue {
    // A broken file is reported by the service, which does not start with it.
    guard let chosen = (try? ServiceConfiguration(path: home.configuration))?.devices, chosen.sharesSettings else {
      return ["shared": false, "keys": false, "waiting": []]
    }
    let waiting = try store.waitingSettings().filter { chosen.sharesKeys || !$0.hasPrefix(SharedSettings.secrets) }
    return ["shared": true, "keys": .bool(chosen.sharesKeys), "waiting": JSONValue(waiting)]
  }
}
