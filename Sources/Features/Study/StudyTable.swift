internal import DeckFiles
package import FeaturePorts
package import Learning
internal import Rewards
internal import SQLiteLog

package enum StudyRequests {
  package static let decks = Signature(question: "decks", "The decks, and what is due")
  package static let cards = Signature(
    question: "cards", "The next cards of a deck, or of all", .optional(.text("deck")),
    .whole("count", in: 1...50).or(1)
  )
  package static let rewards = Signature(question: "rewards", "Achievements, points and level")
  package static let board = Signature(
    question: "board", "The week among friends", .optional(.word("by", among: Board.Order.allCases.map(\.rawValue))))
  package static let boardMessages = Signature(
    "board-messages", "Share with friends which suggestions got you to move, or no longer", .truth("on"))
  package static let learned = Signature("learned", "Cards were learned, seen or marked", .learned)

  package static func answers(by inbox: SessionInbox) -> [Request] {
    [learned.submits(to: inbox) { .learned($0) }]
  }
}

extension Parameter where Value == [LearnFact] {
  fileprivate static var learned: Parameter<[LearnFact]> {
    Parameter(
      "facts", shape: "[...]",
      read: { item throws(JSONShapeError) in
        var facts: [LearnFact] = []
        for element in try item.array() {
          let fact = try LearnFact(element)
          if case .reviewed(_, _, let took) = fact, took < CardShowing.least {
            throw element.refusal("a card counts after \(CardShowing.least / 1000) seconds in view")
          }
          facts.append(fact)
        }
        return facts
      },
      write: { .array($0.map { $0.json }) })
  }
}

