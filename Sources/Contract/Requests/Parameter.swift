package import JSONText
package import SessionTime

/// A member of a request: its name, and how its value is read and written.
package struct Parameter<Value: Sendable>: Sendable {
  package let name: String
  /// The value as the list of requests shows it: `"TEXT"`, `N`, `[...]`.
  package let shape: String
  package let isRequired: Bool
  let read: @Sendable (JSONMembers) throws(JSONShapeError) -> Value
  let write: @Sendable (Value) -> JSONValue?

  /// A member that must be there.
  package init(
    _ name: String, shape: String, read: @escaping @Sendable (JSONItem) throws(JSONShapeError) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.name = name
    self.shape = shape
    isRequired = true
    self.read = { members throws(JSONShapeError) in try read(try members.required(name)) }
    self.write = { write($0) }
  }

  private init(
    _ name: String, shape: String, optional read: @escaping @Sendable (JSONMembers) throws(JSONShapeError) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue?
  ) {
    self.name = name
    self.shape = shape
    isRequired = false
    self.read = read
    self.write = write
  }

  /// A member that may be missing or `null`.
  package static func optional<Wrapped>(_ member: Parameter<Wrapped>) -> Self where Value == Wrapped? {
    let (name, read, write) = (member.name, member.read, member.write)
    return Parameter(
      name, shape: member.shape,
      optional: { members throws(JSONShapeError) in members[name] == nil ? nil : try read(members) },
      write: { $0.flatMap(write) })
  }

  /// The same member where a missing one means `value`.
  package func or(_ value: Value) -> Parameter<Value> {
    let (name, read) = (name, read)
    return Parameter(
      name, shape: shape,
      optional: { members throws(JSONShapeError) in members[name] == nil ? value : try read(members) }, write: write)
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
}
