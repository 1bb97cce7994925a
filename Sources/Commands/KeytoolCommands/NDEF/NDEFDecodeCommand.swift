internal import CardDumps
internal import CommandShell
internal import NDEF
internal import Octets

private let hex = Option("hex", value: .text("HEX"), "the message as hex digits")
private let lines = Flag("lines", "answer each line of hex with JSON")
private let lenient = Flag("lenient", "read what is readable of a malformed message")
private let file = Operand<String>(.file(), "the file with the message; - is standard input", count: .optional)

var ndefDecodeCommand: ProgramCommand {
  ProgramCommand(
    "decode", "Show what an NDEF message says",
    discussion: """
      The message is read strictly: what breaks a rule of the specification is refused, with the offset of the byte. A record whose \
      content is not what its type promises does not spoil the others; it shows as malformed, with the reason. A \
      card's dump (of keytool, a Flipper Zero, the Proxmark3 client, TagInfo and others) is known by what is in it, and its message is shown.

      $ keytool ndef decode --hex d101 0c55 04 666f6375736b65792e617070
      $ keytool ndef decode Tags/start.ndef --json
      $ keytool ndef decode card.nfc
      $ keytool ndef decode --lines < messages.txt > records.jsonl
      """, takes: [hex, lines, lenient, file]
  ) { context throws(Failure) in
    let leniently = context.invocation[lenient]
    if context.invocation[lines] {
      try context.usage { invocation throws(UsageError) in
        if invocation[hex] != nil { throw invocation.conflict("--lines", "--hex") }
        if invocation[file] != nil { throw invocation.conflict("--lines", "FILE") }
      }
      return try context.answerEachLine { line throws(Failure) in
        try decode(hexOctets(ofLine: line), leniently: leniently).json
      }
    }
    if let digits = context.invocation[hex] {
      try context.usage { invocation throws(UsageError) in
        if invocation[file] != nil { throw invocation.conflict("--hex", "FILE") }
      }
      try context.answerInPages(decode(hexOctets(ofLine: Array(digits.utf8)), leniently: leniently))
    } else {
      let name = try context.usage { invocation throws(UsageError) in try invocation.require(file) }
      try context.answerInPages(decode(file: context.read(file: name), named: name, leniently: leniently))
    }
    return .done
  }
}

/// Reads a message, and reports a fault in the friendliest way that fits.
private func decode(_ octets: [UInt8], leniently: Bool) throws(Failure) -> MessageAnswer {
  do throws(NDEFError) {
    return try MessageAnswer(octets, leniently: leniently)
  } catch {
    if let wrapping = MessageWrapping(of: octets, error: error) { throw .wrapped(wrapping) }
    throw .noMessage(error)
  }
}

/// Reads the message in a file: by itself, as hex digits, or in a card's memory as some tool has dumped it.
private func decode(
  file content: [UInt8], named name: String, leniently: Bool
) throws(Failure) -> MessageAnswer {
  let octets = try octetsOrDigits(content)
  if let answer = try? MessageAnswer(octets, leniently: false) { return answer }
  var found = try recognized(content, named: name)
  if found == nil { found = try recognized(octets, named: name) }
  guard let dump = found else {
    if CardDump.isText(content), !looksLikeHex(content) { throw .unknownText(name) }
    return try decode(octets, leniently: leniently)
  }
  var answer = try decode(dump.message(named: name), leniently: leniently)
  answer.source = dump
  return answer
}
