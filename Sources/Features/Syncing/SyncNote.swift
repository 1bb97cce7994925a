internal import JSONText
internal import LinuxRuntime
internal import Octets
internal import PostgresMailbox
internal import Sealing
internal import SyncProtocol

/// What a home keeps of its household: where the mailbox is, who this device is there, and the keys. Mode 0600.
struct SyncNote: Equatable {
  /// The mailbox's address, without the password.
  var url: String
  var password: String
  var owner: OwnerID
  var device: DeviceID
  /// The secret half of this device's keys.
  var secret: [UInt8]
  var name: String
  /// The group's key of each epoch.
  var keys: [Invitation.Key]
  var past: Past?
  /// The time of the household's last move that this device made or followed; 0 for none.
  var moved: UInt64 = 0
  var before: [Login] = []

  struct Login: Equatable {
    var url: String
    var password: String
  }

  struct Past: Equatable {
    var device: DeviceID
    var name: String
    /// When it became another one, in milliseconds since 1970.
    var at: Int64
  }

  init(
    url: String, password: String, owner: OwnerID, device: DeviceID, secret: [UInt8], name: String,
    keys: [Invitation.Key]
  ) {
    (self.url, self.password, self.owner, self.device) = (url, password, owner, device)
    (self.secret, self.name, self.keys) = (secret, name, keys)
  }

  init?(at path: String) {
    guard let octets = try? Files.read(path, limit: 1 << 20), let root = try? JSONDocument(octets).root,
      let url = root["url"]?.string, let password = root["password"]?.string,
      let owner = root["owner"]?.string.flatMap({ OwnerID(text: $0) }),
      let device = root["device"]?.string.flatMap({ DeviceID(text: $0) }),
      let secret = root["secret"]?.string.flatMap({ try? HexText.octets(of: $0) }), let name = root["name"]?.string
    else { return nil }
    let keys = (root["keys"]?.array ?? []).compactMap { node -> Invitation.Key? in
      guard let epoch = node["epoch"]?.integer.flatMap({ UInt32(exactly: $0) }),
        let group = node["group"]?.string.flatMap({ try? HexText.octets(of: $0) })
      else { return nil }
      return Invitation.Key(epoch: Epoch(epoch), group: group)
    }
    guard !keys.isEmpty else { return nil }
    self.init(url: url, password: password, owner: owner, device: device, secret: secret, name: name, keys: keys)
    if let node = root["past"], let device = node["device"]?.string.flatMap({ DeviceID(text: $0) }),
      let name = node["name"]?.string, let at = node["at"]?.integer
    {
      past = Past(device: device, name: name, at: at)
    }
    moved = UInt64(clamping: root["moved"]?.integer ?? 0)
    before = (root["before"]?.array ?? []).compactMap { node in
      guard let url = node["url"]?.string, let password = node["password"]?.string else { return nil }
      return Login(url: url, password: password)
    }
  }

  func save(at path: String) throws(SystemError) {
    let keys = keys.map { key -> JSONValue in
      ["epoch": .integer(Int64(key.epoch.number)), "group": .string(HexText.text(of: key.group))]
    }
    let value: JSONValue = [
      "url": .string(url), "password": .string(password), "owner": .string(owner.text),
      "device": .string(device.text), "secret": .string(HexText.text(of: secret)), "name": .string(name),
      "keys": .array(keys), "moved": .integer(Int64(clamping: moved)),
      "before": .array(before.map { ["url": .string($0.url), "password": .string($0.password)] }),
      "past": past.map { ["device": .string($0.device.text), "name": .string($0.name), "at": .integer($0.at)] }
        ?? .null,
    ]
    try Files.replace(path, with: value.octets + [0x0A])
  }

  /// The mailbox's address with the login.
  func address() throws(MailboxError) -> MailboxAddress {
    let address = try MailboxAddress(url)
    return address.login(address.user, password: password)
  }

  /// The keys, ready for use; `nil` only if one in the file is not 32 octets long.
  func ring(_ sodium: Sodium) -> KeyRing? {
    var ring: KeyRing?
    for key in keys {
      guard let keys = sodium.keys(of: key.epoch, group: key.group) else { return nil }
      if ring == nil { ring = KeyRing(keys) } else { ring?.add(keys) }
    }
    return ring
  }
}
