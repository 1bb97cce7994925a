internal import CardDumps
internal import CommandShell
internal import Octets
internal import TagFormats

private let type = Option(
  "type", value: .choice("TYPE", of: TagType.allCases.map { type in type.rawValue }),
  "the card's type, if the dump lacks it")
private let hex = Option("hex", value: .text("HEX"), "the memory as hex digits")
private let container = Option(
  "cc", value: .text("HEX"), "a type 4 card's capability container, in hex")
private let cardFile = Option("file", value: .text("ID=HEX"), "a file of a type 4 card: E104=0000", mayRepeat: true)
private let lines = Flag("lines", "answer each line of JSON with one")
private let file = Operand<String>(.file(), "the memory, or a dump of a tool; - is standard input", count: .optional)

var memoryDecodeCommand: ProgramCommand {
  ProgramCommand(
    "decode", "Show what a card's memory holds",
    discussion: """
      The memory is taken from its first byte: page or block 0, for type 3 the attribute block. A type 4 card has files instead: its \
      capability container (E103) and those that the container names. Files of keytool dump, of a Flipper Zero (.nfc), of the Proxmark3 \
      client (.json, .bin), of MIFARE Classic Tool (.txt), of NXP TagInfo (.xml) and plain dumps (.mfd, .bin, .eml) are known by what is \
      in them, whatever they are called. A card that is not formatted is shown too, and the command ends with 65.

      With --lines each line is {"type":...,"hex":...} or {"type":"type4","cc":...,"files":{...}}.

      $ keytool memory decode --type type2 --hex 04e10c61da993c80ff480000e110120003...
      $ keytool memory decode card.nfc
      $ keytool memory decode --type type4 --cc 000f20003b00340406e10400320000 --file E104=0000
      """, takes: [type, hex, container, cardFile, lines, file]
  ) { context throws(Failure) in
    if context.invocation[lines] {
      try context.usage { invocation throws(UsageError) in
        for occurrence in invocation.occurrences
        where ![lines.spec.name, Program.json.spec.name].contains(occurrence.name) {
          throw invocation.conflict("--lines", "--" + occurrence.name)
        }
        if invocation[file] != nil { throw invocation.conflict("--lines", "FILE") }
      }
      return try context.answerEachLine { line throws(Failure) in try MemoryAnswer(dump(ofLine: line)).json }
    }
    let answer = try MemoryAnswer(try dump(of: context))
    try context.answerInPages(answer)
    guard let failure = answer.failure else { return .done }
    try context.flush()
    context.printNote(failure.line(program: ""))
    return failure.exitCode
  }
}

private func dump(of context: CommandContext) throws(Failure) -> CardDump {
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
  return try dump(in: context.read(file: name), as: wanted, named: name)
}

/// Recognizes a dump by its content, or reads a memory of the given type.
private func dump(
  in content: [UInt8], as type: TagType?, named name: String
) throws(Failure) -> CardDump {
  // What is in a plain memory is told by the person if anybody does; a tool's file speaks for itself.
  let isText = CardDump.isText(content)
  let found = type == nil || isText ? try recognized(content, named: name) : try? recognized(content, named: name)
  if let found {
    guard let type, type != found.image.type else { return found }
    guard [.raw, .hexLines].contains(found.format) else {
      throw Failure(
        .badData, kind: "other-type", what: "the file holds a \(found.image.type.rawValue) card, not \(type.rawValue)",
        at: .text("\(name), \(isText ? "line 1" : "offset 0")"), advice: "leave --type out")
    }
  }
  if isText, !looksLikeHex(content) { throw .unknownText(name) }
  return try dump(of: octetsOrDigits(content), as: type, named: name)
}

/// Reads a memory whose type is given or recognized.
private func dump(
  of octets: [UInt8], as type: TagType?, named name: String
) throws(Failure) -> CardDump {
  if let type {
    guard let image = TagImage(type, octets) else {
      throw Failure(
        .usage, kind: "bad-value", what: "a type 4 card has files, not one memory", at: .text(name),
        advice: "give --cc HEX and --file E104=HEX")
    }
    return CardDump(format: .raw, image: image)
  }
  guard let dump = try recognized(octets, named: name) else {
    throw Failure(
      .badData, kind: "unknown-dump", what: "no known card's memory looks like this", at: .text("\(name), offset 0"),
      advice: "say which it is with --type")
  }
  return dump
}

/// `E104=0000`.
private func namedFile(_ value: String) throws(Failure) -> (UInt16, [UInt8]) {
  let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let identifier = fileIdentifier(String(parts[0])) else {
    throw Failure(
      .usage, kind: "bad-value", what: "a file is an identifier of four hex digits and its contents",
      at: .text("--file \(value)"), advice: "write it like E104=0000")
  }
  return (identifier, try hexOctets(ofLine: Array(parts[1].utf8)))
}

func fileIdentifier(_ text: String) -> UInt16? {
  text.utf8.count == 4 && text.utf8.allSatisfy { HexText.value(ofDigit: $0) != nil } ? UInt16(text, radix: 16) : nil
}
