internal import JSONText

struct TableColumns {
  enum Role: Equatable {
    case id, title, content, category, link, tags
    /// Goes after the content.
    case more
    case ignored
  }

  private var roles: [Role]
  /// Whether a row with more cells is damaged.
  private let isComplete: Bool

  /// The columns that a first row names; `nil` unless every cell of it is such a name.
  init?(titles: [String], _ header: TableHeader) {
    var roles: [Role] = []
    for title in titles {
      guard let role = Self.role(named: title), !roles.contains(role) else { return nil }
      roles.append(role)
    }
    guard roles.contains(.title) else { return nil }
    self.roles = roles
    isComplete = true
  }

  /// The columns that header lines name, or else the usual ones.
  init(_ header: TableHeader, cells: Int) throws(DeckError) {
    var roles: [Role?] = []
    let names = header.columns ?? []
    let last = header.special.keys.max().map { $0 + 1 } ?? 0
    for index in 0..<max(names.count, cells, last) {
      let named = index < names.count ? Self.role(named: names[index]) : nil
      roles.append(header.special[index] ?? (roles.contains(named) ? nil : named))
    }
    // A table without any names: title, content, category, link. Anki's other fields belong to the answer.
    let usual: [Role] =
      names.isEmpty && header.special.isEmpty ? [.title, .content, .category, .link] : [.title, .content]
    for role in usual where !roles.contains(role) {
      guard let free = roles.firstIndex(of: nil) else { break }
      roles[free] = role
    }
    guard roles.contains(.title) else {
      throw DeckError(.noTitleColumn, at: JSONPlace(offset: 0, line: header.lines + 1, column: 1))
    }
    self.roles = roles.map { $0 ?? .more }
    isComplete = !names.isEmpty
  }

  func draft(of row: [SeparatedText.Cell], _ header: TableHeader) throws(DeckError) -> DeckBuilder.Draft {
    var draft = DeckBuilder.Draft()
    draft.isHTML = header.isHTML ?? true
    draft.tags = header.tags
    draft.category = header.deck ?? ""
    for (index, cell) in row.enumerated() {
      guard index < roles.count || !isComplete else {
        throw DeckError(.tooManyCells(columns: roles.count), at: cell.place)
      }
      guard !cell.text.isEmpty else { continue }
      switch index < roles.count ? roles[index] : .more {
      case .id: draft.id = cell.text
      case .title: draft.title = cell.text
      case .content: draft.content = cell.text
      case .category: draft.category = cell.text
      case .link: draft.link = cell.text
      case .tags: draft.tags += Self.words(cell.text)
      case .more: draft.content += (draft.content.isEmpty ? "" : draft.isHTML ? "<br>" : "\n") + cell.text
      case .ignored: break
      }
    }
    return draft
  }

  static func words(_ text: String) -> [String] {
    text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func role(named name: String) -> Role? {
    switch CardMarkup.trimmed(String(decoding: name.utf8.map(lowered), as: UTF8.self)) {
    case "id", "guid": .id
    case "title", "front", "question", "term": .title
    case "content", "back", "answer", "definition": .content
    case "category", "deck": .category
    case "link", "url": .link
    case "tags": .tags
    case "notetype", "note type": .ignored
    default: nil
    }
  }
}
