/// A JSON value to be written, built from literals or from what was read.
///
/// ```swift
/// let answer: JSONValue = ["ok": true, "records": .array(records), "size": .integer(137)]
/// print(answer.text)
/// ```
public enum JSONValue: Equatable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number, kept exactly.
  case integer(Int64)
  /// Any other number. One that JSON cannot write (infinite, not a number) is written as `null`.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

/// The members of an object in the order in which they were put in. (The writer sorts; see ``JSONValue/text``.)
public struct JSONObject: Equatable, Sendable {
  /// The members.
  public private(set) var members: [(name: String, value: JSONValue)] = []

  /// An object without members.
  public init() {}

  /// An object that will get about that many members, so that its memory is asked for once.
  public init(reserving count: Int) {
    members.reserveCapacity(count)
  }

  /// Adds a member without looking whether the name is there already.
  public mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
  }

  /// The first value of that name. Setting replaces it, adds it, or with `nil` removes it.
  public subscript(_ name: String) -> JSONValue? {
    get {
      for member in members where sameName(member.name, name) { return member.value }
      return nil
    }
    set {
      for index in members.indices where sameName(members[index].name, name) {
        if let newValue {
          members[index].value = newValue
        } else {
          members.remove(at: index)
        }
        return
      }
      if let newValue { members.append((name, newValue)) }
    }
  }

  /// Two objects are equal when they have the same members in the same order.
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    guard one.members.count == other.members.count else { return false }
    for index in one.members.indices {
      guard sameName(one.members[index].name, other.members[index].name),
        one.members[index].value == other.members[index].value
      else { return false }
    }
    return true
  }
}

extension JSONValue {
  /// A whole number of any width; one beyond 64 signed bits is kept as nearly as a `Double` can.
  public init(_ number: some BinaryInteger) {
    if let exact = Int64(exactly: number) { self = .integer(exact) } else { self = .number(Double(number)) }
  }

  /// A text, or `null` where there is none.
  public init(_ text: String?) {
    if let text { self = .string(text) } else { self = .null }
  }

  /// A list of texts.
  public init(_ texts: some Sequence<String>) {
    var values: [JSONValue] = []
    for text in texts { values.append(.string(text)) }
    self = .array(values)
  }

  /// An object of those members that have a value: where `nil` is, the key is left out.
  public static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var object = JSONObject(reserving: members.count)
    for (name, value) in members { if let value { object.append(name, value) } }
    return .object(object)
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `nil` is `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object from a literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

  init(_ elements: [(String, JSONValue)]) {
    for (name, value) in elements { append(name, value) }
  }
}
