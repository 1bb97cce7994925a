internal import CardDumps
internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import Octets
internal import TagFormats

private let type = Option(
  "type", value: .choice("TYPE", of: TagType.allCases.map { type in type.rawValue }),
  "the type of the card; a dump that names its card goes without")
private let hex = Option("hex", value: .text("HEX"), "the memory from its first octet, as hex digits")
private let container = Option(
  "cc", value: .text("HEX"), "the capability container of a type 4 card, as hex digits")
private let cardFile = Option(
  "file", value: .text("ID=HEX"), "a file of a type 4 card, for example E104=0000", mayRepeat: true)
private let lines = Flag(
  "lines",
  #"reads {"type":...,"hex":...} or {"type":"type4","cc":...,"files":{...}} per line, answers with lines of JSON"#)
private let file = Operand<String>(.file(), "the memory, or a dump of a tool; - is standard input", count: .optional)

/// `memory decode`: what is on a card, out of its memory.
let memoryDecodeCommand = ProgramCommand(
  CommandSpec(
    "decode", "shows what a card's memory holds",
    discussion: """
      The memory is taken from its first octet: page or block 0, for type 3 the attribute block. A type 4 card has files instead: its \
      capability container (E103) and those that the container names. Files of a Flipper Zero (.nfc), of the Proxmark3 client (.json, \
      .bin) and plain dumps (.mfd, .bin, .eml) are known by what is in them.

      $ keytool memory decode --type type2 --hex 04e10c61da993c80ff480000e110120003...
      $ keytool memory decode card.nfc
      $ keytool memory decode --type type4 --cc 000f20003b00340406e10400320000 --file E104=0000
      """
  ) {
    type
    hex
    container
    cardFile
    lines
    file
  }
) { context throws(CommandError) in
  if context.invocation[lines] {
    try context.usage { invocation throws(UsageError) in
      for occurrence in invocation.occurrences
      where ![lines.spec.name, Program.json.spec.name].contains(occurrence.name) {
        throw invocation.conflict("--lines", "--" + occurrence.name)
      }
      if invocation[file] != nil { throw invocation.conflict("--lines", "FILE") }
    }
    return try decodeLines(context)
  }
  try context.answer(MemoryAnswer(try dump(of: context)))
  return .done
}

/// The memory that the command line names.
private func dump(of context: CommandContext) throws(CommandError) -> CardDump {
  let invocation = context.invocation
  let wanted = invocation[type].flatMap { word in TagType(rawValue: word) }
  if let digits = invocation[container] {
    try context.usage { invocation throws(UsageError) in
      if invocation[hex] != nil { throw invocation.conflict("--cc", "--hex") }
      if invocation[file] != nil { throw invocation.conflict("--cc", "FILE") }
      if let word = invocation[type], word != TagType.type4.rawValue {
        throw invocation.conflict("--cc", "--type \(word)")
      }
    }
    var files: [UInt16: [UInt8]] = [:]
    for occurrence in invocation.occurrences {
      guard let value = occurrence[cardFile] else { continue }
      let (identifier, octets) = try namedFile(value)
      files[identifier] = octets
    }
    let image = Type4Image(container: try hexOctets(ofLine: Array(digits.utf8)), files: files)
    return CardDump(format: .raw, image: .type4(image))
  }
  try context.usage { invocation throws(UsageError) in
    if invocation[cardFile] != nil { throw invocation.conflict("--file", "a command without --cc") }
    if invocation[hex] != nil, invocation[file] != nil { throw invocation.conflict("--hex", "FILE") }
  }
  if let digits = invocation[hex] {
    return try dump(of: hexOctets(ofLine: Array(digits.utf8)), as: wanted, named: "--hex")
  }
  let name = try context.usage { invocation throws(UsageError) in try invocation.require(file) }
  let content = try context.read(file: name)
  if let dump = try recognized(content, named: name), wanted.map({ $0 == dump.image.type }) ?? true {
    return dump
  }
  return try dump(of: octetsOrDigits(content), as: wanted, named: name)
}

/// A memory whose type is given, or shows.
private func dump(
  of octets: [UInt8], as type: TagType?, named name: String
) throws(CommandError) -> CardDump {
  if let type {
    guard let image = TagImage(type, octets) else {
      throw CommandError(
        .usage, kind: "bad-value", what: "a type 4 card has files, not one memory", at: .text(name),
        advice: "give --cc HEX and --file E104=HEX")
    }
    return CardDump(format: .raw, image: image)
  }
  guard let dump = try recognized(octets, named: name) else {
    throw CommandError(
      .badData, kind: "unknown-dump", what: "this is the memory of no card that shows its type", at: .text(name),
      advice: "say which it is with --type")
  }
  return dump
}

/// `E104=0000`.
private func namedFile(_ value: String) throws(CommandError) -> (UInt16, [UInt8]) {
  let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let identifier = fileIdentifier(String(parts[0])) else {
    throw CommandError(
      .usage, kind: "bad-value", what: "a file is an identifier of four hex digits and its octets",
      at: .text("--file \(value)"), advice: "write it like E104=0000")
  }
  return (identifier, try hexOctets(ofLine: Array(parts[1].utf8)))
}

private func fileIdentifier(_ text: String) -> UInt16? {
  text.utf8.count == 4 && text.utf8.allSatisfy { HexText.value(ofDigit: $0) != nil } ? UInt16(text, radix: 16) : nil
}

/// One answer per line, good or bad; a bad line does not end the work.
private func decodeLines(_ context: CommandContext) throws(CommandError) -> ExitCode {
  var output: [UInt8] = []
  try context.forEachLine { line throws(CommandError) in
    output.removeAll(keepingCapacity: true)
    do throws(CommandError) {
      try MemoryAnswer(dump(ofLine: line)).json.write(into: &output)
    } catch {
      error.json.write(into: &output)
    }
    output.append(UInt8(ascii: "\n"))
    try context.write(octets: output)
  }
  return .done
}

/// The memory that one line of JSON gives.
private func dump(ofLine line: [UInt8]) throws(CommandError) -> CardDump {
  let wish = try MemoryWish(line: line)
  guard wish.type == .type4 else {
    guard let image = TagImage(wish.type, try hexOctets(ofLine: Array(wish.hex.utf8))) else {
      throw CommandError(
        .badData, kind: "bad-memory", what: "a type 4 card has files", at: .text("hex"), advice: "give cc and files")
    }
    return CardDump(format: .raw, image: image)
  }
  var files: [UInt16: [UInt8]] = [:]
  for (name, digits) in wish.files {
    guard let identifier = fileIdentifier(name) else {
      throw CommandError(
        .badData, kind: "bad-memory", what: "'\(name)' is no identifier of a file", at: .text("files"),
        advice: "write four hex digits, for example e104")
    }
    files[identifier] = try hexOctets(ofLine: Array(digits.utf8))
  }
  let container = try hexOctets(ofLine: Array(wish.container.utf8))
  return CardDump(format: .raw, image: .type4(Type4Image(container: container, files: files)))
}

/// What a line gives.
private struct MemoryWish {
  let type: TagType
  var hex = ""
  var container = ""
  var files: [(name: String, digits: String)] = []

  init(line: [UInt8]) throws(CommandError) {
    let item: JSONItem
    do throws(JSONError) {
      item = JSONItem(try JSONDocument(line).root)
    } catch {
      throw CommandError(
        .badData, kind: "not-json", what: error.message, at: .text(error.place.inWords),
        advice: "give one object per line")
    }
    do throws(JSONShapeError) {
      try self.init(item)
    } catch {
      throw CommandError(
        .badData, kind: "bad-memory", what: error.message, at: .text(error.place.inWords),
        advice: "see keytool memory decode --help")
    }
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("type", "hex", "cc", "files")
    let word = try members.required("type").word(among: TagType.allCases.map(\.rawValue))
    type = TagType(rawValue: word) ?? .type2
    guard type == .type4 else {
      hex = try members.required("hex").string()
      return
    }
    container = try members.required("cc").string()
    for (name, file) in try members["files"]?.namedItems() ?? [] { files.append((name, try file.string())) }
  }
}
