internal import CardDumps
internal import CommandShell
internal import Octets
internal import TagFormats

extension Failure {
  static func faulty(_ fault: LayoutError) -> Failure {
    let (kind, what, offset, advice) = parts(of: fault)
    return Failure(.badData, kind: kind, what: what, at: .offset(offset), advice: advice)
  }

  private static func parts(of fault: LayoutError) -> (kind: String, what: String, offset: Int, advice: String) {
    switch fault {
    case .cutShort(let at, let needed):
      ("cut-short", "the memory is cut short: it ends where byte \(needed - 1) is needed", at, "give the whole memory")
    case .notFormatted(let at, let found):
      ("not-formatted", "\(hex(found, 2)) is where a formatted card has its mark", at, "check the type")
    case .unknownVersion(let major, let minor, let at):
      (
        "unknown-version", "the layout is of version \(major).\(minor)", at,
        "this program reads version 1, of type 4 also 2 and 3"
      )
    case .controlLength(let length, let at):
      ("control-tlv-length", "a control TLV has length \(length) instead of 3", at, "format the card again")
    case .beyondArea(let type, let at, let end):
      (
        "tlv-beyond-area", "TLV \(hex(type, 2)) reaches past the end of the data area (\(end))", at,
        "write the message again"
      )
    case .reservedLength(let at):
      ("reserved-length", "the length 0xFFFF is reserved", at, "write the message again")
    case .checksum(let found, let computed, let at):
      ("checksum", "the checksum is \(hex(found, 4)) and should be \(hex(computed, 4))", at, "format the card again")
    case .invalidField(let field, let value, let at):
      ("invalid-\(field.word)", "\(field.words) is \(hex(value, 4))", at, "format the card again")
    case .messageBeyondRoom(let length, let room, let at):
      (
        "message-beyond-room", "a message of \(bytes(length)) is announced, and there is room for \(room)", at,
        "write the message again"
      )
    case .missingFile(let identifier):
      ("missing-file", "the file \(hex(identifier, 4)) is not there", 0, "give it with --file")
    }
  }
}

/// Formats a number as `0x0483`, with at least that many digits.
private func hex(_ number: some BinaryInteger, _ digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
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
  var json: JSONValue {
    switch self {
    case .longLengthForm(let at): ["kind": "long-length-form", "message": .string(words), "at": JSONValue(at)]
    case .directoryNotAnnounced: ["kind": "directory-not-announced", "message": .string(words)]
    case .secondDirectoryUnreadable: ["kind": "second-directory-unreadable", "message": .string(words)]
    case .sectorNotMarked(let at): ["kind": "sector-not-marked", "message": .string(words), "at": JSONValue(at)]
    }
  }

  var words: String {
    switch self {
    case .longLengthForm(let at): "a length below 255 takes three bytes (offset \(at))"
    case .directoryNotAnnounced: "sector 0 does not say that there is a directory, and there is one"
    case .secondDirectoryUnreadable: "the second directory is faulty; the sectors that it names are left out"
    case .sectorNotMarked(let at): "the first message sector does not say its version (offset \(at))"
    }
  }
}

extension StoredMessage {
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

  var words: String {
    switch self {
    case .unformatted: "the card is not formatted"
    case .missing: "none"
    case .empty: "empty"
    case .octets(let message): bytes(message.count)
    case .interrupted: "a write was cut off; writing again repairs it"
    case .hidden: "cannot be read without a key or a password"
    case .damaged: "damaged"
    }
  }
}

extension WriteBarrier {
  var kind: String {
    switch self {
    case .readOnly: "read-only"
    case .restricted: "restricted"
    case .locked: "locked"
    case .password: "password"
    }
  }

  var words: String {
    switch self {
    case .readOnly: "the card says it is read-only"
    case .restricted(let access): "writing needs a key or a password (access \(hex(access, 2)))"
    case .locked: "its lock bits are set"
    case .password(let page): "a password protects it from page \(page) on"
    }
  }
}
