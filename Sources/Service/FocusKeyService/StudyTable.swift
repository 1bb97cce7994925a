internal import DeckFiles
internal import FocusPorts
internal import FocusSession
internal import Glibc
internal import JSONText
internal import Learning
internal import LinuxRuntime
internal import SQLiteLog
internal import ServiceAPI
internal import ServiceContract

/// The person's cards as the page studies them: read once, then kept up with what is learned and imported. On a thread
/// of its own.
actor StudyTable {
  private let thread = ThreadExecutor(named: "cards")
  private let home: Home
  private let zone: CivilZone
  private var index = StudyIndex([], LearningProgress())
  private var read: ShelfStamp?
  /// The number of the last fact that was taken in.
  private var heard: Int64 = 0

  /// The thread that files are read on.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  deinit { thread.close() }

  /// What the API asks of it.
  nonisolated var ports: StudyPorts {
    StudyPorts(decks: { await self.decks(at: $0) }, next: { await self.next($0, $1, at: $2) })
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
    let counts = index.counts(of: deck, at: moment)
    var cards: [JSONValue] = []
    if Files.exists(home.decks), let shelf = try? DeckShelf(path: home.decks) {
      for entry in index.next(count, of: deck, at: moment) {
        guard let card = try? shelf.card(entry.card) else { continue }
        cards.append(json(card, entry, at: moment))
      }
    }
    return ["ok": true, "due": JSONValue(counts.due), "new": JSONValue(counts.new), "cards": .array(cards)]
  }

  /// A card with what is known of it. Its sides are markup of the short list, cleaned again: a file is only a file.
  private func json(_ card: Card, _ entry: ReviewQueue.Entry, at moment: StudyMoment) -> JSONValue {
    let (id, progress) = (entry.card, index.progress)
    let memory = progress.memories[id]
    let waits = Grade.allCases.map { grade in
      JSONValue.integer((progress.due(id, after: grade, at: moment).milliseconds - moment.milliseconds) / 1000)
    }
    return [
      "deck": .string(id.deck), "id": .string(id.card), "title": .string(CardMarkup.clean(card.title)),
      "content": .string(CardMarkup.clean(card.content)), "category": .string(card.category),
      "link": JSONValue(card.link), "tags": JSONValue(card.tags), "why": entry.why == .new ? "new" : "due",
      "viewed": .bool(progress.viewed.contains(id)), "bookmarked": .bool(progress.bookmarks.contains(id)),
      "reviews": JSONValue(memory?.reviews ?? 0), "lapses": JSONValue(memory?.lapses ?? 0),
      "reviewed_at": JSONValue(
        memory.map { ISO8601.text(Timestamp(milliseconds: $0.reviewed.milliseconds), in: zone) }),
      "recall": progress.recall(id, at: moment).map { .number(rounded($0)) } ?? .null,
      "curve": .array(progress.forgettingCurve(id, days: 61).map { .number(rounded($0)) }),
      "waits_seconds": .array(waits),
    ]
  }

  private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

  // MARK: Keeping up

  private func bringUpToDate() {
    let stamp = ShelfStamp(home.decks)
    if stamp != read {
      read = stamp
      let cards = stamp == nil ? [] : (try? DeckShelf(path: home.decks).ids()) ?? []
      index = StudyIndex(cards, index.progress)
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

/// What tells that a file of decks was written: SQLite's file and what waits beside it.
private struct ShelfStamp: Equatable {
  private let numbers: [Int64]

  /// The stamp of the file of that name; `nil` where there is none.
  init?(_ path: String) {
    var file = stat()
    guard unsafe stat(path, &file) == 0 else { return nil }
    var waiting = stat()
    let size = unsafe stat(path + "-wal", &waiting) == 0 ? Int64(waiting.st_size) : 0
    numbers = [
      Int64(file.st_ino), Int64(file.st_mtim.tv_sec), Int64(file.st_mtim.tv_nsec), Int64(file.st_size), size,
    ]
  }
}