/// The person's cards as the page studies them: read once, then kept up with what is learned and imported. On a thread
/// of its own.
package actor StudyTable {
  private let thread = ThreadExecutor(named: "cards")
  let home: Home
  let zone: CivilZone
  private var index = StudyIndex([], LearningProgress())
  private var read: ShelfStamp?
  private var limits: [String: DayLimit] = [:]
  /// The number of the last fact that was read.
  private var heard: Int64 = 0
  private var upload = DeckUpload()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  deinit { thread.close() }

  package nonisolated func requests(by inbox: SessionInbox) -> [Request] {
    [
      StudyRequests.decks.answer { asked in await self.decks(at: asked.now) },
      StudyRequests.cards.answer { asked, deck, count in await self.next(deck, count, at: asked.now) },
      StudyRequests.rewards.answer { _ in await self.rewards() },
      StudyRequests.board.answer { asked, order in
        await self.board(at: asked.now, by: order.flatMap { Board.Order(rawValue: $0) } ?? .week)
      },
      StudyRequests.boardMessages.answer { asked, isShared throws(Failure) in
        try await self.shareMessages(isShared, at: asked.now)
      },
      DeckRequests.file.answer { asked, name, part, place, size throws(Failure) in
        let (answer, facts) = try await self.take(part, at: place, of: name, size: size, at: asked.now)
        // A command has its limits.
        for start in stride(from: 0, to: facts.count, by: 500) {
          _ = try await inbox.submit(.learned(Array(facts[start..<min(start + 500, facts.count)])))
        }
        return answer
      },
      DeckRequests.shipped.answer { _ throws(Failure) in try await self.shelveShipped() },
      DeckRequests.remove.answer { _, deck throws(Failure) in try await self.remove(deck) },
      CardWriting.put.answer { _, deck, card, title, content, category throws(Failure) in
        try await self.write(card, in: deck, title, content, category)
      },
      CardWriting.remove.answer { _, deck, card throws(Failure) in try await self.removeCard(card, of: deck) },
      DeckRequests.cards.answer { asked, deck, category, only, from, count throws(Failure) in
        let filter = CardFilter(
          category: category, isBookmarked: only == "bookmarked", isViewed: only == "unseen" ? false : nil)
        return try await self.cards(of: deck, filter, from: from, count, at: asked.now)
      },
    ]
  }

  // MARK: Decks

  private func take(
    _ part: String, at place: Int, of name: String, size: Int, at now: Timestamp
  ) throws(Failure) -> (JSONValue, [LearnFact]) {
    guard let octets = try upload.take(part, at: place, of: name, size: size) else {
      return (["ok": true, "received": JSONValue(place)], [])
    }
    let shelf = try shelved(DeckShelf(path: home.decks))
    let folder = home.stateFolder
    let came = try DeckArrival(
      { shown throws(Failure) in
        try renaming(
          { (error: DeckFileError) in error.failure(at: name) },
          DeckFile.content(of: .octets(octets), file: name, deck: nil, folder: folder, shown: shown))
      }, from: "", isNamed: false, on: shelf, at: now, zone
    ) { () throws(Failure) in
      bringUpToDate()
      return index.progress
    }
    guard case .object(var answer) = Self.answer(of: came.deck) else { return ([:], came.facts) }
    for (name, count) in came.past?.numbers ?? [] { answer[name] = JSONValue(count) }
    let lines = (came.remark.map { [$0 + "."] } ?? []) + (came.past?.lines ?? [])
    if !lines.isEmpty { answer["remark"] = .string(lines.joined(separator: " ")) }
    return (.object(answer), came.facts)
  }

  private func shelveShipped() throws(Failure) -> JSONValue {
    let deck = try renaming(
      { (error: DeckError) in DeckFileError.text(error).failure(at: ShippedDeck.name) }, ShippedDeck.deck())
    _ = try shelved(DeckShelf(path: home.decks).put(deck, from: ""))
    return Self.answer(of: deck)
  }

  private static func answer(of deck: Deck) -> JSONValue {
    [
      "ok": true, "deck": .string(deck.name), "cards": JSONValue(deck.cards.count),
      "categories": JSONValue(deck.categories),
    ]
  }

  private func remove(_ name: String) throws(Failure) -> JSONValue {
    let isGone = try shelved(DeckShelf(path: home.decks).remove(name))
    guard isGone else { throw Failure(.noInput, "unknown-deck", "there is no deck with that name", at: name) }
    return ["ok": true, "deck": .string(name)]
  }

  private func write(
    _ card: String?, in deck: String, _ title: String, _ content: String, _ category: String?
  ) throws(Failure) -> JSONValue {
    let shelf = try shelved(DeckShelf(path: home.decks))
    let kept = try CardWriting.put(
      card.map { CardID(deck: deck, card: $0) }, in: deck, title: title, content: content, category: category, shelf)
    return ["ok": true, "deck": .string(deck), "card": .string(kept.id)]
  }

  private func removeCard(_ card: String, of deck: String) throws(Failure) -> JSONValue {
    let shelf = try shelved(DeckShelf(path: home.decks))
    try CardWriting.remove(CardID(deck: deck, card: card), shelf)
    return ["ok": true, "deck": .string(deck), "card": .string(card)]
  }

  /// The cards of a deck in their order, with what is known of each.
  private func cards(
    of name: String, _ filter: CardFilter, from: Int, _ count: Int, at now: Timestamp
  ) throws(Failure) -> JSONValue {
    bringUpToDate()
    guard Files.exists(home.decks), let deck = try shelved(DeckShelf(path: home.decks).deck(named: name)) else {
      throw Failure(.noInput, "unknown-deck", "there is no deck with that name", at: name)
    }
    let places = filter.places(in: deck, index.progress)
    let moment = StudyMoment(milliseconds: now.milliseconds)
    return [
      "ok": true, "deck": .string(name), "total": JSONValue(places.count), "from": JSONValue(from),
      "categories": JSONValue(deck.categories),
      "cards": .array(
        places.dropFirst(from).prefix(count).map { place in
          let card = deck.cards[place]
          let id = CardID(deck: name, card: card.id)
          return json(card, id, index.progress.memories[id] == nil ? "new" : "known", at: moment)
        }),
    ]
  }

  private func decks(at now: Timestamp) -> JSONValue {
    bringUpToDate()
    let moment = StudyMoment(milliseconds: now.milliseconds)
    let standings = index.standings(at: moment)
    let rows: [JSONValue] = zip(index.decks, standings).map { deck, standing in
      [
        "deck": .string(deck.name), "cards": JSONValue(deck.cards.count), "due": JSONValue(standing.due),
        "new": JSONValue(standing.new), "viewed": JSONValue(standing.viewed),
        "bookmarks": JSONValue(standing.bookmarks), "mature": JSONValue(standing.mature),
      ]
    }
    let counts = index.counts(at: moment)
    return [
      "ok": true, "decks": .array(rows), "due": JSONValue(counts.due), "new": JSONValue(counts.new),
      "viewed": JSONValue(index.progress.viewed.count), "reviews": JSONValue(index.progress.reviews),
    ]
  }

  private func next(_ deck: String?, _ count: Int, at now: Timestamp) -> JSONValue {
    bringUpToDate()
    let moment = StudyMoment(milliseconds: now.milliseconds)
    let today = StudyMoment(milliseconds: zone.startOfDay(zone.day(at: now)).milliseconds)
    let counts = index.counts(of: deck, limits: limits, today: today, at: moment)
    var cards: [JSONValue] = []
    if Files.exists(home.decks), let shelf = try? DeckShelf(path: home.decks) {
      for entry in index.next(count, of: deck, limits: limits, today: today, at: moment) {
        guard let card = try? shelf.card(entry.card) else { continue }
        cards.append(json(card, entry.card, entry.why == .new ? "new" : "due", at: moment))
      }
    }
    return ["ok": true, "due": JSONValue(counts.due), "new": JSONValue(counts.new), "cards": .array(cards)]
  }

  /// A card with what is known of it; its markup is cleaned again, as a file is never trusted.
  private func json(_ card: Card, _ id: CardID, _ why: JSONValue, at moment: StudyMoment) -> JSONValue {
    let progress = index.progress
    let memory = progress.memories[id]
    let waits = Grade.allCases.map { grade in
      JSONValue.integer((progress.due(id, after: grade, at: moment).milliseconds - moment.milliseconds) / 1000)
    }
    return [
      "deck": .string(id.deck), "id": .string(id.card), "media": .string(DeckMedia.folder(of: id.deck)),
      "title": .string(CardMarkup.clean(card.title)),
      "content": .string(CardMarkup.clean(card.content)), "category": .string(card.category),
      "link": JSONValue(card.link), "tags": JSONValue(card.tags), "why": why,
      "viewed": .bool(progress.viewed.contains(id)), "bookmarked": .bool(progress.bookmarks.contains(id)),
      "reviews": JSONValue(memory?.reviews ?? 0), "lapses": JSONValue(memory?.lapses ?? 0),
      "reviewed_at": JSONValue(
        memory.map { ISO8601.text(Timestamp(milliseconds: $0.reviewed.milliseconds), in: zone) }),
      "recall": progress.recall(id, at: moment).map { .number(rounded($0)) } ?? .null,
      "curve": .array(progress.forgettingCurve(id, days: 61).map { .number(rounded($0)) }),
      "waits_seconds": .array(waits),
    ]
  }

  package func media(_ folder: String, _ file: String) -> (type: String, octets: [UInt8])? {
    DeckMedia(root: home.media).content(folder: folder, file: file)
  }

  private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

  private func rewards() -> JSONValue {
    guard let tally = try? RewardsTally(home, zone), case .object(var object) = tally.json else {
      return ["ok": true, "achievements": []]
    }
    object["ok"] = true
    return .object(object)
  }

  // MARK: Keeping up

  /// What was learned, if the cards were asked for since the service started.
  func openProgress() -> LearningProgress? {
    guard read != nil else { return nil }
    bringUpToDate()
    return index.progress
  }

  private func bringUpToDate() {
    let stamp = ShelfStamp(home.decks)
    if stamp != read {
      read = stamp
      let cards = stamp == nil ? [] : (try? DeckShelf(path: home.decks).ids()) ?? []
      index = StudyIndex(cards, index.progress)
      index.use(stamp == nil ? [:] : (try? DeckShelf(path: home.decks).terms()) ?? [:])
      limits = stamp == nil ? [:] : (try? DeckShelf(path: home.decks).limits()) ?? [:]
    }
    guard Files.exists(home.database), let news = try? LogReader(path: home.database).learning(after: heard) else {
      return
    }
    for (number, at, fact) in news {
      index.apply(fact, at: StudyMoment(milliseconds: at.milliseconds))
      heard = number
    }
  }
}
