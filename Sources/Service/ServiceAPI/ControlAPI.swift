package import ControlSocket
package import FocusEngine
internal import LinuxRuntime
package import Requests
package import Session
internal import SessionTime

/// Answers what is asked on the control socket. Who speaks here is the local user: the socket lets nobody else in.
package struct ControlAPI: Sendable {
  let engine: FocusEngine
  let status: SessionStatus
  let access: DashboardAccess
  package let requests: RequestTable

  package init(_ engine: FocusEngine, _ status: SessionStatus, _ requests: RequestTable, _ access: DashboardAccess) {
    self.engine = engine
    self.status = status
    self.requests = requests
    self.access = access
  }

  package func reply(to line: [UInt8]) async -> ControlReply {
    let deed: Request.Deed
    do throws(Failure) {
      let root = try Self.document(line)
      do throws(JSONShapeError) {
        if root["subscribe"] != nil {
          _ = try JSONItem(root).members("subscribe")
          return .stream(status.events())
        }
        deed = try self.deed(of: JSONItem(root))
      } catch {
        throw .notUnderstood(error)
      }
    } catch {
      // Rubbish is answered once; what follows it cannot be trusted to be lines.
      return .farewell(error.answer.octets)
    }
    let asked = Asked(now: await engine.snapshot.now.wall, dashboard: access.address)
    do throws(Failure) {
      switch try await deed(asked) {
      case .value(let value): return .line(value.octets)
      case .stream(let lines): return .stream(lines)
      }
    } catch {
      return .line(error.answer.octets)
    }
  }

  private static func document(_ line: [UInt8]) throws(Failure) -> JSONNode {
    guard !line.isEmpty else { throw .tooLong }
    return try renaming(Failure.notJSON, JSONDocument(line).root)
  }

  /// What the request does, by the entry of its name in a feature's table.
  private func deed(of item: JSONItem) throws(JSONShapeError) -> Request.Deed {
    guard let word = item.node["command"] else {
      _ = try item.members("command", "subscribe").required("command")
      throw item.refusal("a request needs a command")
    }
    // Looked for first: to hold a word against all names, for a slip, takes longer than most answers.
    let known = word.string.flatMap { requests[$0] }
    if let known { return try known.deed(item) }
    let name = try JSONItem(word, at: .root.appending("command")).word(among: requests.names)
    guard let request = requests[name] else { throw item.refusal("a request needs a command") }
    return try request.deed(item)
  }
}

extension Failure {
  static let tooLong = Failure(
    .badData, "request-too-long", "the request is too long", at: "the control socket", advice: "send one line")

  static func notJSON(_ fault: JSONError) -> Failure {
    Failure(
      .badData, "not-json", "the request is not JSON: \(fault.message)", at: fault.place.inWords,
      advice: "send one object per line")
  }

  /// It is JSON, and not a request.
  static func notUnderstood(_ mismatch: JSONShapeError) -> Failure {
    Failure(.badData, "not-a-request", mismatch.message, at: mismatch.pointer.text, advice: "see the list of commands")
  }
}
