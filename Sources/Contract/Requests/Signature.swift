package import SessionTime

/// A request as both ends know it: its name and what it takes. Who sends it calls it; the feature that answers it says
/// what it does:
///
/// ```swift
/// static let add = Signature("task-add", "Add a task", .text("text"))
///
/// add("Write the report fri 15:00")                            // {"command":"task-add","text":"Write ..."}
/// add.answer { asked, text throws(Failure) in ... }            // a line of the feature's table
/// ```
package struct Signature<each Value: Sendable>: Sendable {
  package let name: String
  package let summary: String
  private let isQuestion: Bool
  private let parameters: (repeat Parameter<each Value>)

  /// A request that may change something.
  package init(_ name: String, _ summary: String, _ parameter: repeat Parameter<each Value>) {
    self.name = name
    self.summary = summary
    isQuestion = false
    parameters = (repeat each parameter)
  }

  /// A request that changes nothing: a page may also ask it by its address.
  package init(question name: String, _ summary: String, _ parameter: repeat Parameter<each Value>) {
    self.name = name
    self.summary = summary
    isQuestion = true
    parameters = (repeat each parameter)
  }

  package func callAsFunction(_ value: repeat each Value) -> SentRequest {
    var members: JSONObject = ["command": .string(name)]
    for (parameter, value) in repeat (each parameters, each value) {
      parameter.write(value, &members)
    }
    return SentRequest(json: .object(members))
  }

  /// The request as a line of a feature's table, answered once.
  package func answer(
    _ body: @escaping @Sendable (Asked, repeat each Value) async throws(Failure) -> JSONValue
  ) -> Request {
    reply { (asked, value: repeat each Value) async throws(Failure) in
      .value(try await body(asked, repeat each value))
    }
  }

  /// The request as a line of a feature's table, answered line by line for as long as somebody listens.
  package func stream(
    _ body: @escaping @Sendable (Asked, repeat each Value) async throws(Failure) -> AsyncStream<[UInt8]>
  ) -> Request {
    reply { (asked, value: repeat each Value) async throws(Failure) in
      .stream(try await body(asked, repeat each value))
    }
  }

  /// The request as a line of a feature's table, answered once or line by line.
  package func reply(
    _ body: @escaping @Sendable (Asked, repeat each Value) async throws(Failure) -> Reply
  ) -> Request {
    var members: [Request.Member] = []
    for parameter in repeat each parameters {
      members.append(contentsOf: parameter.members)
    }
    return Request(name: name, summary: summary, isQuestion: isQuestion, takes: members) {
      [self] given throws(JSONShapeError) in
      let values = (repeat try Self.read(each parameters, in: given))
      return { asked async throws(Failure) in try await body(asked, repeat each values) }
    }
  }

  private static func read<One>(_ parameter: Parameter<One>, in members: JSONMembers) throws(JSONShapeError) -> One {
    try parameter.read(members)
  }
}

package struct SentRequest: Sendable, Equatable {
  /// The request as it goes over the socket.
  package let json: JSONValue

  package init(json: JSONValue) { self.json = json }
}

/// What a request is asked with: the time, and what the service can say about itself.
package struct Asked: Sendable {
  package var now: Timestamp
  /// Where the pages of the service are; `nil` if it serves none.
  package var dashboard: String?

  package init(now: Timestamp, dashboard: String? = nil) {
    self.now = now
    self.dashboard = dashboard
  }
}

package enum Reply: Sendable {
  case value(JSONValue)
  case stream(AsyncStream<[UInt8]>)
}
