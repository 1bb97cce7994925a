internal import CardDumps
internal import CommandShell
internal import JSONText
internal import Octets
internal import TagFormats

extension CommandError {
  /// A memory that cannot be read as a card's.
  static func faulty(_ fault: LayoutError) -> CommandError {
    let (kind, what, offset, advice) = parts(of: fault)
    return CommandError(.badData, kind: kind, what: what, at: .offset(offset), advice: advice)
  }

  /// A memory that has no NDEF layout.
  static func unformatted(_ contents: CardContents) -> CommandError {
    let place =
      switch contents.type {
      case .type1: 8
      case .type2: 12
      case .type3, .type4, .type5: 0
      case .classic: 57
      }
    return CommandError(
      .badData, kind: "not-formatted", what: "the card is not formatted for NDEF", at: .offset(place),
      advice: "keytool format makes it ready for a message")
  }

  /// A dump that cannot be used.
  static func faulty(_ fault: DumpError, in name: String) -> CommandError {
    switch fault {
    case .line(let number):
      CommandError(
        .badData, kind: "bad-dump", what: "line \(number) is not what its name promises", at: .text(name),
        advice: "dump the card again")
    case .member(let member):
      CommandError(
        .badData, kind: "bad-dump", what: "'\(oneLine(member))' is not what its name promises", at: .text(name),
        advice: "dump the card again")
    case .noMemory(let kind):
      CommandError(
        .badData, kind: "no-memory", what: "the file describes a card (\(oneLine(kind))) and has no memory of it",
        at: .text(name), advice: "dump the card with its contents")
    }
  }

  private static func parts(of fault: LayoutError) -> (kind: String, what: String, offset: Int, advice: String) {
    switch fault {
    case .cutShort(let at, let needed):
      ("cut-short", "the memory ends where octet \(needed - 1) is needed", at, "give the whole memory")
    case .notFormatted(let at, let found):
      ("not-formatted", "\(HexText.text(of: [found])) stands where a formatted card has its mark", at, "check the type")
    case .unknownVersion(let major, let minor, let at):
      (
        "unknown-version", "the layout is of version \(major).\(minor)", at,
        "this program reads version 1, of type 4 also 2 and 3"
      )
    case .controlLength(let length, let at):
      ("control-tlv-length", "a control TLV of length \(length) instead of 3", at, "format the card anew")
    case .beyondArea(let type, let at, let end):
      (
        "tlv-beyond-area", "TLV \(HexText.text(of: [type])) reaches past the end of the data area (\(end))", at,
        "write the message again"
      )
    case .reservedLength(let at):
      ("reserved-length", "the length ffff is reserved", at, "write the message again")
    case .checksum(let found, let computed, let at):
      (
        "checksum", "the checksum is \(String(found, radix: 16)) and should be \(String(computed, radix: 16))", at,
        "format the card anew"
      )
    case .invalidField(let field, let value, let at):
      ("invalid-\(field.word)", "\(field.words) is \(String(value, radix: 16)) in hex", at, "format the card anew")
    case .messageBeyondRoom(let length, let room, let at):
      (
        "message-beyond-room", "a message of \(octets(length)) is announced and there is room for \(room)", at,
        "write the message again"
      )
    case .missingFile(let identifier):
      (
        "missing-file", "the file \(String(identifier, radix: 16, uppercase: true)) is not there", 0,
        "give it with --file"
      )
    }
  }
}

extension TagField {
  fileprivate var word: String {
    switch self {
    case .containerLength: "container-length"
    case .maximumRead: "maximum-read"
    case .maximumWrite: "maximum-write"
    case .containerTLV: "container-tlv"
    case .fileIdentifier: "file-identifier"
    case .fileSize: "file-size"
    case .writeFlag: "write-flag"
    }
  }

  fileprivate var words: String {
    switch self {
    case .containerLength: "the length of the capability container"
    case .maximumRead: "the largest answer (MLe)"
    case .maximumWrite: "the largest command (MLc)"
    case .containerTLV: "the length of a control TLV in the capability container"
    case .fileIdentifier: "the NDEF file's identifier"
    case .fileSize: "the NDEF file's size"
    case .writeFlag: "the flag of an unfinished write"
    }
  }
}

extension LayoutWarning {
  /// The warning for programs.
  var json: JSONValue {
    switch self {
    case .longLengthForm(let at): ["kind": "long-length-form", "message": .string(words), "at": JSONValue(at)]
    case .directoryNotAnnounced: ["kind": "directory-not-announced", "message": .string(words)]
    case .secondDirectoryUnreadable: ["kind": "second-directory-unreadable", "message": .string(words)]
    case .sectorNotMarked(let at): ["kind": "sector-not-marked", "message": .string(words), "at": JSONValue(at)]
    }
  }

  /// The warning for people.
  var words: String {
    switch self {
    case .longLengthForm(let at): "a length below 255 takes three octets (offset \(at))"
    case .directoryNotAnnounced: "sector 0 does not say that there is a directory, and there is one"
    case .secondDirectoryUnreadable: "the second directory is faulty; the sectors that it names are left out"
    case .sectorNotMarked(let at): "the first message sector does not say its version (offset \(at))"
    }
  }
}

extension StoredMessage {
  /// The state of the message for programs.
  var word: String {
    switch self {
    case .unformatted: "unformatted"
    case .missing: "missing"
    case .empty: "empty"
    case .octets: "octets"
    case .interrupted: "interrupted"
    case .hidden: "hidden"
    case .damaged: "damaged"
    }
  }

  /// The state of the message for people.
  var words: String {
    switch self {
    case .unformatted: "the card is not formatted"
    case .missing: "there is none"
    case .empty: "empty"
    case .octets(let message): KeytoolCommands.octets(message.count)
    case .interrupted: "a write was cut off; writing again repairs it"
    case .hidden: "cannot be read without a key or a password"
    case .damaged: "damaged"
    }
  }
}

extension WriteBarrier {
  /// The barrier for programs.
  var kind: String {
    switch self {
    case .readOnly: "read-only"
    case .restricted: "restricted"
    case .locked: "locked"
    case .password: "password"
    }
  }

  /// The barrier for people.
  var words: String {
    switch self {
    case .readOnly: "the card says it is read-only"
    case .restricted(let access): "writing asks for a key or a password (access \(HexText.text(of: [access])))"
    case .locked: "lock bits make it unchangeable"
    case .password(let page): "a password guards it from page \(page) on"
    }
  }
}

extension CardDump.Format {
  /// The format for programs.
  var word: String {
    switch self {
    case .flipper: "flipper"
    case .proxmarkJSON: "proxmark-json"
    case .proxmarkUltralight: "proxmark-ultralight"
    case .raw: "raw"
    case .hexLines: "hex-lines"
    }
  }

  /// The format for people.
  var words: String {
    switch self {
    case .flipper: "a file of a Flipper Zero"
    case .proxmarkJSON: "a dump of the Proxmark3 client"
    case .proxmarkUltralight: "a dump of the Proxmark3 client with its head"
    case .raw: "a plain dump"
    case .hexLines: "a dump in lines of hex digits"
    }
  }
}
