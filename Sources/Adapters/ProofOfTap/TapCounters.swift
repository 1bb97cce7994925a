/// The highest counter that each card has shown: a tap that does not rise above it is an old one played back.
public struct TapCounters: Equatable, Sendable {
  private var highest: [[UInt8]: UInt32]

  /// Counters as they were kept.
  public init(_ highest: [[UInt8]: UInt32] = [:]) {
    self.highest = highest
  }

  /// The highest counter of a card so far.
  public func highest(of uid: [UInt8]) -> UInt32? {
    highest[uid]
  }

  /// Every card's highest counter, to be kept.
  public var all: [(uid: [UInt8], counter: UInt32)] { highest.map { ($0.key, $0.value) } }

  /// Takes a tap if its counter is higher than any before.
  ///
  /// - Returns: whether it was.
  public mutating func take(uid: [UInt8], counter: UInt32) -> Bool {
    if let last = highest[uid], counter <= last { return false }
    highest[uid] = counter
    return true
  }
}
