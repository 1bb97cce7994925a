internal import CardDumps
internal import CommandShell
internal import Octets
internal import TagFormats

func dump(ofLine line: [UInt8]) throws(Failure) -> CardDump {
  let wish = try MemoryWish(line: line)
  guard wish.type == .type4 else {
    guard let image = TagImage(wish.type, try hexOctets(ofLine: Array(wish.hex.utf8))) else {
      throw Failure(
        .badData, kind: "bad-memory", what: "a type 4 card has files", at: .text("hex"), advice: "give cc and files")
    }
    guard case .type1(var topaz) = image, let headerROM = wish.headerROM else {
      return CardDump(format: .raw, image: image)
    }
    topaz.headerROM = headerROM
    return CardDump(format: .raw, image: .type1(topaz))
  }
  var files: [UInt16: [UInt8]] = [:]
  for (name, digits) in wish.files {
    guard let identifier = fileIdentifier(name) else {
      throw Failure(
        .badData, kind: "bad-memory", what: "'\(name)' is not the identifier of a file", at: .text("files"),
        advice: "write four hex digits, for example e104")
    }
    files[identifier] = try hexOctets(ofLine: Array(digits.utf8))
  }
  let container = try hexOctets(ofLine: Array(wish.container.utf8))
  return CardDump(format: .raw, image: .type4(Type4Image(container: container, files: files)))
}

/// One line of `memory decode --lines`: a memory, and what is known of it.
private struct MemoryWish {
  let type: TagType
  var hex = ""
  var container = ""
  /// The first octet of a type 1 card's header ROM.
  var headerROM: UInt8?
  var files: [(name: String, digits: String)] = []

  init(line: [UInt8]) throws(Failure) {
    self = try object(ofLine: line, orElse: "bad-memory", help: "keytool memory decode") {
      item throws(JSONShapeError) in try MemoryWish(item)
    }
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("type", "hex", "cc", "files", "hr0")
    let word = try members.required("type").word(among: TagType.allCases.map(\.rawValue))
    type = TagType(rawValue: word) ?? .type2
    guard type == .type4 else {
      hex = try members.required("hex").string()
      if let header = members["hr0"] { headerROM = UInt8(try header.integer(in: 0...0xFF)) }
      return
    }
    container = try members.required("cc").string()
    for (name, file) in try members["files"]?.namedItems() ?? [] { files.append((name, try file.string())) }
  }
}
