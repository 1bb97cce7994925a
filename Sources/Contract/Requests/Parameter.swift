package import SessionTime

/// A value of a request, in one or several members: how it is read and written.
package struct Parameter<Value: Sendable>: Sendable {
  package let members: [Request.Member]
  let read: @Sendable (JSONMembers) throws(JSONShapeError) -> Value
  let write: @Sendable (Value, inout JSONObject) -> Void

  /// A value in several members.
  package init(
    of members: [Request.Member], read: @escaping @Sendable (JSONMembers) throws(JSONShapeError) -> Value,
    write: @escaping @Sendable (Value, inout JSONObject) -> Void
  ) {
    self.members = members
    self.read = read
    self.write = write
  }

  /// A required member. `shape` is how the list of requests shows it: `"TEXT"`, `N`, `[...]`.
  package init(
    _ name: String, shape: String, read: @escaping @Sendable (JSONItem) throws(JSONShapeError) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    members = [Request.Member(name, shape: shape, isRequired: true)]
    self.read = { members throws(JSONShapeError) in try read(try members.required(name)) }
    self.write = { value, members in members[name] = write(value) }
  }

  /// The same, but `nil` if all of its members are missing or `null`.
  package static func optional<Wrapped>(_ one: Parameter<Wrapped>) -> Self where Value == Wrapped? {
    let (members, read, write) = (one.members, one.read, one.write)
    return Parameter(
      of: members.map { $0.optional },
      read: { given throws(JSONShapeError) in
        members.contains { given[$0.name] != nil } ? try read(given) : nil
      },
      write: { value, members in if let value { write(value, &members) } })
  }

  /// The same, but `value` if all of its members are missing.
  package func or(_ value: Value) -> Parameter<Value> {
    let (members, read) = (members, read)
    return Parameter(
      of: members.map { $0.optional },
      read: { given throws(JSONShapeError) in
        members.contains { given[$0.name] != nil } ? try read(given) : value
      }, write: write)
  }
}

extension Parameter {
  package static func text(_ name: String) -> Parameter<String> where Value == String {
    Parameter(name, shape: "\"\(name.uppercased())\"", read: { item throws(JSONShapeError) in try item.string() }) {
      .string($0)
    }
  }

  package static func word(_ name: String, among words: [String]) -> Parameter<String> where Value == String {
    Parameter(
      name, shape: "\"\(words.joined(separator: "|"))\"",
      read: { item throws(JSONShapeError) in try item.word(among: words) }
    ) { .string($0) }
  }

  package static func whole(
    _ name: String, in range: ClosedRange<Int> = Int.min...Int.max
  ) -> Parameter<Int> where Value == Int {
    let range = Int64(range.lowerBound)...Int64(range.upperBound)
    return Parameter(
      name, shape: "N", read: { item throws(JSONShapeError) in Int(try item.integer(in: range)) },
      write: { .integer(Int64($0)) })
  }

  package static func truth(_ name: String) -> Parameter<Bool> where Value == Bool {
    Parameter(
      name, shape: "true", read: { item throws(JSONShapeError) in try item.bool() }, write: { .bool($0) })
  }

  /// A civil day, such as 2026-11-21.
  package static func day(_ name: String) -> Parameter<CivilDay> where Value == CivilDay {
    Parameter(
      name, shape: "\"DAY\"",
      read: { item throws(JSONShapeError) in
        guard let day = ISO8601.day(try item.string()) else { throw item.refusal("write a day as 2026-11-21") }
        return day
      },
      write: { .string(ISO8601.text($0)) })
  }

  package static func texts(_ name: String) -> Parameter<[String]> where Value == [String] {
    Parameter(
      name, shape: "[\"...\"]", read: { item throws(JSONShapeError) in try item.strings() },
      write: { .array($0.map { .string($0) }) })
  }

  /// Any JSON value; the feature interprets it.
  package static func any(_ name: String) -> Parameter<JSONValue> where Value == JSONValue {
    Parameter(name, shape: "{...}", read: { item in item.node.value }, write: { $0 })
  }
}
