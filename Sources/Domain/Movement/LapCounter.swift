/// Counts laps of one card between two readers that are apart: there and back is a lap. The order is strict, no leg is
/// quicker than legs can be, and a card with a signed counter shows a higher one at each tap, so that a pair of copies
/// is found out.
public struct LapCounter: Equatable, Sendable {
  /// One of the two readers.
  public enum Place: Equatable, Sendable {
    /// Where laps begin and end.
    case home
    /// The other one.
    case far
  }

  /// What became of a tap.
  public enum Outcome: Equatable, Sendable {
    /// The first tap, or the one that begins a set again.
    case began
    /// There; back is still to come.
    case half
    /// Back: that many laps are done.
    case lap(Int)
    /// The same reader again: the card was not carried.
    case sameReader
    /// Quicker than a lap can be.
    case tooFast
    /// Not the card that began.
    case otherCard
    /// The card's counter did not rise: it is a copy, or an old tap played back.
    case staleCounter
  }

  /// How quickly laps can be done.
  public struct Calibration: Equatable, Sendable {
    /// The least time of a lap, in milliseconds.
    public let leastLap: Int64

    /// The default for anyone: readers must be at least a second apart.
    static let anybody = Calibration(leastLap: 2_000)

    /// What was found once.
    public init(leastLap: Int64) { self.leastLap = leastLap }

    /// From three laps at the person's own pace, in milliseconds: 0.6 of the middle one; `nil` unless each takes at
    /// least two seconds, because readers that close are not apart.
    public init?(laps: [Int64]) {
      guard laps.count == 3, laps.allSatisfy({ $0 >= 2_000 && $0 <= 3_600_000 }) else { return nil }
      leastLap = laps.sorted()[1] * 6 / 10
    }
  }

  private let calibration: Calibration
  private var card: [UInt8]?
  private var counter: UInt32?
  private var last: (place: Place, at: Int64)?
  private var home: Int64?
  /// The laps that are done.
  public private(set) var laps = 0

  /// A set of laps.
  public init(_ calibration: Calibration) {
    self.calibration = calibration
  }

  /// Takes a tap.
  ///
  /// - Parameters:
  ///   - card: the card's UID.
  ///   - counter: the counter that it showed and signed, if it has one.
  ///   - time: milliseconds on a clock that nobody can set.
  public mutating func tap(_ card: [UInt8], counter: UInt32? = nil, at place: Place, time: Int64) -> Outcome {
    if let known = self.card, known != card { return .otherCard }
    if let known = self.counter {
      guard let counter, counter > known else { return .staleCounter }
    }
    guard let last else { return begin(card, counter, place, time) }
    guard last.place != place else { return .sameReader }
    guard time - last.at >= calibration.leastLap / 2 else { return .tooFast }
    if place == .home, let home, time - home < calibration.leastLap { return .tooFast }
    self.counter = counter ?? self.counter
    self.last = (place, time)
    guard place == .home else { return .half }
    guard home != nil else {
      home = time
      return .began
    }
    home = time
    laps += 1
    return .lap(laps)
  }

  private mutating func begin(_ card: [UInt8], _ counter: UInt32?, _ place: Place, _ time: Int64) -> Outcome {
    self.card = card
    self.counter = counter
    last = (place, time)
    if place == .home { home = time }
    return .began
  }

  /// Two counters are equal when they would take every tap alike.
  public static func == (one: LapCounter, other: LapCounter) -> Bool {
    one.calibration == other.calibration && one.card == other.card && one.counter == other.counter
      && one.last?.place == other.last?.place && one.last?.at == other.last?.at && one.home == other.home
      && one.laps == other.laps
  }
}
