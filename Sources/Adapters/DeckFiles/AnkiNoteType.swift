internal import JSONText
internal import Learning

/// Turns the fields of a note into cards.
struct AnkiNoteType {
  private var fields: [Int: String] = [:]
  private var templates: [Int: (question: CardTemplate, answer: CardTemplate)] = [:]
  private var isCloze = false

  /// The most fields and templates of a type.
  private static let most: Int64 = 1000

  init() {}

  // MARK: Schema 18

  /// `Notetype.Config`: field 1 is 1 for cloze notes.
  mutating func takeConfiguration(_ octets: [UInt8]) {
    var message = ProtobufFields(octets)
    while let field = message.next() {
      if case .number(1, let kind) = field { isCloze = kind == 1 }
    }
  }

  mutating func addField(_ name: String, at place: Int64) {
    guard (0..<Self.most).contains(place) else { return }
    fields[Int(place)] = name
  }

  /// `CardTemplate.Config`: fields 1 and 2 are the two sides.
  mutating func addTemplate(_ octets: [UInt8], at place: Int64) {
    guard (0..<Self.most).contains(place) else { return }
    var message = ProtobufFields(octets)
    var question = ""
    var answer = ""
    while let field = message.next() {
      if case .octets(1, let text) = field { question = String(decoding: text, as: UTF8.self) }
      if case .octets(2, let text) = field { answer = String(decoding: text, as: UTF8.self) }
    }
    templates[Int(place)] = (CardTemplate(question), CardTemplate(answer))
  }

  // MARK: Schema 11

  init(_ model: JSONNode) {
    isCloze = model["type"]?.integer == 1
    for (index, field) in (model["flds"]?.array ?? []).prefix(Int(Self.most)).enumerated() {
      addField(field["name"]?.string ?? "", at: field["ord"]?.integer ?? Int64(index))
    }
    for (index, template) in (model["tmpls"]?.array ?? []).prefix(Int(Self.most)).enumerated() {
      let place = template["ord"]?.integer ?? Int64(index)
      guard (0..<Self.most).contains(place) else { continue }
      templates[Int(place)] = (
        CardTemplate(template["qfmt"]?.string ?? ""), CardTemplate(template["afmt"]?.string ?? "")
      )
    }
  }

  // MARK: Cards

  /// The card with that number; for cloze notes the one that asks for gap `number + 1`.
  func card(of values: [String], number: Int) -> DeckBuilder.Draft {
    var named: [String: String] = [:]
    for (index, value) in values.enumerated() {
      if let name = fields[index] { named[name] = value }
    }
    var draft = DeckBuilder.Draft()
    if let sides = templates[isCloze ? 0 : number] {
      let gap = number < Int.max ? number + 1 : number
      draft.title = sides.question.filled(named, gap: gap, isAnswer: false)
      draft.content = sides.answer.filled(named, gap: gap, isAnswer: true)
    }
    // A side that shows nothing but what we do not take over (a sound) is still a card.
    if !draft.title.utf8.contains(where: { $0 > 0x20 }) {
      draft.title = values.first { $0.utf8.contains { $0 > 0x20 } } ?? "(empty)"
    }
    return draft
  }
}
