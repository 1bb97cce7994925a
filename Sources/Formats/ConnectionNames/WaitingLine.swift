/// Connections in the order in which they were heard of; only the last place of each means something.
struct WaitingLine: Sendable {
  struct Place: Sendable {
    let key: ConnectionNames.Key
    let order: UInt64
    /// When it was heard of.
    let at: UInt64
  }

  private var places: [Place] = []
  private var start = 0

  mutating func append(_ place: Place) { places.append(place) }

  /// Whether most of its places have to be meaningless: then it is worth to drop those.
  func isLong(for capacity: Int) -> Bool { places.count > 2 * capacity + 64 }

  mutating func keep(_ means: (Place) -> Bool) {
    places = places[start...].filter(means)
    start = 0
  }

  /// The first place, which is free then.
  mutating func take() -> Place? {
    guard start < places.count else { return nil }
    defer { start += 1 }
    return places[start]
  }

  /// The same, if it is older than that.
  mutating func take(heardBefore now: UInt64, by age: UInt64) -> Place? {
    guard start < places.count, places[start].at + age < now else { return nil }
    return take()
  }
}
