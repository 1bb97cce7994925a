internal import CardDumps
internal import CommandShell
internal import Octets
internal import TagFormats

/// Recognizes a dump by its content; `nil` if it is not one.
func recognized(_ content: [UInt8], named name: String) throws(Failure) -> CardDump? {
  guard !content.isEmpty else {
    throw Failure(
      .badData, kind: "empty-file", what: "the file is empty", at: .text("\(name), offset 0"),
      advice: "dump the card again")
  }
  return try renaming({ Failure.faulty($0, in: name) }, CardDump(recognizing: content))
}

extension CardDump {
  func message(named name: String) throws(Failure) -> [UInt8] {
    let contents = try renaming(Failure.faulty(_:), self.contents())
    switch contents.message {
    case .octets(let octets): return octets
    case .damaged(let fault): throw .faulty(fault)
    case .unformatted: throw .unformatted(contents, isSwitchedOff: isSwitchedOff)
    case .empty, .missing:
      throw Failure(
        .badData, kind: "no-message", what: "the card in this dump is formatted and empty: there is no message to read",
        at: .text(name), advice: "keytool memory decode says more about the card")
    case .interrupted, .hidden:
      throw Failure(
        .badData, kind: "no-message", what: "there is no message to read: \(contents.message.words)", at: .text(name),
        advice: "keytool memory decode says more about the card")
    }
  }
}

extension Failure {
  /// A text that no known tool has written.
  static func unknownText(_ name: String) -> Failure {
    Failure(
      .badData, kind: "unknown-text", what: "this is a text file of unknown form", at: .text("\(name), line 1"),
      advice: "give a dump of a known tool, the memory as it is, or its hex digits")
  }

  static func faulty(_ fault: DumpError, in name: String) -> Failure {
    func bad(_ kind: String, _ what: String, _ place: String?, _ advice: String = "dump the card again") -> Failure {
      let place = place.map { "\(name), \($0)" } ?? name
      return Failure(.badData, kind: kind, what: what, at: .text(place), advice: advice)
    }
    let apart = "keep one dump in each file"
    switch fault {
    case .line(let number): return bad("bad-dump", "line \(number) is not what its name promises", "line \(number)")
    case .member(let member):
      return bad("bad-dump", "'\(oneLine(member))' is not what its name promises", oneLine(member))
    case .notJSON(let offset): return bad("bad-dump", "the JSON is cut short or damaged", "offset \(offset)")
    case .repeated(let line):
      return bad("doubled", "a second dump begins here, or a part comes twice", "line \(line)", apart)
    case .missing(let part, let line): return bad("bad-dump", "\(oneLine(part)) is missing", "line \(line)")
    case .cutShort(let line):
      return bad("cut-short", "the file is cut short: more belongs behind its last line", "line \(line)")
    case .cutShortAt(let offset, let needed):
      return bad("cut-short", "the file is cut short: it ends where byte \(needed - 1) is needed", "offset \(offset)")
    case .doubled(let offset):
      return bad("doubled", "the file continues after the end of the memory", "offset \(offset)", apart)
    case .noMemory(let kind, let line):
      return bad(
        "no-memory", "the file describes a card (\(oneLine(kind))) without its memory", "line \(line)",
        "dump the card with its contents")
    case .noMessageApplication("DESFire"):
      return bad(
        "no-ndef", "this DESFire has no NDEF application", nil, "hold the card on a reader and run keytool format")
    case .noMessageApplication(let kind):
      return bad("no-ndef", "this \(oneLine(kind)) has no NDEF system", nil, "use another card")
    }
  }
}
