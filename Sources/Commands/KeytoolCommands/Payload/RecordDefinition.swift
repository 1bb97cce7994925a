internal import JSONText
internal import NDEF
internal import Octets

/// One record of a card's definition: `{ uri: … }`, `{ text: …, lang: … }`, `{ poster: … }`, `{ aar: … }`, `{ external:
/// …, hex: … }`, `{ media: …, text: … }`.
struct RecordDefinition {
  let record: NDEFRecord

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("uri", "text", "lang", "utf16", "poster", "aar", "external", "media", "hex", "id")
    let plain = try Self.plainRecord(item, members)
    guard let id = members["id"] else {
      record = plain
      return
    }
    let octets = Array(try id.string().utf8)
    do throws(RecordRule) {
      record = try plain.identified(by: octets)
    } catch {
      throw id.refusal("an identifier has at most 255 bytes")
    }
  }

  private static func plainRecord(_ item: JSONItem, _ members: JSONMembers) throws(JSONShapeError) -> NDEFRecord {
    let kinds: [(name: String, with: [String])] = [
      ("uri", []), ("poster", []), ("aar", []), ("external", ["hex"]), ("media", ["text", "hex"]),
      ("text", ["lang", "utf16"]),
    ]
    guard let kind = kinds.first(where: { kind in members[kind.name] != nil }) else {
      throw item.refusal("a record needs one of uri, text, poster, aar, external, media")
    }
    for name in ["uri", "text", "lang", "utf16", "poster", "aar", "external", "media", "hex"]
    where name != kind.name && !kind.with.contains(name) {
      if let other = members[name] { throw other.refusal("\(name) does not go with \(kind.name)") }
    }
    let value = try members.required(kind.name)
    switch kind.name {
    case "uri":
      let uri = try value.string()
      return try keeping(value) { () throws(PayloadError) in try URIRecord(uri).record }
    case "poster": return try poster(value)
    case "aar":
      let package = try value.string()
      return try keeping(value) { () throws(PayloadError) in try AndroidApplication(package).record }
    case "external":
      let type = try value.string()
      let payload = try members["hex"].map { item throws(JSONShapeError) in try hex(item) } ?? []
      return try keeping(value) { () throws(PayloadError) in try ExternalRecord(type, payload: payload).record }
    case "media": return try media(value, members)
    default: return try text(value, members).record
    }
  }

  private static func text(_ item: JSONItem, _ members: JSONMembers) throws(JSONShapeError) -> TextRecord {
    let text = try item.string()
    let language = try members["lang"]?.string() ?? "en"
    let encoding: TextRecord.Encoding = try members["utf16"]?.bool() == true ? .utf16 : .utf8
    return try keeping(members["lang"] ?? item) { () throws(PayloadError) in
      try TextRecord(text, language: language, encoding: encoding)
    }
  }

  private static func media(_ item: JSONItem, _ members: JSONMembers) throws(JSONShapeError) -> NDEFRecord {
    let type = Array(try item.string().utf8)
    let payload: [UInt8]
    switch (members["text"], members["hex"]) {
    case (let text?, nil): payload = Array(try text.string().utf8)
    case (nil, let digits?): payload = try hex(digits)
    case (_?, _?): throw item.refusal("a media record has either text or hex")
    case (nil, nil): payload = []
    }
    do throws(RecordRule) {
      return try NDEFRecord(.media, type: type, payload: payload)
    } catch {
      throw item.refusal("a media type has 1 to 255 bytes")
    }
  }

  private static func poster(_ item: JSONItem) throws(JSONShapeError) -> NDEFRecord {
    let members = try item.members("uri", "titles", "action", "size", "media")
    let link = try members.required("uri")
    let uri = try link.string()
    var titles: [TextRecord] = []
    for (language, title) in try members["titles"]?.namedItems() ?? [] {
      let text = try title.string()
      titles.append(try keeping(title) { () throws(PayloadError) in try TextRecord(text, language: language) })
    }
    let words = ["open", "save", "edit"]
    let action = try members["action"]?.word(among: words)
    let size = try members["size"]?.integer(in: 0...0xFFFF_FFFF)
    let mediaType = try members["media"]?.string()
    return try keeping(link) { () throws(PayloadError) in
      SmartPoster(
        try URIRecord(uri), titles: titles,
        action: action.flatMap { word in words.firstIndex(of: word) }.map { SmartPoster.Action(UInt8($0)) },
        size: size.map { number in UInt32(number) }, mediaType: mediaType
      ).record
    }
  }

  private static func hex(_ item: JSONItem) throws(JSONShapeError) -> [UInt8] {
    let digits = try item.string()
    do throws(HexError) {
      return try HexText.octets(of: digits)
    } catch {
      switch error {
      case .notADigit(let character, let offset):
        throw item.refusal("'\(character)' at character \(offset) is not a hex digit")
      case .halfAnOctet(let digits): throw item.refusal("\(digits) hex digits do not pair up")
      }
    }
  }

  /// Reports what is wrong with a content, with its place in the file.
  private static func keeping<Made>(
    _ item: JSONItem, _ make: () throws(PayloadError) -> Made
  ) throws(JSONShapeError) -> Made {
    do throws(PayloadError) {
      return try make()
    } catch {
      throw item.refusal(error.description)
    }
  }
}
