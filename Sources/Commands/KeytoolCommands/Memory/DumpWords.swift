internal import CardDumps
internal import JSONText
internal import Octets

extension CardDump.Format {
  var word: String {
    switch self {
    case .flipper: "flipper"
    case .proxmarkJSON: "proxmark-json"
    case .proxmarkUltralight: "proxmark-ultralight"
    case .classicTool: "mifare-classic-tool"
    case .tagInfo: "taginfo"
    case .keytool: "keytool"
    case .raw: "raw"
    case .hexLines: "hex-lines"
    }
  }

  var words: String {
    switch self {
    case .flipper: "a file of a Flipper Zero"
    case .proxmarkJSON: "a dump of the Proxmark3 client"
    case .proxmarkUltralight: "a dump of the Proxmark3 client with its head"
    case .classicTool: "a file of MIFARE Classic Tool"
    case .tagInfo: "a scan of NXP TagInfo"
    case .keytool: "a dump of keytool"
    case .raw: "a plain dump"
    case .hexLines: "a dump in lines of hex digits"
    }
  }
}

extension DumpNote {
  var json: JSONValue {
    switch self {
    case .otherUID(_, let memory):
      [
        "kind": "other-uid", "message": .string(words),
        "memory_uid": .string(HexText.text(of: memory, uppercase: true)),
      ]
    case .cutShort(let has, _): ["kind": "cut-short", "message": .string(words), "at": JSONValue(has)]
    }
  }

  var words: String {
    switch self {
    case .otherUID(let file, let memory):
      "the file names the UID \(address(file)), and its memory holds \(address(memory))"
    case .cutShort(let has, let end): "cut short: the card announces \(bytes(end)), and the file ends at offset \(has)"
    }
  }
}
