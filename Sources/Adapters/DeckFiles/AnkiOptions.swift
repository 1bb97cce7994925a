internal import JSONText
internal import Learning
internal import SQLiteFiles

struct AnkiOptions {
  private var retentions: [Int64: Double] = [:]
  private var weights: [Int64: [Double]] = [:]
  private var limits: [Int64: DayLimit] = [:]
  /// Each deck's options, and the retention set for that deck alone.
  private var decks: [Int64: (options: Int64, retention: Double?)] = [:]

  /// The terms and daily limit of the options that most cards use; `cards` counts them by deck.
  func terms(of cards: [Int64: Int]) -> (terms: DeckTerms, limit: DayLimit) {
    struct Share: Hashable {
      var options: Int64
      var retention: Double?
    }
    var counts: [Share: Int] = [:]
    for (deck, count) in cards {
      guard let known = decks[deck] else { continue }
      counts[Share(options: known.options, retention: known.retention ?? retentions[known.options]), default: 0] +=
        count
    }
    let most = counts.max { ($0.value, $1.key.options) < ($1.value, $0.key.options) }?.key
    guard let most else { return (DeckTerms(), DayLimit()) }
    let terms = DeckTerms(retention: most.retention, weights: weights[most.options] ?? [])
    return (terms, limits[most.options] ?? DayLimit())
  }

  // MARK: Schema 18

  /// `DeckConfig.Config`: 6 is FSRS-6's weights, 9 the new cards of a day, 10 the due ones, 37 the retention. Zero is
  /// not written.
  mutating func takeOptions(_ octets: [UInt8], of id: Int64) {
    var message = ProtobufFields(octets)
    var (new, reviews): (Int?, Int?)
    while let field = message.next() {
      if case .number(9, let count) = field { new = Int(clamping: count) }
      if case .number(10, let count) = field { reviews = Int(clamping: count) }
      if case .octets(6, let packed) = field { weights[id] = Self.floats(packed) }
      if case .octets(37, let packed) = field { retentions[id] = Self.floats(packed).first }
    }
    if new != nil || reviews != nil { limits[id] = Self.limit(new ?? 0, reviews ?? 0) }
  }

  /// Counts from 9999 on mean no limit.
  private static func limit(_ new: Int?, _ reviews: Int?) -> DayLimit {
    func known(_ count: Int?) -> Int? { count.flatMap { (0..<9999).contains($0) ? $0 : nil } }
    return DayLimit(new: known(new), reviews: known(reviews))
  }

  /// `Deck.KindContainer`: 1 is an ordinary deck, in which 1 is the number of its options and 10 its own retention.
  mutating func takeDeck(_ octets: [UInt8], of id: Int64) {
    var message = ProtobufFields(octets)
    while let field = message.next() {
      guard case .octets(1, let normal) = field else { continue }
      var members = ProtobufFields(Array(normal))
      var known: (options: Int64, retention: Double?) = (1, nil)
      while let member = members.next() {
        if case .number(1, let options) = member { known.options = Int64(bitPattern: options) }
        if case .octets(10, let packed) = member { known.retention = Self.floats(packed).first }
      }
      decks[id] = known
    }
  }

  private static func floats(_ packed: ArraySlice<UInt8>) -> [Double] {
    guard packed.count % 4 == 0, packed.count <= 400 else { return [] }
    return stride(from: packed.startIndex, to: packed.endIndex, by: 4).map { at in
      // As it was written: 0.9, not the nearest number of half the length.
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(packed[at + $1]) << UInt32(8 * $1) }
      return Double("\(Float(bitPattern: bits))") ?? 0
    }
  }

  // MARK: Schema 11

  mutating func takeOptions(_ options: JSONNode, of id: Int64) {
    retentions[id] = options["desiredRetention"]?.number
    weights[id] = (options["fsrsParams6"]?.array ?? []).compactMap { $0.number }
    limits[id] = Self.limit(
      options["new"]?["perDay"]?.integer.map { Int(clamping: $0) },
      options["rev"]?["perDay"]?.integer.map { Int(clamping: $0) })
  }

  mutating func takeDeck(_ deck: JSONNode, of id: Int64) {
    decks[id] = (deck["conf"]?.integer ?? 1, deck["desiredRetention"]?.number.map { $0 > 1 ? $0 / 100 : $0 })
  }
}
