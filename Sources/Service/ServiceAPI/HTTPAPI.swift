internal import ControlSocket
package import FeaturePorts
internal import LoopbackHTTP
package import Session

/// Answers programs that speak HTTP: the requests of the control socket under other names, so that everything is done
/// in one way.
package struct HTTPAPI: Sendable {
  /// Everything below this path is the API's.
  static let root = "/api/v1/"

  let control: ControlAPI
  let past: PastSessions
  let feed: EventFeed
  let access: DashboardAccess
  let appIcon: @Sendable (_ id: String) async -> (type: String, octets: [UInt8])?
  let cardMedia: @Sendable (_ folder: String, _ file: String) async -> (type: String, octets: [UInt8])?
  let backup: @Sendable () async -> Result<(name: String, octets: [UInt8]), Failure>

  package init(
    control: ControlAPI, past: PastSessions, feed: EventFeed, access: DashboardAccess,
    appIcon: @escaping @Sendable (String) async -> (type: String, octets: [UInt8])? = { _ in nil },
    cardMedia: @escaping @Sendable (String, String) async -> (type: String, octets: [UInt8])? = { _, _ in nil },
    backup: @escaping @Sendable () async -> Result<(name: String, octets: [UInt8]), Failure> = {
      .failure(Failure(.unavailable, "no-backup", "there is no backup here"))
    }
  ) {
    self.backup = backup
    self.cardMedia = cardMedia
    self.control = control
    self.past = past
    self.feed = feed
    self.access = access
    self.appIcon = appIcon
  }

  /// The answer to a request that passed the server's gate.
  func answer(to request: HTTPRequest) async -> HTTPAnswer {
    // A browser says which page asks (Fetch Metadata); another page's question is none of ours, whatever its kind.
    if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none" {
      return .fault(403, "cross-site", "requests from other pages are refused", "open the dashboard itself")
    }
    let name = request.path.dropFirst(Self.root.count)
    switch (request.method, name) {
    case (.post, "commands"): return await command(request)
    case (.post, "access"): return grant(to: request)
    case (.get, "events"):
      let events = await feed.listen(after: request.header("last-event-id"), mayChange: access.mayChange(request))
      return HTTPAnswer(type: "text/event-stream", stream: events)
    case (.get, "history"): return await history(request)
    case (.get, "eye"), (.head, "eye"): return await eye(request)
    case (.get, "backup"): return await backedUp(request)
    case (.get, "card-media"), (.head, "card-media"): return await media(request)
    case (.get, "app-icon"), (.head, "app-icon"): return await icon(request)
    case (.get, _), (.head, _):
      guard let question = question(String(name), request) else {
        return .fault(404, "no-such-resource", "not found", "see /api/v1/status")
      }
      return await reply(to: question)
    default:
      var answer = HTTPAnswer.fault(
        405, "wrong-method", "this address does not accept changes", "send changes to \(Self.root)commands")
      answer.headers.append(("Allow", name == "commands" || name == "access" ? "POST" : "GET, HEAD"))
      return answer
    }
  }

  /// What can be asked without changing anything.
  private func question(_ name: String, _ request: HTTPRequest) -> JSONValue? {
    func text(_ name: String) -> JSONValue? { request.query(name).map { .string($0) } }
    func number(_ name: String) -> JSONValue? {
      // What is not a number goes on as it is, so that the fault says where.
      request.query(name).map { text in Int64(text).map { .integer($0) } ?? .string(text) }
    }
    guard let request = control.requests[name], request.isQuestion else { return nil }
    return .object(
      request.takes.filter { !$0.isTruth }.reduce(into: ["command": .string(name)]) { members, member in
        if let value = member.isWhole ? number(member.name) : text(member.name) { members[member.name] = value }
      })
  }

  /// The sessions as a download.
  private func history(_ request: HTTPRequest) async -> HTTPAnswer {
    do throws(Failure) {
      let file = try await past.file(
        request.query("format") ?? "json", of: Self.scope(of: request), since: request.query("since"),
        until: request.query("until"), profile: request.query("profile"))
      return HTTPAnswer(
        status: 200, type: file.type, body: file.content,
        headers: [Self.noStore, ("Content-Disposition", "attachment; filename=\"\(file.name)\"")])
    } catch {
      return Self.answer(.line(error.answer.octets))
    }
  }

  /// Everything as a download; for those only who may change something: phones' keys are in it.
  private func backedUp(_ request: HTTPRequest) async -> HTTPAnswer {
    guard access.mayChange(request) else { return Self.noToken }
    switch await backup() {
    case .success(let file):
      return HTTPAnswer(
        status: 200, type: "application/gzip", body: file.octets,
        headers: [Self.noStore, ("Content-Disposition", "attachment; filename=\"\(file.name)\"")])
    case .failure(let failure): return Self.answer(.line(failure.answer.octets))
    }
  }

  /// The devices that are asked about; `nil` for this one alone.
  static func scope(of request: HTTPRequest) -> DeviceScope? {
    request.query("device").map { .one($0) } ?? (request.query("devices") == "all" ? .all : nil)
  }

  /// Gives the key to a browser that may change something, and the new token to one that proves that it has the key.
  private func grant(to request: HTTPRequest) -> HTTPAnswer {
    guard isJSON(request) else { return Self.notJSON }
    if access.mayChange(request) { return Self.json(["ok": true, "key": .string(access.key)]) }
    guard let proof = try? JSONDocument(request.body).root["proof"]?.string,
      let cookie = access.cookie(forProof: proof)
    else { return Self.noToken }
    var answer = Self.json(["ok": true])
    answer.headers.append(("Set-Cookie", cookie))
    return answer
  }

  private func command(_ request: HTTPRequest) async -> HTTPAnswer {
    guard access.mayChange(request) else { return Self.noToken }
    guard isJSON(request) else { return Self.notJSON }
    return Self.answer(await control.reply(to: request.body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }))
  }

  /// Another site's form cannot send this type without a preflight request, which is not answered.
  private func isJSON(_ request: HTTPRequest) -> Bool {
    request.header("content-type")?.lowercased().hasPrefix("application/json") ?? false
  }

  static var noToken: HTTPAnswer {
    .fault(403, "no-token", "this browser can view but not change anything", "to give it access: focuskey open")
  }

  private static var notJSON: HTTPAnswer {
    .fault(415, "not-json", "a command must be JSON", "send Content-Type: application/json")
  }

  private func reply(to question: JSONValue) async -> HTTPAnswer {
    Self.answer(await control.reply(to: question.octets))
  }

  private static func answer(_ reply: ControlReply) -> HTTPAnswer {
    switch reply {
    case .stream(let lines):
      return HTTPAnswer(type: "application/x-ndjson", stream: lines, separator: [0x0A])
    case .line(let line), .farewell(let line):
      return HTTPAnswer(status: status(of: line), type: "application/json", body: line, headers: [noStore])
    }
  }

  /// The HTTP status for the exit code that the service gives with each fault.
  private static func status(of line: [UInt8]) -> Int {
    guard let error = try? JSONDocument(line).root["error"] else { return 200 }
    return switch error["exit"]?.integer {
    case 65: 400
    case 66: 404
    case 69: 503
    case 74: 500
    default: 409
    }
  }

  static let noStore = (name: "Cache-Control", value: "no-store")
}

extension HTTPAnswer {
  /// A refusal, as programs read it.
  static func fault(_ status: Int, _ kind: String, _ message: String, _ advice: String) -> HTTPAnswer {
    let body: JSONValue = [
      "ok": false, "error": ["kind": .string(kind), "message": .string(message), "at": "", "advice": .string(advice)],
    ]
    return HTTPAnswer(status: status, type: "application/json", body: body.octets, headers: [HTTPAPI.noStore])
  }
}
