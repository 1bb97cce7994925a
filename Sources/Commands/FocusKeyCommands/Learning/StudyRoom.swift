internal import CommandShell
internal import DeckFiles
internal import FocusKeyService
internal import FocusPorts
internal import Keeping
internal import Learning
internal import SQLiteLog
internal import ServiceContract
internal import Study
internal import SystemClock

/// The decks of a home and what was learned of them, whether or not a service runs there.
struct StudyRoom: ~Copyable {
  let shelf: DeckShelf
  private let home: Home

  /// Opens the home's decks, or makes the shelf for them.
  init(_ context: CommandContext) throws(Failure) {
    home = context.home
    try home.prepare()
    // Not by `shelved`: the optimizer breaks what a closure gives to a member that cannot be copied.
    do throws(DeckFileError) { shelf = try DeckShelf(path: home.decks) } catch { throw error.failure(at: "") }
  }

  func progress() throws(Failure) -> LearningProgress {
    let terms = try shelved(shelf.terms())
    var progress = LearningProgress(terms: terms)
    guard Files.exists(home.database) else { return progress }
    do throws(LogError) {
      for (_, at, fact) in try LogReader(path: home.database).learning() {
        progress.apply(fact, at: StudyMoment(milliseconds: at.milliseconds))
      }
    } catch {
      throw .log(error, home)
    }
    return progress
  }

  /// Records the facts through the service if one runs here, else directly in the same log.
  func record(_ facts: [LearnFact]) async throws(Failure) {
    guard !facts.isEmpty else { return }
    let resting: OfflineHome
    do throws(LockError) {
      resting = try OfflineHome(home)
    } catch {
      guard case .held = error else { throw .lock(error, home) }
      _ = try ServiceCall(home).ask(StudyRequests.learned(facts))
      return
    }
    try await resting.record(facts)
  }

  /// Records many facts in batches: a request and a transaction have their limits.
  func record(all facts: [LearnFact]) async throws(Failure) {
    var rest = facts[...]
    while !rest.isEmpty {
      try await record(Array(rest.prefix(500)))
      rest = rest.dropFirst(500)
    }
  }

  /// Returns the deck of that name; an unknown name is refused with the nearest right one.
  func deck(named name: String) throws(Failure) -> Deck {
    if let deck = try shelved(shelf.deck(named: name)) { return deck }
    let names = try shelved(shelf.decks().map { $0.name })
    throw .unknown("deck", name, among: names)
  }

  /// The names of the decks, for completions; none where there is no shelf.
  static func deckNames(_ home: Home) -> [String] {
    guard Files.exists(home.decks), let decks = try? DeckShelf(path: home.decks).decks() else { return [] }
    return decks.map { $0.name }
  }

  /// When the day began.
  func today(_ context: CommandContext) throws(Failure) -> StudyMoment {
    let zone = try context.zone()
    return StudyMoment(milliseconds: zone.startOfDay(zone.day(at: SystemTime.wall())).milliseconds)
  }

  static var now: StudyMoment { StudyMoment(milliseconds: SystemTime.wall().milliseconds) }
}
