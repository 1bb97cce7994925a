/// A value as it is in a text, with its place.
public struct JSONNode: Sendable {
  /// What a text can hold. Members of objects keep their order and their repetitions.
  public enum Content: Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number without fraction and exponent that 64 bits hold exactly.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string, its escapes resolved.
    case string(String)
    /// A list.
    case array([JSONNode])
    /// An object.
    case object([JSONMember])
  }

  /// The place of its first character.
  public let place: JSONPlace
  /// What it holds.
  public let content: Content

  /// Puts a value at a place.
  public init(place: JSONPlace, content: Content) {
    self.place = place
    self.content = content
  }
}

/// A member of an object as it is in a text.
public struct JSONMember: Sendable {
  /// Its name, the escapes resolved.
  public let name: String
  /// The place of the name's first character (its quotation mark, if it has one).
  public let place: JSONPlace
  /// Its value.
  public let value: JSONNode

  /// Names a value.
  public init(name: String, place: JSONPlace, value: JSONNode) {
    self.name = name
    self.place = place
    self.value = value
  }
}

/// The kinds of values, for saying what was found or wanted.
public enum JSONKind: String, Sendable {
  /// `null`
  case null
  /// A Boolean.
  case bool
  /// A number of any form.
  case number
  /// A string.
  case string
  /// A list.
  case array
  /// An object.
  case object

  /// The kind in words: `a string`, `an object`.
  public var inWords: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// Its kind.
  public var kind: JSONKind {
    switch content {
    case .null: .null
    case .bool: .bool
    case .integer, .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  // The accessors are never inlined: Swift 6.3's optimiser stops with an ownership error where it inlines one on the
  // result of a subscript.

  /// The text, if it is a string.
  public var string: String? { @inline(never) get { if case .string(let text) = content { text } else { nil } } }
  /// The whole number, if it is one that 64 bits hold.
  public var integer: Int64? { @inline(never) get { if case .integer(let number) = content { number } else { nil } } }
  /// The truth value, if it is one.
  public var bool: Bool? { @inline(never) get { if case .bool(let truth) = content { truth } else { nil } } }
  /// The elements, if it is a list.
  public var array: [JSONNode]? {
    @inline(never) get { if case .array(let elements) = content { elements } else { nil } }
  }
  /// The members, if it is an object.
  public var object: [JSONMember]? {
    @inline(never) get { if case .object(let members) = content { members } else { nil } }
  }
  /// Whether it is `null`.
  public var isNull: Bool { @inline(never) get { if case .null = content { true } else { false } } }

  /// The number, if it is one of either form.
  public var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The value of the first member of that name, if this is an object that has one.
  ///
  /// The first, because that is the one Apple's reader takes from an object that repeats a name.
  public subscript(_ name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    for member in members where sameName(member.name, name) { return member.value }
    return nil
  }

  /// The value without its places.
  public var value: JSONValue {
    switch content {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(element.value) }
      return .array(values)
    case .object(let members):
      var object = JSONObject()
      for member in members { object.append(member.name, member.value.value) }
      return .object(object)
    }
  }
}

/// Names are compared by their octets: JSON knows no Unicode equivalence (RFC 8259, section 8.3).
@inline(__always)
func sameName(_ one: String, _ other: String) -> Bool {
  // The first two are quick, and hardly ever true without the third: two spellings of one letter.
  guard one.utf8.count == other.utf8.count, one == other else { return false }
  let isSame = unsafe one.utf8.withContiguousStorageIfAvailable { own in
    unsafe other.utf8.withContiguousStorageIfAvailable { unsafe own.elementsEqual($0) }
  }
  return (isSame ?? nil) ?? one.utf8.elementsEqual(other.utf8)
}
