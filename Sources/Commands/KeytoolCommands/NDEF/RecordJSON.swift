internal import JSONText
internal import NDEF
internal import Octets

extension NDEFRecord {
  /// The record as every command of keytool shows it.
  var json: JSONValue {
    var object = JSONObject()
    object.append("tnf", JSONValue(tnf))
    object.append("type", .string(typeName))
    object.append("type_hex", .string(HexText.text(of: type)))
    object.append("id_hex", .string(HexText.text(of: id)))
    object.append("payload_hex", .string(HexText.text(of: payload)))
    content.addMembers(to: &object)
    return .object(object)
  }
}

extension RecordContent {
  var kind: String {
    switch self {
    case .empty: "empty"
    case .uri: "uri"
    case .text: "text"
    case .smartPoster: "smart-poster"
    case .androidApplication: "aar"
    case .external: "external"
    case .media: "mime"
    case .absoluteURI: "absolute-uri"
    case .handover: "handover"
    case .wiFi: "wifi"
    case .bluetooth: "bluetooth"
    case .bluetoothLowEnergy: "bluetooth-le"
    case .signature: "signature"
    case .deviceInformation: "device-information"
    case .wellKnown: "well-known"
    case .unknown: "unknown"
    case .malformed: "malformed"
    }
  }

  fileprivate func addMembers(to object: inout JSONObject) {
    object.append("kind", .string(kind))
    switch self {
    case .empty, .external, .media, .wellKnown, .unknown: break
    case .uri(let record): object.append("uri", .string(record.uri))
    case .absoluteURI(let uri): object.append("uri", .string(uri))
    case .text(let record):
      object.append("text", .string(record.text))
      object.append("lang", .string(record.language))
      object.append("encoding", .string(record.encoding.rawValue))
    case .smartPoster(let poster): poster.addMembers(to: &object)
    case .androidApplication(let application): object.append("package", .string(application.package))
    case .handover(let handover): handover.addMembers(to: &object)
    case .wiFi(let configuration):
      object.append("networks", .array(configuration.credentials.map { credential in credential.json }))
    case .bluetooth(let device), .bluetoothLowEnergy(let device): device.addMembers(to: &object)
    case .signature(let signature): signature.addMembers(to: &object)
    case .deviceInformation(let device): device.addMembers(to: &object)
    case .malformed(let type, let fault):
      object.append("of", .string(type.rawValue))
      object.append(
        "reason", ["kind": .string(fault.kind), "message": .string(fault.description), "at": JSONValue(fault.offset)])
    }
  }
}

extension SmartPoster {
  fileprivate func addMembers(to object: inout JSONObject) {
    object.append("uri", .string(uri.uri))
    if let first = titles.first {
      object.append("text", .string(first.text))
      object.append("lang", .string(first.language))
    }
    object.append(
      "titles",
      .array(titles.map { title in ["lang": .string(title.language), "text": .string(title.text)] }))
    if let action { object.append("action", .string(action.word)) }
    if let size { object.append("size", JSONValue(size)) }
    if let mediaType { object.append("media_type", .string(mediaType)) }
    if !icons.isEmpty {
      object.append(
        "icons",
        .array(icons.map { icon in ["media_type": .string(icon.mediaType), "size": JSONValue(icon.octets.count)] }))
    }
  }
}

extension SmartPoster.Action {
  var word: String {
    switch self {
    case .open: "open"
    case .save: "save"
    case .edit: "edit"
    case .reserved(let octet): "reserved-\(octet)"
    }
  }
}

extension Handover {
  fileprivate func addMembers(to object: inout JSONObject) {
    object.append("role", .string(role.word))
    object.append("version", .string("\(version >> 4).\(version & 0x0F)"))
    object.append(
      "carriers",
      .array(
        carriers.map { carrier in
          [
            "power": .string(carrier.power.rawValue),
            "reference_hex": .string(HexText.text(of: carrier.reference)),
            "auxiliary_hex": JSONValue(carrier.auxiliary.map { reference in HexText.text(of: reference) }),
          ]
        }))
    if let collision { object.append("collision", JSONValue(collision)) }
    if let refusal {
      object.append(
        "refusal", ["reason": JSONValue(refusal.reason), "data_hex": .string(HexText.text(of: refusal.data))])
    }
  }
}

extension Handover.Role {
  var word: String {
    switch self {
    case .select: "select"
    case .request: "request"
    case .mediation: "mediation"
    case .initiate: "initiate"
    }
  }
}

extension WiFiConfiguration.Credential {
  fileprivate var json: JSONValue {
    .members([
      "ssid": .string(String(decoding: networkName, as: UTF8.self)),
      "ssid_hex": .string(HexText.text(of: networkName)),
      "authentication": authentication.map { number in .string(authenticationWord(number)) },
      "encryption": encryption.map { number in .string(encryptionWord(number)) },
      "key": key.map { key in .string(String(decoding: key, as: UTF8.self)) },
      "mac": station.map { station in .string(address(station)) },
    ])
  }

  private func authenticationWord(_ number: UInt16) -> String {
    switch number {
    case 0x0001: "open"
    case 0x0002: "wpa-personal"
    case 0x0004: "shared"
    case 0x0008: "wpa-enterprise"
    case 0x0010: "wpa2-enterprise"
    case 0x0020: "wpa2-personal"
    case 0x0022: "wpa-wpa2-personal"
    default: "reserved-\(number)"
    }
  }

  private func encryptionWord(_ number: UInt16) -> String {
    switch number {
    case 0x0001: "none"
    case 0x0002: "wep"
    case 0x0004: "tkip"
    case 0x0008: "aes"
    case 0x000C: "tkip-aes"
    default: "reserved-\(number)"
    }
  }
}

extension BluetoothOutOfBand {
  fileprivate func addMembers(to object: inout JSONObject) {
    if let octets = self.address { object.append("address", .string(KeytoolCommands.address(octets))) }
    if let addressType { object.append("address_type", .string(addressType == 0 ? "public" : "random")) }
    if let role { object.append("role", JSONValue(role)) }
    if let name { object.append("name", .string(name)) }
    object.append(
      "structures",
      .array(
        structures.map { structure in
          ["type": JSONValue(structure.type), "data_hex": .string(HexText.text(of: structure.data))]
        }))
  }
}

extension SignatureRecord {
  fileprivate func addMembers(to object: inout JSONObject) {
    object.append("version", .string(isOlderVersion ? "1.0" : "\(version >> 4).\(version & 0x0F)"))
    object.append("algorithm", JSONValue(algorithm))
    object.append("hash", JSONValue(hash))
    object.append("certificates", JSONValue(certificates.count))
  }
}

extension DeviceInformation {
  fileprivate func addMembers(to object: inout JSONObject) {
    for (type, name): (UInt8, String) in [(0, "manufacturer"), (1, "model"), (2, "name"), (4, "firmware")] {
      if let text = text(type) { object.append(name, .string(text)) }
    }
    for item in items where item.type == 3 { object.append("uuid_hex", .string(HexText.text(of: item.value))) }
  }
}

/// A hardware address as people write it.
func address(_ octets: [UInt8]) -> String {
  octets.map { octet in HexText.text(of: [octet], uppercase: true) }.joined(separator: ":")
}
