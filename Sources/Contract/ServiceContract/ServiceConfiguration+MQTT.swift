extension ServiceConfiguration {
  package struct MQTT: Sendable, Equatable {
    package var host: String
    package var port: UInt16
    package var usesTLS: Bool
    /// The file of authorities that may vouch for the broker; `nil` for this computer's.
    package var authorities: String?
    package var user: String?
    package var passwordFile: String?
    /// The prefix under which Home Assistant looks for devices; `nil` for no discovery.
    package var discovery: String?
    /// Whether the UIDs of cards are published.
    package var announcesTags: Bool
    /// This computer's id in topics; `nil` for one made from its name.
    package var id: String?
  }

  /// The prefix that Home Assistant ships with.
  package static let usualDiscovery = "homeassistant"

  static func mqtt(_ item: JSONItem, folder: String) throws(JSONShapeError) -> MQTT {
    let members = try item.members(
      "host", "port", "tls", "authorities", "user", "passwordFile", "discovery", "announceTags", "id")
    let usesTLS = try members["tls"]?.bool() ?? false
    var port = UInt16(usesTLS ? 8883 : 1883)
    if let member = members["port"] { port = UInt16(try member.integer(in: 1...Int64(UInt16.max))) }
    if let authorities = members["authorities"], !usesTLS { throw authorities.refusal("this needs tls: true") }
    if let file = members["passwordFile"], members["user"] == nil { throw file.refusal("give the user, too") }
    return MQTT(
      host: try host(try members.required("host")), port: port, usesTLS: usesTLS,
      authorities: try members["authorities"].map { item throws(JSONShapeError) in try path(item, folder) },
      user: try members["user"]?.string(),
      passwordFile: try members["passwordFile"].map { item throws(JSONShapeError) in try path(item, folder) },
      discovery: try discovery(members["discovery"]),
      announcesTags: try members["announceTags"]?.bool() ?? false,
      id: try members["id"].map { item throws(JSONShapeError) in try id(item) })
  }

  private static func host(_ item: JSONItem) throws(JSONShapeError) -> String {
    let host = try item.string()
    // Letters, digits, dots, hyphens; colons and a percent sign in an address of IPv6.
    let isPlain = host.utf8.allSatisfy { octet in
      switch octet {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x25: true
      default: false
      }
    }
    guard isPlain, !host.isEmpty, host.utf8.count <= 255 else {
      throw item.refusal("give the broker's host alone, such as \"localhost\"")
    }
    return host
  }

  private static func discovery(_ item: JSONItem?) throws(JSONShapeError) -> String? {
    guard let item else { return usualDiscovery }
    if case .bool(false) = item.node.content { return nil }
    let prefix = try item.string()
    let isTopic = prefix.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"+#".utf8.contains($0) }
    guard isTopic, !prefix.isEmpty, prefix.utf8.count <= 64, prefix.utf8.first != UInt8(ascii: "$") else {
      throw item.refusal("give a topic such as \"homeassistant\", or false")
    }
    return prefix
  }

  private static func id(_ item: JSONItem) throws(JSONShapeError) -> String {
    let id = try item.string()
    let isPlain = id.utf8.allSatisfy { octet in
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
      default: false
      }
    }
    guard isPlain, !id.isEmpty, id.utf8.count <= 40 else {
      throw item.refusal("use up to 40 letters, digits and hyphens")
    }
    return id
  }

  private static func path(_ item: JSONItem, _ folder: String) throws(JSONShapeError) -> String {
    let file = try item.string()
    guard !file.isEmpty, !file.utf8.contains(0) else { throw item.refusal("give a file") }
    return file.hasPrefix("/") ? file : folder + file
  }
}
