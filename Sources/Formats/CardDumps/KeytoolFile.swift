package import JSONText
internal import Octets
package import TagFormats

/// What `keytool dump` writes: an answer about the card, and with it the memory as far as it was read.
struct KeytoolFile {
  /// The member by which such a file is known; it is null for a card with files.
  static let memory = "memory_hex"

  private let root: JSONNode

  init(_ root: JSONNode) {
    self.root = root
  }

  func dump() throws(DumpError) -> CardDump {
    guard let type = root["type"]?.string.flatMap(TagType.init(rawValue:)) else { throw .member("type") }
    guard let image = try image(type) else { throw .noMemory(type.rawValue, line: 1) }
    let name = root["chip"]?.string
    let chip = Chip.allCases.first { $0.name == name }
    return CardDump(format: .keytool, image: image, chip: chip, uid: try octets("uid") ?? [])
  }

  private func image(_ type: TagType) throws(DumpError) -> TagImage? {
    if type == .type4 {
      guard let container = try octets("cc_hex") else { return nil }
      var files: [UInt16: [UInt8]] = [:]
      for file in root["files"]?.object ?? [] {
        guard let identifier = UInt16(file.name, radix: 16), let text = file.value.string,
          let octets = HexDigits.octets(of: text.utf8)
        else { throw .member("files/\(file.name)") }
        files[identifier] = octets
      }
      var image = Type4Image(container: container, files: files)
      image.isContainerPartial = root["cc_partial"]?.bool ?? false
      image.usesOldApplication = root["old_application"]?.bool ?? false
      return .type4(image)
    }
    guard let octets = try octets(Self.memory) else { return nil }
    switch TagImage(type, octets) {
    case .type2(var image):
      image.dynamicLocks = try self.octets("dynamic_locks_hex")
      image.configuration = try self.octets("configuration_hex")
      image.keyedFromPage = try number("keyed_from_page")
      if let locks = image.dynamicLocks, locks.count < 4 { throw .member("dynamic_locks_hex") }
      if let configuration = image.configuration, configuration.count != 8 { throw .member("configuration_hex") }
      return .type2(image)
    case .type5(var image):
      image.memorySize = try number("memory_size")
      image.blockSize = try number("block_size")
      image.lockedBlocks = try numbers("locked_blocks").map { Set($0) }
      return .type5(image)
    case .type1(var image):
      image.headerROM = try number("header_rom").map { UInt8(truncatingIfNeeded: $0) }
      return .type1(image)
    case let image: return image
    }
  }

  private func octets(_ name: String) throws(DumpError) -> [UInt8]? {
    guard let node = root[name], !node.isNull else { return nil }
    guard let octets = node.string.flatMap({ HexDigits.octets(of: $0.utf8) }) else { throw .member(name) }
    return octets
  }

  private func number(_ name: String) throws(DumpError) -> Int? {
    guard let node = root[name], !node.isNull else { return nil }
    guard let number = node.integer, (0...0x10_0000).contains(number) else { throw .member(name) }
    return Int(number)
  }

  private func numbers(_ name: String) throws(DumpError) -> [Int]? {
    guard let node = root[name], !node.isNull else { return nil }
    guard let array = node.array else { throw .member(name) }
    var numbers: [Int] = []
    for item in array {
      guard let number = item.integer, (0...0x10_0000).contains(number) else { throw .member(name) }
      numbers.append(Int(number))
    }
    return numbers
  }
}

extension CardDump {
  /// The members that a file of ``Format/keytool`` has about a card's memory.
  package static func members(of image: TagImage?) -> [(name: String, value: JSONValue)] {
    func hex(_ octets: [UInt8]) -> JSONValue { .string(HexText.text(of: octets)) }
    switch image {
    case .type1(let image):
      return [(KeytoolFile.memory, hex(image.octets))]
        + (image.headerROM.map { [("header_rom", JSONValue(Int($0)))] } ?? [])
    case .type2(let image):
      return [(KeytoolFile.memory, hex(image.octets))]
        + (image.dynamicLocks.map { [("dynamic_locks_hex", hex($0))] } ?? [])
        + (image.configuration.map { [("configuration_hex", hex($0))] } ?? [])
        + (image.keyedFromPage.map { [("keyed_from_page", JSONValue($0))] } ?? [])
    case .type3(let image): return [(KeytoolFile.memory, hex(image.octets))]
    case .classic(let image): return [(KeytoolFile.memory, hex(image.octets))]
    case .type5(let image):
      return [(KeytoolFile.memory, hex(image.octets))]
        + (image.memorySize.map { [("memory_size", JSONValue($0))] } ?? [])
        + (image.blockSize.map { [("block_size", JSONValue($0))] } ?? [])
        + (image.lockedBlocks.map { [("locked_blocks", .array($0.sorted().map { JSONValue($0) }))] } ?? [])
    case .type4(let image):
      var files = JSONObject()
      for (identifier, octets) in image.files.sorted(by: { $0.key < $1.key }) {
        files.append(
          HexText.text(of: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)], uppercase: true), hex(octets))
      }
      return [
        (KeytoolFile.memory, .null), ("cc_hex", hex(image.container)), ("cc_partial", .bool(image.isContainerPartial)),
        ("old_application", .bool(image.usesOldApplication)), ("files", .object(files)),
      ]
    case nil: return [(KeytoolFile.memory, .null)]
    }
  }
}
