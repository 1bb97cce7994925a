internal import CommandShell
internal import FocusPorts
internal import JSONText
internal import NDEF
internal import Octets
internal import TagFormats

/// A card as it was read, for people and for programs.
struct CardReport: Answer {
  let reader: String
  let contents: CardContents
  /// What was done with it, where something was.
  var done: String?
  /// Further members of the object.
  var extra: [(name: String, value: JSONValue)] = []

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", true)
    object.append("reader", .string(reader))
    object.append("uid", .string(HexText.text(of: contents.uid, uppercase: true)))
    object.append("type", .string(contents.type.rawValue))
    object.append("chip", .string(contents.chip.name))
    object.append("ndef_hex", contents.message.octets.map { .string(HexText.text(of: $0)) } ?? .null)
    object.append("message", .string(Self.word(for: contents.message)))
    object.append("capacity", JSONValue(contents.capacity))
    object.append("writable", .bool(contents.writable))
    if let counter = contents.counter { object.append("counter", JSONValue(Int(counter))) }
    if let mirror = contents.mirror, mirror.count > 0 {
      object.append("mirror", ["uid": .bool(mirror.uid), "counter": .bool(mirror.counter)])
    }
    object.append("records", .array(records.map(\.json)))
    if let done { object.append("done", .string(done)) }
    for (name, value) in extra { object.append(name, value) }
    return .object(object)
  }

  var text: String {
    var lines = ["\(Self.name(of: contents)) on \(reader)"]
    lines += records.map { "  \($0.content.kind)  \($0.words)" }
    if records.isEmpty { lines.append("  \(Self.sentence(for: contents.message))") }
    let used = contents.message.octets.map { "\($0.count) of \(contents.capacity) octets used" }
    lines.append(
      "  \(used ?? "room for \(contents.capacity) octets"); \(contents.writable ? "can be written" : "cannot be written")"
    )
    if let counter = contents.counter { lines.append("  tapped \(counter) times") }
    if let mirror = contents.mirror, mirror.count > 0 { lines.append("  shows its own \(mirror.words) in the link") }
    if let done { lines.append(done) }
    return lines.joined(separator: "\n")
  }

  private var records: [NDEFRecord] {
    contents.message.octets.flatMap { try? NDEFMessage(decoding: $0) }?.records ?? []
  }

  /// The chip and the number of a card.
  static func name(of contents: CardContents) -> String {
    "\(contents.chip.name) \(HexText.text(of: contents.uid, uppercase: true))"
  }

  private static func word(for message: StoredMessage) -> String {
    switch message {
    case .unformatted: "unformatted"
    case .missing: "missing"
    case .empty: "empty"
    case .octets: "octets"
    case .interrupted: "interrupted"
    case .hidden: "hidden"
    case .damaged: "damaged"
    }
  }

  static func sentence(for message: StoredMessage) -> String {
    switch message {
    case .unformatted: "not formatted for NDEF"
    case .missing, .empty: "empty"
    case .octets: "a message"
    case .interrupted: "a write was cut off here; the next one repairs it"
    case .hidden: "hidden behind a password"
    case .damaged: "a layout that makes no sense; keytool format makes it anew"
    }
  }
}

extension MirrorSettings {
  /// What a card shows of itself, for people.
  var words: String {
    switch (uid, counter) {
    case (true, true): "UID and tap counter"
    case (true, false): "UID"
    case (false, true): "tap counter"
    case (false, false): "nothing"
    }
  }
}
