package import SessionTime

/// A line of a feature's table: what can be asked, what it takes, and what it does.
package struct Request: Sendable {
  /// A member of the request other than its name.
  package struct Member: Sendable, Equatable {
    package let name: String
    package let shape: String
    package let isRequired: Bool

    /// `shape` is the value as the list of requests shows it.
    package init(_ name: String, shape: String, isRequired: Bool = false) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
    }

    package var isWhole: Bool { shape == "N" }
    /// Whether its value is true or false, which a page's address cannot express.
    package var isTruth: Bool { shape == "true" }

    var optional: Self { Self(name, shape: shape) }
  }

  package typealias Deed = @Sendable (Asked) async throws(Failure) -> Reply

  package let name: String
  package let summary: String
  /// Whether it changes nothing, so that a page may ask it by its address.
  package let isQuestion: Bool
  package let takes: [Member]
  private let read: @Sendable (JSONMembers) throws(JSONShapeError) -> Deed

  init(
    name: String, summary: String, isQuestion: Bool, takes: [Member],
    read: @escaping @Sendable (JSONMembers) throws(JSONShapeError) -> Deed
  ) {
    self.name = name
    self.summary = summary
    self.isQuestion = isQuestion
    self.takes = takes
    self.read = read
  }

  /// Returns what the request with these members would do; nothing is done yet.
  package func deed(_ item: JSONItem) throws(JSONShapeError) -> Deed {
    try read(try item.members(among: ["command"] + takes.map { $0.name }))
  }
}

package struct RequestTable: Sendable {
  package let requests: [Request]
  private let byName: [String: Int]

  package init(_ requests: [Request] = []) {
    self.requests = requests
    byName = [String: Int](uniqueKeysWithValues: requests.enumerated().map { ($1.name, $0) })
  }

  /// The same table with one more request, which lists them all.
  package init(listing requests: [Request]) {
    let list = Signature(question: "requests", "What can be asked, and what each takes")
    let itself = list.answer { _ in .null }
    let rows = JSONValue.array((requests + [itself]).sorted { $0.name < $1.name }.map { $0.json })
    self.init(requests + [list.answer { _ in ["ok": true, "requests": rows] }])
  }

  package var names: [String] { requests.map { $0.name } }

  /// Answers another part of the service; `nil` if it is refused or no feature answers.
  package func answer(to question: SentRequest, at now: Timestamp) async -> JSONValue? {
    guard let root = try? JSONDocument(question.json.octets).root, let name = root["command"]?.string,
      let deed = try? self[name]?.deed(JSONItem(root)), case .value(let value)? = try? await deed(Asked(now: now))
    else { return nil }
    return value
  }

  package subscript(name: String) -> Request? { byName[name].map { requests[$0] } }
}

extension Request {
  fileprivate var json: JSONValue {
    [
      "request": .string(name), "does": .string(summary), "question": .bool(isQuestion),
      "takes": .array(
        takes.map { ["name": .string($0.name), "shape": .string($0.shape), "required": .bool($0.isRequired)] }),
    ]
  }
}
