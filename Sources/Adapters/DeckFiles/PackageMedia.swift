internal import JSONText

/// A package's media list: the name of each numbered entry.
struct PackageMedia {
  private(set) var names: [String: String] = [:]

  /// More entries than the largest deck has.
  static let most = 200_000
  /// The most bytes of all pictures and sounds together.
  static let mostOctets = 4 << 30
  /// The most bytes of the list.
  static let mostList = 64 << 20

  init() {}

  /// The list of older packages: `{"0": "cat.png"}`.
  init(json octets: [UInt8]) throws(DeckFileError) {
    let limits = JSONLimits(octets: Self.mostList, depth: 4)
    // Without pictures the file may be empty.
    guard let members = try? JSONDocument(octets, limits: limits).root.object else {
      if octets.isEmpty { return }
      throw .damagedPackage("its list of media is not JSON")
    }
    guard members.count <= Self.most else { throw .tooMany("media files", limit: Self.most) }
    for member in members { note(member.value.string ?? "", member.name) }
  }

  /// The list of newer packages: a protobuf message, with the entries in order of their numbers.
  init(message octets: [UInt8]) throws(DeckFileError) {
    var message = ProtobufFields(octets)
    var number = 0
    while let field = message.next() {
      guard case .octets(1, let entry) = field else { continue }
      guard number < Self.most else { throw .tooMany("media files", limit: Self.most) }
      var members = ProtobufFields(Array(entry))
      while let member = members.next() {
        if case .octets(1, let name) = member { note(String(decoding: name, as: UTF8.self), String(number)) }
      }
      number += 1
    }
  }

  private mutating func note(_ name: String, _ entry: String) {
    let isNumber = !entry.isEmpty && entry.utf8.count < 10 && entry.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, !name.isEmpty, name.utf8.count <= 1000 { names[entry] = name }
  }
}
