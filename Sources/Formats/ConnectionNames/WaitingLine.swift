/// Connections in the order in which they were heard of; only the last place of each means something.
struct WaitingLine: Sendable {
  struct Place: Sendable {
    let key: ConnectionNames.Key
    let order: UInt64
    let at: UInt64
  }

  private var places: [Place] = []
  private var start = 0

  mutating func append(_ place: Place) { places.append(place) }

  /// Whether most places are sure to be outdated, so that dropping them pays.
  func isLong(for capacity: Int) -> Bool { places.count > 2 * capacity + 64 }

  mutating func keep(_ means: (Place) -> Bool) {
    places = places[start...].filter(means)
    start = 0
  }

  /// Removes and returns the first place.
  mutating func take() -> Place? {
    guard start < places.count else { return nil }
    defer { start += 1 }
    return places[start]
  }

  /// Removes and returns the first place if it is older than `age`.
  mutating func take(heardBefore now: UInt64, by age: UInt64) -> Place? {
    guard start < places.count, places[start].at + age < now else { return nil }
    return take()
  }
}
