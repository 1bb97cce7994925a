internal import CommandShell
internal import FocusPorts
internal import NDEF
internal import Octets
internal import ProofOfTap
internal import TagFormats

struct CardReport: PrintedAnswer {
  let reader: String
  let contents: CardContents
  /// Whether the chip's signature is its maker's, if the card has one and it was read.
  var originality: Originality?
  /// What was done with it; `nil` if nothing was.
  var done: String?
  /// What phones will do with its link; `nil` if none was written.
  var phones: String?
  /// What follows for the person; `nil` if nothing does.
  var then: String?
  /// Further members of the JSON object.
  var extra: [(name: String, value: JSONValue)] = []

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", true)
    object.append("reader", .string(reader))
    object.append("uid", .string(HexText.text(of: contents.uid, uppercase: true)))
    object.append("type", .string(contents.type.rawValue))
    object.append("chip", .string(contents.chip.name))
    object.append("ndef_hex", contents.message.octets.map { .string(HexText.text(of: $0)) } ?? .null)
    object.append("message", .string(contents.message.word))
    object.append("capacity", JSONValue(contents.capacity))
    object.append("writable", .bool(contents.writable))
    if let counter = contents.counter { object.append("counter", JSONValue(Int(counter))) }
    if let mirror = contents.mirror, mirror.count > 0 {
      object.append("mirror", ["uid": .bool(mirror.uid), "counter": .bool(mirror.counter)])
    }
    if let originality { object.append("originality", .string(originality.word)) }
    object.append("records", .array(records.map(\.json)))
    if let done { object.append("done", .string(done)) }
    if let then { object.append("then", .string(then)) }
    for (name, value) in extra { object.append(name, value) }
    return .object(object)
  }

  var text: String {
    var lines = ["\(Self.name(of: contents)) on \(reader)"]
    lines += records.map { "  \($0.content.kind)  \($0.words)" }
    if records.isEmpty { lines.append("  \(Self.sentence(for: contents.message))") }
    let used = contents.message.octets.map { "\($0.count) of \(contents.capacity) bytes used" }
    lines.append(
      "  \(used ?? "room for \(bytes(contents.capacity))"); \(contents.writable ? "can be written" : "cannot be written")"
    )
    if let counter = contents.counter { lines.append("  tapped \(counter) times") }
    if let mirror = contents.mirror, mirror.count > 0 { lines.append("  shows its own \(mirror.words) in the link") }
    if let originality { lines.append("  \(originality.words)") }
    if let phones { lines.append("  \(phones)") }
    if let done { lines.append(done) }
    if let then { lines.append(then) }
    return lines.joined(separator: "\n")
  }

  private var records: [NDEFRecord] {
    contents.message.octets.flatMap { try? NDEFMessage(decoding: $0) }?.records ?? []
  }

  static func name(of contents: CardContents) -> String {
    "\(contents.chip.name) \(address(contents.uid))"
  }

  /// Which card it is and what it holds, in one line: `NTAG213 04:11:22:33:44:55:66 - holds https://...`.
  static func headline(of contents: CardContents) -> String {
    let held = held(by: contents).map { "holds \($0)" }
    return "\(name(of: contents)) - \(held ?? sentence(for: contents.message))"
  }

  /// What a card holds, in a few words; `nil` if it holds no message.
  static func held(by contents: CardContents) -> String? {
    guard let octets = contents.message.octets else { return nil }
    return (try? NDEFMessage(decoding: octets))?.records.first.map(\.words) ?? bytes(octets.count)
  }

  static func sentence(for message: StoredMessage) -> String {
    switch message {
    case .unformatted: "not formatted for NDEF"
    case .missing, .empty: "empty"
    case .octets: "holds a message"
    case .interrupted: "a write was interrupted here; the next one repairs it"
    case .hidden: "protected against reading"
    case .damaged: "its layout is damaged; keytool format repairs it"
    }
  }
}

extension MirrorSettings {
  var words: String {
    switch (uid, counter) {
    case (true, true): "UID and tap counter"
    case (true, false): "UID"
    case (false, true): "tap counter"
    case (false, false): "nothing"
    }
  }
}

extension Originality {
  /// `genuine`, `blank`, `wrong` or `unknown-chip`.
  var word: String {
    switch self {
    case .signed: "genuine"
    case .blank: "blank"
    case .wrong: "wrong"
    case .unknownChip: "unknown-chip"
    }
  }
}
