internal import CSystemd

/// A message of sd-bus, for as long as the library or its owner keeps it: written from values, and read into them.
@safe final class BusMessage {
  private let message: OpaquePointer

  /// Keeps a message that the library hands to a callback, with a reference of its own.
  init?(held message: OpaquePointer?) {
    guard let message = unsafe message else { return nil }
    unsafe self.message = sd_bus_message_ref(message)
  }

  /// A call to send on this connection; `nil` if a name is invalid or the connection is closed.
  init?(_ call: BusCall, on bus: OpaquePointer) {
    var made: OpaquePointer?
    guard
      unsafe sd_bus_message_new_method_call(bus, &made, call.destination, call.path, call.interface, call.member) >= 0,
      let message = unsafe made
    else { return nil }
    unsafe self.message = message
    for value in call.arguments where !append(value) { return nil }
  }

  /// A signal to send on this connection; `nil` if a name is invalid.
  init?(_ path: String, _ interface: String, _ member: String, _ values: [BusValue], on bus: OpaquePointer) {
    var made: OpaquePointer?
    guard unsafe sd_bus_message_new_signal(bus, &made, path, interface, member) >= 0, let message = unsafe made
    else { return nil }
    unsafe self.message = message
    for value in values where !append(value) { return nil }
  }

  private init(owned message: OpaquePointer) {
    unsafe self.message = message
  }

  deinit {
    unsafe sd_bus_message_unref(message)
  }

