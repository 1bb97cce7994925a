internal import Octets
internal import Sealing
internal import ServiceContract

/// The key of a home that joins by a card, kept until it has joined. Mode 0600.
struct JoiningNote {
  let keys: DeviceKeys

  /// Reads it; `nil` if this home does not join by a card.
  init?(at path: String, _ sodium: Sodium) {
    guard let octets = try? Files.read(path, limit: 4096), let root = try? JSONDocument(octets).root,
      let secret = root["secret"]?.string.flatMap({ try? HexText.octets(of: $0) }),
      let keys = DeviceKeys(secretKey: secret, with: sodium)
    else { return nil }
    self.keys = keys
  }

  /// Makes a new key and keeps it.
  init(makingAt path: String, _ sodium: Sodium) throws(SystemError) {
    keys = sodium.deviceKeys()
    let value: JSONValue = ["secret": .string(HexText.text(of: keys.secretKey))]
    try Files.replace(path, with: value.octets + [0x0A])
  }
}

extension Home {
  var joining: String { "\(stateFolder)/sync-joining.json" }
}
