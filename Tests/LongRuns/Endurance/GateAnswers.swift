import JSONText

/// What a service must at least, and may at most, know of a gate: what it answered, and what it may have heard before
/// it was killed.
struct GateAnswers {
  static let cardsWanted = 12
  static let movesWanted = 9
  /// What takes the place of a step that nobody can pass here.
  private static let standIn = Duration.seconds(60)
  private static let wait = Duration.seconds(1)
  /// Well within the ten minutes for which an asking holds.
  private static let holds = Duration.seconds(500)

  /// A deed that may be known.
  private struct Mark {
    var must = false
    var may = false

    mutating func was(_ answer: Bool?, counts: Bool) {
      may = true
      if answer == true, counts { must = true }
    }
  }

  /// How many may be known.
  private struct Count {
    var least = 0
    var most = 0

    mutating func add(_ number: Int, _ answer: Bool?) {
      most += number
      if answer == true { least += number }
    }

    mutating func spend(_ number: Int) {
      least = max(0, least - number)
      most = max(0, most - number)
    }
  }

  private var cards = Count()
  private var moves = Count()
  private var typedMark = Mark()
  private var tappedMark = Mark()
  private var scannedMark = Mark()
  /// When somebody may first have asked, and when an answer said that somebody had.
  private var firstAsked: ContinuousClock.Instant?
  private var surelyAsked: ContinuousClock.Instant?
  /// Whether a break may be under way: one that nobody answered, or whose end nobody answered.
  var mayBeOnBreak = false

  // MARK: What was said

  mutating func learned(_ answer: Bool?) -> Bool {
    cards.add(1, answer)
    return answer != nil
  }

  mutating func moved(_ number: Int, _ answer: Bool?) -> Bool {
    moves.add(number, answer)
    return answer != nil
  }

  mutating func typed(_ answer: Bool?) {
    typedMark.was(answer, counts: true)
    if answer == true { refused() }
  }

  /// A tap counts after the asking, one at a reader in another room also before.
  mutating func tapped(_ answer: Bool?) { tappedMark.was(answer, counts: surelyAsked != nil) }

  mutating func scanned(_ answer: Bool?) { scannedMark.was(answer, counts: true) }

  /// Somebody is about to ask, for the break or by typing.
  mutating func asks() { firstAsked = firstAsked ?? .now }

  /// The service said that steps are missing: the asking is known.
  mutating func refused() { surelyAsked = surelyAsked ?? .now }

  mutating func passed() {
    cards.spend(Self.cardsWanted)
    moves.spend(Self.movesWanted)
    self = GateAnswers(cards: cards, moves: moves)
    mayBeOnBreak = true
  }

  /// The service heard of the break or not.
  mutating func mayHavePassed() {
    mayBeOnBreak = lack == nil
    guard mayBeOnBreak else { return }
    cards.least = max(0, cards.least - Self.cardsWanted)
    moves.least = max(0, moves.least - Self.movesWanted)
    typedMark.must = false
    tappedMark.must = false
    scannedMark.must = false
    surelyAsked = nil
  }

  init() {}

  private init(cards: Count, moves: Count) {
    self.cards = cards
    self.moves = moves
  }

  // MARK: What follows

  private func isPast(_ length: Duration, since start: ContinuousClock.Instant?) -> Bool {
    start.map { .now - $0 >= length } ?? false
  }

  /// A step that nobody can have done; `nil` where all may be.
  var lack: String? {
    if cards.most < Self.cardsWanted { return "only \(cards.most) cards were learned" }
    if moves.most < Self.movesWanted, !isPast(Self.standIn, since: firstAsked) { return "nobody moved" }
    if !typedMark.may { return "nothing was typed" }
    if !tappedMark.may { return "no key was tapped" }
    if !scannedMark.may { return "the key in the hall was not read" }
    return isPast(Self.wait, since: firstAsked) ? nil : "nobody waited"
  }

  /// Holds the steps that a status shows against what may be, and goes on from what they say.
  mutating func compare(_ steps: [JSONNode]) throws {
    try hold(steps.count == 6, "\(steps.count) steps")
    func isDone(_ index: Int) -> Bool { steps[index]["state"]?.string == "done" }
    // An asking may be over by now; what was typed and tapped is over with it.
    if isPast(Self.holds, since: firstAsked) {
      typedMark.must = false
      tappedMark.must = false
      surelyAsked = nil
    }
    let shown = Int(steps[0]["done"]?.integer ?? -1)
    let least = min(cards.least, Self.cardsWanted)
    try hold(least <= shown && shown <= cards.most, "\(shown) cards are done, \(cards) were said")
    for (index, name, mark) in [(1, "sentence", typedMark), (2, "tap", tappedMark), (4, "scan", scannedMark)] {
      try hold(isDone(index) || !mark.must, "the \(name) is lost")
      try hold(!isDone(index) || mark.may, "the \(name) is done, and nobody did it")
    }
    let hasMoved = isDone(3) && steps[3]["instead_of"] == nil
    try hold(hasMoved || moves.least < Self.movesWanted, "the movement is lost: \(moves)")
    try hold(!hasMoved || moves.most >= Self.movesWanted, "movement is done, and nobody moved: \(moves)")
    try hold(isDone(5) || !isPast(.milliseconds(1050), since: surelyAsked), "a kill began the wait again")
    try hold(!isDone(5) || isPast(Self.wait, since: firstAsked), "the wait is over too soon")
    if mayBeOnBreak {
      // Whether it began is told by what it spent.
      if !isDone(1) { self = GateAnswers(cards: cards, moves: moves) }
      mayBeOnBreak = false
    }
    if shown < Self.cardsWanted { cards = Count(least: shown, most: shown) }
    if !hasMoved { moves.most = min(moves.most, Self.movesWanted - 1) }
    typedMark.may = isDone(1)
    tappedMark.may = isDone(2)
    scannedMark.may = isDone(4)
  }
}
