internal import JSONText
internal import LinuxRuntime
internal import Octets

struct BoardNote: Equatable {
  var folder: String?
  var name = ""
  /// The secret half of the signing key.
  var secret: [UInt8] = []
  /// The key that each name had when it was first seen.
  var known: [String: String] = [:]
  /// The person declined any board for good.
  var isOff = false
  /// Friends see which suggestions got this person to move; what helped them is known here.
  var sharesMessages = false

  init() {}

  /// Reads it; `nil` if there is none. A damaged file counts as an empty one.
  init?(at path: String) throws(SystemError) {
    guard Files.exists(path) else { return nil }
    guard let root = try? JSONDocument(try Files.read(path, limit: 1 << 20)).root else { return nil }
    folder = root["folder"]?.string
    name = root["name"]?.string ?? ""
    secret = root["secret"]?.string.flatMap { try? HexText.octets(of: $0) } ?? []
    isOff = root["off"]?.bool ?? false
    sharesMessages = root["messages"]?.bool ?? false
    for node in root["known"]?.array ?? [] {
      if let name = node["name"]?.string, let key = node["key"]?.string { known[name] = key }
    }
  }

  var octets: [UInt8] {
    let known = known.sorted { $0.key < $1.key }.map { name, key -> JSONValue in
      ["name": .string(name), "key": .string(key)]
    }
    let value: JSONValue = [
      "folder": JSONValue(folder), "name": .string(name), "secret": .string(HexText.text(of: secret)),
      "known": .array(known), "off": .bool(isOff),
      "messages": .bool(sharesMessages),
    ]
    return value.octets + [0x0A]
  }
}
