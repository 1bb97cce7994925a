internal import CommandShell
internal import DeckFiles
internal import FocusSession
internal import Learning
internal import Spelling
internal import Study

private let deck = Operand<String>(.text("DECK", wordList: "decks"), "which deck")
private let card = Operand<String>(.text("CARD"), "the ID of a card")
private let category = Option("category", value: .text("NAME"), "only this category")
private let tag = Option("tag", value: .text("WORD"), "only cards with this tag")
private let bookmarked = Flag("bookmarked", "only bookmarked cards")
private let new = Flag("unseen", "only cards that you have not seen")
private let off = Flag("off", "remove the bookmark")
private let resume = Flag("off", "ask it again")

var deckCommand: ProgramCommand {
  ProgramCommand(
    group: "deck", "Manage decks of cards to learn",
    discussion: """
      Decks are files with cards: JSON, CSV, TSV, or packages of Anki (.apkg, .colpkg). They are kept beside the log. What you have learned is kept in the \
      log and survives importing a deck again. These commands work with and without a running service.

      $ focuskey deck import spanish.apkg && focuskey learn
      """,
    [
      ProgramCommand("list", "List decks") { context throws(Failure) in
        let room = try StudyRoom(context)
        let progress = try room.progress()
        for deck in try shelved(room.shelf.decks()) {
          let ids = try shelved(room.shelf.ids(of: deck.name))
          try context.writeLine(DeckLine(deck, ids, progress))
        }
        return .done
      },
      DeckImport.command, DeckExport.command,
      ProgramCommand(
        "show", "Show the cards of a deck", takes: [deck, category, tag, bookmarked, new]
      ) { context throws(Failure) in
        let room = try StudyRoom(context)
        let deck = try room.deck(named: try context.require(deck))
        let filter = CardFilter(
          category: context.invocation[category], tag: context.invocation[tag],
          isBookmarked: context.invocation[bookmarked], isViewed: context.invocation[new] ? false : nil)
        let progress = try room.progress()
        guard var place = DeckPosition(in: deck, filter, progress) else { return .done }
        let zone = try context.zone()
        for _ in 0..<place.count {
          let line = CardLine(deck.cards[place.index], deck.name, place, progress, zone)
          try context.write((context.wantsJSON ? line.json.text : line.text) + "\n")
          place.goOn()
        }
        return .done
      },
      DeckLimit.command,
      ProgramCommand(
        "undo", "Undo the grade of the last card",
        discussion: "The last review in this home counts no more; the card is then as it was before."
      ) { context throws(Failure) in
        let room = try StudyRoom(context)
        guard let last = try room.progress().last else {
          throw Failure(
            .no, "nothing-to-undo", "there is no grade to undo", advice: "learn a card first: focuskey learn")
        }
        try await room.record([.undone(last)])
        try context.answer(DeckAnswer(text: "Undone: the grade of \(last.card) in \(last.deck)."))
        return .done
      },
      ProgramCommand("suspend", "Leave a card out", takes: [deck, card, resume]) { context throws(Failure) in
        let room = try StudyRoom(context)
        let named = try namedCard(context, in: room)
        let isOn = !context.invocation[resume]
        if try room.progress().suspended.contains(named) != isOn { try await room.record([.suspended(named, isOn)]) }
        try context.answer(DeckAnswer(text: isOn ? "\(named.card) is left out." : "\(named.card) is asked again."))
        return .done
      },
      ProgramCommand("bookmark", "Bookmark a card", takes: [deck, card, off]) { context throws(Failure) in
        let room = try StudyRoom(context)
        let named = try namedCard(context, in: room)
        let isOn = !context.invocation[off]
        if try room.progress().bookmarks.contains(named) != isOn { try await room.record([.bookmarked(named, isOn)]) }
        let words = isOn ? "Bookmarked \(named.card)." : "Removed the bookmark of \(named.card)."
        try context.answer(DeckAnswer(text: words))
        return .done
      },
      ProgramCommand(
        "remove", "Remove a deck", discussion: "What you have learned stays in the log.", takes: [deck]
      ) { context throws(Failure) in
        let room = try StudyRoom(context)
        let name = try context.require(deck)
        guard try shelved(room.shelf.remove(name)) else {
          _ = try room.deck(named: name)
          return .no
        }
        try context.answer(DeckAnswer(text: "Removed the deck \(name)."))
        return .done
      },
      DeckShare.command, DeckRefresh.command, DeckReplay.command,
    ] + DeckCards.commands)
}

struct DeckAnswer: PrintedAnswer {
  let text: String
  var json: JSONValue { ["ok": true, "message": .string(text)] }
}

private struct DeckLine: PrintedAnswer {
  private let deck: ShelvedDeck
  private let due: Int
  private let viewed: Int
  private let bookmarks: Int

  init(_ deck: ShelvedDeck, _ ids: [CardID], _ progress: LearningProgress) {
    self.deck = deck
    due = ReviewQueue.counts(of: ids, progress, at: StudyRoom.now).due
    viewed = ids.count { progress.viewed.contains($0) }
    bookmarks = ids.count { progress.bookmarks.contains($0) }
  }

  var text: String { "\(deck.name)  \(counted(deck.cards, "card")), \(due) due, \(viewed) seen" }

  var json: JSONValue {
    [
      "deck": .string(deck.name), "cards": JSONValue(deck.cards), "due": JSONValue(due), "viewed": JSONValue(viewed),
      "bookmarks": JSONValue(bookmarks), "source": .string(deck.source),
    ]
  }
}

private struct CardLine {
  private let card: Card
  private let id: CardID
  private let place: DeckPosition
  private let progress: LearningProgress
  private let zone: CivilZone

  init(
    _ card: Card, _ deck: String, _ place: DeckPosition, _ progress: LearningProgress, _ zone: CivilZone
  ) {
    self.zone = zone
    self.card = card
    id = CardID(deck: deck, card: card.id)
    self.place = place
    self.progress = progress
  }

  var text: String {
    let marks =
      (progress.viewed.contains(id) ? "seen" : "new") + (progress.bookmarks.contains(id) ? ", bookmarked" : "")
    let category = card.category.isEmpty ? "" : "  [\(card.category)]"
    let sides = [card.title, card.content].map {
      oneLine(CardMarkup.text($0).split(separator: "\n").joined(separator: " / "))
    }
    return "\(place.inWords)  \(card.id)  \(sides[0]) = \(sides[1])\(category)  (\(marks))"
  }

  var json: JSONValue {
    guard case .object(var object) = DeckJSON.json(card) else { return .null }
    object["position"] = .string(place.inWords)
    object["viewed"] = .bool(progress.viewed.contains(id))
    object["bookmarked"] = .bool(progress.bookmarks.contains(id))
    object["suspended"] = .bool(progress.suspended.contains(id))
    object["due"] = JSONValue(
      progress.memories[id].map { ISO8601.text(Timestamp(milliseconds: $0.due.milliseconds), in: zone) })
    return .object(object)
  }
}

/// The card that a command names, which its deck has.
private func namedCard(_ context: CommandContext, in room: borrowing StudyRoom) throws(Failure) -> CardID {
  let deck = try room.deck(named: try context.require(deck))
  let id = try context.require(card)
  guard deck.cards.contains(where: { $0.id == id }) else {
    throw .unknown("card", id, among: deck.cards.prefix(10_000).map { $0.id })
  }
  return CardID(deck: deck.name, card: id)
}
