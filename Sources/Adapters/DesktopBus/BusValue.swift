/// A value as it travels on the bus (D-Bus Specification 0.41, "Type System"): the types that desktops' interfaces are
/// made of.
enum BusValue: Sendable, Equatable {
  case byte(UInt8)
  case bool(Bool)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  /// The path of an object.
  case path(String)
  /// A file that is open here, by its number; it travels open.
  case descriptor(Int32)
  /// Bytes, which are an array of them.
  case bytes([UInt8])
  /// Values of one type, whose signature is told because there may be none of them.
  indirect case array(of: String, [BusValue])
  /// A name and its value, in an array of these.
  indirect case entry(BusValue, BusValue)
  /// Several values that belong together.
  indirect case structure([BusValue])
  /// A value that brings its type with it.
  indirect case variant(BusValue)

  /// The signature of its type.
  var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .entry(let name, let value): "{" + name.signature + value.signature + "}"
    case .structure(let values): "(" + values.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }

  /// The text that it is, or that a variant holds.
  var text: String? {
    switch self {
    case .string(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// The yes or no that it is, or that a variant holds.
  var isTrue: Bool? {
    switch self {
    case .bool(let bool): bool
    case .variant(let value): value.isTrue
    default: nil
    }
  }

  var number: UInt32? {
    if case .uint32(let number) = self { number } else { nil }
  }

  /// The whole number that it is, of whichever width, or that a variant holds.
  var whole: Int64? {
    switch self {
    case .byte(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(clamping: number)
    case .variant(let value): value.whole
    default: nil
    }
  }

  /// The value of that name in a dictionary.
  subscript(_ name: String) -> BusValue? {
    guard case .array(_, let entries) = self else { return nil }
    for case .entry(let key, let value) in entries where key.text == name { return value }
    return nil
  }

  /// The values of an array.
  var elements: [BusValue] {
    if case .array(_, let values) = self { values } else { [] }
  }

  /// The texts of an array.
  var texts: [String] {
    if case .array(_, let values) = self { values.compactMap(\.text) } else { [] }
  }

  /// A dictionary from texts to values of any type, as hints and properties are.
  static func hints(_ members: [(String, BusValue)]) -> BusValue {
    .array(of: "{sv}", members.map { name, value in .entry(.string(name), .variant(value)) })
  }

  /// The properties of something that is made, as systemd takes them: pairs of a name and a value of any type.
  static func properties(_ members: [(String, BusValue)]) -> BusValue {
    .array(of: "(sv)", members.map { name, value in .structure([.string(name), .variant(value)]) })
  }

  /// An array of texts.
  static func strings(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map(BusValue.string))
  }
}
