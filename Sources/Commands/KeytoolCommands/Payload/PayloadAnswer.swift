internal import CommandShell
internal import Octets

struct PayloadAnswer: PrintedAnswer {
  enum State: Equatable {
    case same
    case built
    case missing
    case differs(at: Int, why: String)

    var word: String {
      switch self {
      case .same: "same"
      case .built: "built"
      case .missing: "missing"
      case .differs: "differs"
      }
    }
  }

  private var entries: [(card: CardFolder.Card, state: State)] = []
  var orphans: [String] = []

  mutating func add(_ card: CardFolder.Card, _ state: State) {
    entries.append((card, state))
  }

  var isGood: Bool {
    orphans.isEmpty && entries.allSatisfy { entry in entry.state == .same || entry.state == .built }
  }

  var text: String {
    var lines: [String] = []
    for (card, state) in entries {
      var line = "\(card.file): \(state.word), \(bytes(card.payload.count))"
      if case .differs(let offset, let why) = state { line += ", from offset \(offset) on: \(why)" }
      lines.append(line)
    }
    for orphan in orphans { lines.append("\(orphan): no definition") }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": .bool(isGood),
      "payloads": .array(
        entries.map { card, state in
          var object = JSONObject()
          object.append("card", .string(card.name))
          object.append("about", .string(card.about))
          object.append("file", .string(card.file))
          object.append("octets", JSONValue(card.payload.count))
          object.append("hex", .string(HexText.text(of: card.payload)))
          object.append("state", .string(state.word))
          if case .differs(let offset, let why) = state {
            object.append("at", JSONValue(offset))
            object.append("why", .string(why))
          }
          return .object(object)
        }),
      "orphans": JSONValue(orphans),
    ]
  }
}
