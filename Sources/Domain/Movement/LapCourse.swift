/// The laps of one household between two readers: one set after the other, each by one card, and now and then three
/// laps at the person's own pace from which it is known how quick a lap can be.
public struct LapCourse: Equatable, Sendable {
  /// What became of a tap.
  public enum Outcome: Equatable, Sendable {
    /// It counts, or does not, as the counter says.
    case counted(LapCounter.Outcome)
    /// A lap of those from which is learned how long one takes: which, and its milliseconds.
    case measured(Int, took: Int64)
    /// The three laps are done.
    case calibrated(LapCounter.Calibration)
    /// The three laps are done, and the readers are too near to each other, or the laps were too slow.
    case notApart
    /// Nobody knows how long a lap takes.
    case uncalibrated
  }

  /// A set ends when the card is nowhere for so long, in milliseconds.
  public static let pause: Int64 = 900_000

  private var counter: LapCounter?
  private var last: Int64?
  private var began: Int64?
  /// Where the last tap of this set was that counts.
  public private(set) var place: LapCounter.Place?
  /// The laps that were measured, while laps are measured.
  public private(set) var measured: [Int64]?
  /// Whether each tap of this set was signed by the card.
  public private(set) var isSigned = false
  /// The highest counter that each card signed, so that a tap of an earlier set cannot be played back.
  private var highest: [(card: [UInt8], counter: UInt32)] = []

  private static let mostCards = 64

  /// A course on which nobody walked yet.
  public init() {}

  /// The laps of the present set.
  public var laps: Int { measured == nil ? counter?.laps ?? 0 : 0 }

  /// The next three laps show how long a lap takes.
  public mutating func calibrate() {
    counter = nil
    measured = []
  }

  /// Laps count again, and are not measured.
  public mutating func endCalibration() {
    counter = nil
    measured = nil
  }

  /// Takes a tap.
  ///
  /// - Parameters:
  ///   - card: the card's UID.
  ///   - counter: the counter that it showed and signed, if it has one.
  ///   - time: milliseconds on a clock that nobody can set.
  ///   - calibration: how quick a lap can be, where that is known.
  public mutating func tap(
    _ card: [UInt8], counter shown: UInt32? = nil, at place: LapCounter.Place, time: Int64,
    _ calibration: LapCounter.Calibration?
  ) -> Outcome {
    guard let pace = measured == nil ? calibration : .anybody else { return .uncalibrated }
    if let last, time - last > Self.pause { counter = nil }
    if let shown, let known = highest.first(where: { $0.card == card }), shown <= known.counter {
      return .counted(.staleCounter)
    }
    if counter == nil {
      counter = LapCounter(pace)
      isSigned = true
      began = nil
      self.place = nil
    }
    guard let outcome = counter?.tap(card, counter: shown, at: place, time: time) else { return .uncalibrated }
    switch outcome {
    case .sameReader, .tooFast, .otherCard, .staleCounter: return .counted(outcome)
    case .began, .half, .lap: break
    }
    last = time
    self.place = place
    isSigned = isSigned && shown != nil
    if let shown { remember(card, shown) }
    defer { if place == .home { began = time } }
    guard case .lap = outcome, measured != nil, let began else { return .counted(outcome) }
    return measure(time - began)
  }

  private mutating func measure(_ took: Int64) -> Outcome {
    measured?.append(took)
    guard let laps = measured, laps.count == 3 else { return .measured(measured?.count ?? 0, took: took) }
    endCalibration()
    return LapCounter.Calibration(laps: laps).map { .calibrated($0) } ?? .notApart
  }

  private mutating func remember(_ card: [UInt8], _ counter: UInt32) {
    highest.removeAll { $0.card == card }
    highest.append((card, counter))
    if highest.count > Self.mostCards { highest.removeFirst() }
  }

  /// Two courses are equal when they would take every tap alike.
  public static func == (one: LapCourse, other: LapCourse) -> Bool {
    one.counter == other.counter && one.last == other.last && one.began == other.began && one.place == other.place
      && one.measured == other.measured && one.isSigned == other.isSigned
      && one.highest.elementsEqual(other.highest) { $0.card == $1.card && $0.counter == $1.counter }
  }
}
