internal import JSONText
internal import LinuxRuntime
internal import Octets
internal import Sealing
internal import ServiceContract

/// The key that a home made to join by a card, until it is in. Mode 0600.
struct JoiningNote {
  let keys: DeviceKeys

  /// Reads it; `nil` where this home does not join by a card.
  init?(at path: String, _ sodium: Sodium) {
    guard let octets = try? Files.read(path, limit: 4096), let root = try? JSONDocument(octets).root,
      let secret = root["secret"]?.string.flatMap({ try? HexText.octets(of: $0) }),
      let keys = DeviceKeys(secretKey: secret, with: sodium)
    else { return nil }
    self.keys = keys
  }

  /// A new key, kept.
  init(makingAt path: String, _ sodium: Sodium) throws(SystemError) {
    keys = sodium.deviceKeys()
    let value: JSONValue = ["secret": .string(HexText.text(of: keys.secretKey))]
    try Files.replace(path, with: value.octets + [0x0A])
  }
}

extension Home {
  /// The key of a home that joins by a card.
  var joining: String { "\(stateFolder)/sync-joining.json" }
}
