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
  case path(String)
  /// A file descriptor; it is sent as an open file.
  case descriptor(Int32)
  case bytes([UInt8])
  /// Values of one type; `of` is its signature, because the array may be empty.
  indirect case array(of: String, [BusValue])
  /// A dictionary entry.
  indirect case entry(BusValue, BusValue)
  indirect case structure([BusValue])
  indirect case variant(BusValue)

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

  /// The text, also from within a variant.
  var text: String? {
    switch self {
    case .string(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// The Boolean, also from within a variant.
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

  /// The integer of any width, also from within a variant.
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

  subscript(_ name: String) -> BusValue? {
    guard case .array(_, let entries) = self else { return nil }
    for case .entry(let key, let value) in entries where key.text == name { return value }
    return nil
  }

  var elements: [BusValue] {
    if case .array(_, let values) = self { values } else { [] }
  }

  var texts: [String] {
    if case .array(_, let values) = self { values.compactMap(\.text) } else { [] }
  }

  /// A dictionary from texts to values of any type, as hints and properties use.
  static func hints(_ members: [(String, BusValue)]) -> BusValue {
    .array(of: "{sv}", members.map { name, value in .entry(.string(name), .variant(value)) })
  }

  /// Pairs of a name and a value of any type, as systemd expects properties.
  static func properties(_ members: [(String, BusValue)]) -> BusValue {
    .array(of: "(sv)", members.map { name, value in .structure([.string(name), .variant(value)]) })
  }

  static func strings(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map(BusValue.string))
  }
}
