internal import JSONText
internal import NDEF
internal import Octets
internal import TagFormats

/// What a person wrote about one card, in a file of `Tags/`.
///
/// ```json5
/// {
///   about: "Starts deep work at the desk.",
///   fits: "ntag213",          // the smallest card that it must go on; optional
///   records: [
///     { uri: "https://focuskey.app/start?profile=work" },
///     { aar: "app.focuskey" },
///   ],
/// }
/// ```
struct CardDefinition {
  let about: String
  /// The smallest card that the message must fit on.
  let fits: Chip?
  let message: NDEFMessage

  /// Reads a definition; every name in it must be known.
  init(_ document: JSONDocument) throws(JSONShapeError) {
    let root = JSONItem(document.root)
    let members = try root.members("about", "fits", "records")
    about = try members.required("about").string()
    fits = try members["fits"].map { item throws(JSONShapeError) in try Self.chip(item) }
    let list = try members.required("records")
    var records: [NDEFRecord] = []
    for item in try list.array() { records.append(try RecordDefinition(item).record) }
    guard !records.isEmpty else { throw list.refusal("a card has at least one record") }
    message = NDEFMessage(records)
    if let fits, let capacity = fits.messageCapacity, message.encodedCount > capacity {
      throw list.refusal(
        "the message has \(message.encodedCount) bytes; \(fits.name) takes \(capacity) (the first too many is at offset \(capacity))"
      )
    }
  }

  private static let chips: [(word: String, chip: Chip)] = [
    ("ultralight", .ultralight), ("ntag203", .ntag203), ("ntag210", .ntag210), ("ntag212", .ntag212),
    ("ntag213", .ntag213), ("ntag215", .ntag215), ("ntag216", .ntag216),
  ]

  private static func chip(_ item: JSONItem) throws(JSONShapeError) -> Chip {
    let word = try item.word(among: chips.map { chip in chip.word })
    return chips.first { chip in chip.word == word }?.chip ?? .unknownType2
  }
}

extension Chip {
  /// The longest message on a card as it comes from the factory: what the container says, without the TLVs in front,
  /// without the message's own type and length (one octet up to FE, three above).
  var messageCapacity: Int? {
    guard let map = Type2Map(of: self), let front = map.firstTLVs.firstIndex(of: TLVType.message) else { return nil }
    let isControlled = map.firstTLVs.first != TLVType.message
    let room = Int(map.containerSize) * 8 - (isControlled ? 5 : front)
    return room - 2 <= 0xFE ? room - 2 : max(0xFE, room - 4)
  }
}