  func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    unsafe body(message)
  }

  /// The unique name of the program that sent it.
  var sender: String {
    unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) } ?? ""
  }

  var path: String {
    unsafe sd_bus_message_get_path(message).map { unsafe String(cString: $0) } ?? ""
  }

  var member: String {
    unsafe sd_bus_message_get_member(message).map { unsafe String(cString: $0) } ?? ""
  }

  var interface: String {
    unsafe sd_bus_message_get_interface(message).map { unsafe String(cString: $0) } ?? ""
  }

  func reply(_ values: [BusValue]) {
    var made: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(message, &made) >= 0, let made = unsafe made else { return }
    let answer = unsafe BusMessage(owned: made)
    for value in values where !answer.append(value) { return }
    _ = unsafe answer.withHandle { handle in unsafe sd_bus_send(nil, handle, nil) }
  }

  func acknowledge() {
    var answer: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(message, &answer) >= 0 else { return }
    unsafe sd_bus_send(nil, answer, nil)
    unsafe sd_bus_message_unref(answer)
  }

  var fault: BusError? {
    guard unsafe sd_bus_message_is_method_error(message, nil) > 0, let error = unsafe sd_bus_message_get_error(message)
    else { return nil }
    return .refused(
      name: unsafe error.pointee.name.map { unsafe String(cString: $0) } ?? "",
      message: unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "")
  }

  /// Its values, up to the first of an unsupported type.
  func values() -> [BusValue] {
    unsafe sd_bus_message_rewind(message, 1)
    return read()
  }

  // MARK: Writing

  private func append(_ value: BusValue) -> Bool {
    switch value {
    case .byte(let number): return append(number, "y")
    case .bool(let isTrue): return append(Int32(isTrue ? 1 : 0), "b")
    case .uint16(let number): return append(number, "q")
    case .int32(let number): return append(number, "i")
    case .uint32(let number): return append(number, "u")
    case .int64(let number): return append(number, "x")
    case .uint64(let number): return append(number, "t")
    case .double(let number): return append(number, "d")
    case .string(let text):
      return unsafe text.withCString { start in
        unsafe sd_bus_message_append_basic(message, letter("s"), start) >= 0
      }
    case .path(let path):
      return unsafe path.withCString { start in
        unsafe sd_bus_message_append_basic(message, letter("o"), start) >= 0
      }
    case .descriptor(let number): return append(number, "h")
    case .bytes(let octets):
      return unsafe sd_bus_message_append_array(message, letter("y"), octets, octets.count) >= 0
    case .array(let element, let values):
      return within("a", element) { values.allSatisfy { append($0) } }
    case .entry(let name, let value):
      return within("e", name.signature + value.signature) {
        append(name) && append(value)
      }
    case .structure(let values):
      return within("r", values.map(\.signature).joined()) { values.allSatisfy { append($0) } }
    case .variant(let value):
      return within("v", value.signature) { append(value) }
    }
  }

  private func append(_ number: some BitwiseCopyable, _ type: Unicode.Scalar) -> Bool {
    var number = number
    return unsafe sd_bus_message_append_basic(message, letter(type), &number) >= 0
  }

  private func within(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Bool) -> Bool {
    guard unsafe sd_bus_message_open_container(message, letter(type), contents) >= 0, body() else { return false }
    return unsafe sd_bus_message_close_container(message) >= 0
  }

  private func letter(_ scalar: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: scalar.value)
  }

  // MARK: Reading

  private func read() -> [BusValue] {
    var values: [BusValue] = []
    while let value = readOne() { values.append(value) }
    return values
  }

  private func readOne() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    // The library keeps the text until the next call.
    let inside = unsafe contents.map { unsafe String(cString: $0) } ?? ""
    switch Unicode.Scalar(UInt8(bitPattern: type)) {
    case "y": return readNumber(UInt8(0), type).map(BusValue.byte)
    case "b": return readNumber(Int32(0), type).map { .bool($0 != 0) }
    case "q": return readNumber(UInt16(0), type).map(BusValue.uint16)
    case "n": return readNumber(Int16(0), type).map { .int32(Int32($0)) }
    case "i": return readNumber(Int32(0), type).map(BusValue.int32)
    case "u": return readNumber(UInt32(0), type).map(BusValue.uint32)
    case "x": return readNumber(Int64(0), type).map(BusValue.int64)
    case "t": return readNumber(UInt64(0), type).map(BusValue.uint64)
    case "d": return readNumber(Double(0), type).map(BusValue.double)
    case "s", "o", "g":
      var start: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_read_basic(message, type, &start) > 0, let start = unsafe start else { return nil }
      return .string(unsafe String(cString: start))
    case "a":
      return readInside(type, inside).map { .array(of: inside, $0) }
    case "r":
      return readInside(type, inside).map(BusValue.structure)
    case "e":
      guard let pair = readInside(type, inside), pair.count == 2 else { return nil }
      return .entry(pair[0], pair[1])
    case "v":
      guard let value = readInside(type, inside)?.first else { return nil }
      return .variant(value)
    default: return nil
    }
  }

  private func readNumber<Number: BitwiseCopyable>(_ zero: Number, _ type: CChar) -> Number? {
    var number = zero
    return unsafe sd_bus_message_read_basic(message, type, &number) > 0 ? number : nil
  }

  private func readInside(_ type: CChar, _ contents: String) -> [BusValue]? {
    guard unsafe sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
    let values = read()
    guard unsafe sd_bus_message_exit_container(message) >= 0 else { return nil }
    return values
  }
}

struct BusCall: Sendable {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []

  /// Asks for a property (D-Bus Specification, `org.freedesktop.DBus.Properties`).
  static func get(_ property: String, of interface: String, at path: String, _ destination: String) -> BusCall {
    BusCall(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
      arguments: [.string(interface), .string(property)])
  }

  static func set(
    _ property: String, to value: BusValue, of interface: String, at path: String, _ destination: String
  ) -> BusCall {
    BusCall(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties", member: "Set",
      arguments: [.string(interface), .string(property), .variant(value)])
  }

  /// A call to the bus itself.
  static func bus(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member, arguments: arguments)
  }
}

enum BusError: Error, Equatable, Sendable {
  /// A library call failed with this `errno`.
  case failed(String, code: Int32)
  /// The program that was called answered with an error.
  case refused(name: String, message: String)
  case closed
  /// Nothing on the bus provides what is wanted; the reason.
  case missing(String)
}
