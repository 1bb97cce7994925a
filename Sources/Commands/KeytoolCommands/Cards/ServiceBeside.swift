internal import ControlSocket
internal import ServiceContract

/// The service that a card is written for: its profiles and its keys.
struct ServiceBeside: Sendable {
  private let socket: String

  /// The service of a home, whether it runs or not.
  init(_ home: Home) { socket = home.socket }

  func settingsIfRunning() throws(Failure) -> JSONNode? {
    do throws(Failure) { return try settings() } catch {
      guard error.kind == "no-service" else { throw error }
      return nil
    }
  }

  func settings() throws(Failure) -> JSONNode {
    guard let settings = try ask(SettingsRequests.settings())["settings"] else { throw Self.hungUp }
    return settings
  }

  static func keys(in settings: JSONNode) -> [JSONNode] { settings["keys"]?.array ?? [] }

  /// Adds a key; the service checks all of its settings and changes all or nothing.
  func add(_ key: JSONObject) throws(Failure) {
    let settings = try settings()
    guard case .object(var members) = settings.value else { throw Self.hungUp }
    members["keys"] = .array(Self.keys(in: settings).map(\.value) + [.object(key)])
    _ = try ask(SettingsRequests.configure(.object(members)))
  }

  private func ask(_ request: SentRequest) throws(Failure) -> JSONNode {
    let line: [UInt8]
    do throws(ControlError) {
      var client = try ControlClient(path: socket)
      line = try client.ask(request.json.octets)
    } catch .nobodyThere(let path) {
      throw Failure(
        .unavailable, kind: "no-service", what: "no service is running to register a key with", at: .text(path),
        advice: "start one with: focuskey up")
    } catch {
      throw Self.hungUp
    }
    guard let answer = try? JSONDocument(line).root else { throw Self.hungUp }
    guard answer["ok"]?.bool != false else {
      let error = answer["error"]
      throw Failure(
        .no, kind: error?["kind"]?.string ?? "refused", what: error?["message"]?.string ?? "the service says no",
        at: .text(error?["at"]?.string ?? "--key"), advice: error?["advice"]?.string ?? "")
    }
    return answer
  }

  private static var hungUp: Failure {
    Failure(
      .unavailable, kind: "service-hung-up", what: "the service does not answer", at: .text("--key"),
      advice: "try again")
  }
}
