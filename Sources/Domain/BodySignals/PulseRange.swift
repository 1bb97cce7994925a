/// A person's resting and highest heart rates, which tell when the heart is at work.
package struct PulseRange: Equatable, Sendable {
  /// Beats a minute at rest.
  package let rest: Int
  /// The most beats a minute.
  package let most: Int

  /// The range of an adult who gave no other.
  package static let usual = PulseRange(known: 65, 180)

  /// `nil` for numbers that no heart has, or that are too close to each other.
  package init?(rest: Int, most: Int) {
    guard (30...120).contains(rest), (100...230).contains(most), most - rest >= 40 else { return nil }
    self.rest = rest
    self.most = most
  }

  private init(known rest: Int, _ most: Int) {
    self.rest = rest
    self.most = most
  }

  /// The beats a minute above which the heart works: two fifths of the way from rest to the most.
  package var threshold: Int { rest + (most - rest) * 2 / 5 }
}
