/// A moment on the wall clock, in milliseconds since 1970 (UTC).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// The moment N milliseconds after the start of 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Earlier before later, shorter before longer.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// The moment a while later.
  public static func + (moment: Timestamp, lapse: Lapse) -> Timestamp {
    Timestamp(milliseconds: saturatingSum(moment.milliseconds, lapse.milliseconds))
  }

  /// The moment a while earlier.
  public static func - (moment: Timestamp, lapse: Lapse) -> Timestamp { moment + (.zero - lapse) }

  /// How long after `earlier` this is.
  public static func - (later: Timestamp, earlier: Timestamp) -> Lapse {
    Lapse(milliseconds: later.milliseconds) - Lapse(milliseconds: earlier.milliseconds)
  }
}

/// A length of time in milliseconds. Sums saturate, so that no number from outside can stop the machine.
public struct Lapse: Hashable, Comparable, Sendable {
  /// The length; negative where something went backwards.
  public var milliseconds: Int64

  /// A length of N milliseconds.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// No time at all.
  public static let zero = Lapse(milliseconds: 0)

  /// `count` seconds.
  public static func seconds(_ count: Int64) -> Lapse { Lapse(milliseconds: saturatingProduct(count, 1000)) }

  /// `count` minutes.
  public static func minutes(_ count: Int64) -> Lapse { .seconds(saturatingProduct(count, 60)) }

  /// `count` hours.
  public static func hours(_ count: Int64) -> Lapse { .minutes(saturatingProduct(count, 60)) }

  /// `count` times 24 hours.
  public static func days(_ count: Int64) -> Lapse { .hours(saturatingProduct(count, 24)) }

  /// Whole seconds that have passed, as answers count them.
  public var wholeSeconds: Int64 { milliseconds / 1000 }

  /// Seconds that are left, as a countdown shows them: it reads 0 only when nothing is left.
  public var secondsLeft: Int64 {
    let rest = milliseconds % 1000 > 0 ? Int64(1) : 0
    return max(0, milliseconds / 1000 + rest)
  }

  /// Earlier before later, shorter before longer.
  public static func < (left: Lapse, right: Lapse) -> Bool { left.milliseconds < right.milliseconds }

  /// Both together.
  public static func + (left: Lapse, right: Lapse) -> Lapse {
    Lapse(milliseconds: saturatingSum(left.milliseconds, right.milliseconds))
  }

  /// What is left of the first after the second.
  public static func - (left: Lapse, right: Lapse) -> Lapse {
    let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
    return Lapse(milliseconds: overflow ? (left.milliseconds < 0 ? .min : .max) : difference)
  }
}

/// Names one run of the computer between two boots; the clocks of two runs cannot be compared.
public struct BootID: Hashable, Sendable {
  /// What the system calls this boot.
  public var text: String

  /// The boot with that name.
  public init(_ text: String) { self.text = text }
}

/// A moment as all clocks tell it: what every command carries, because the machine never asks a clock.
public struct Moment: Hashable, Sendable {
  /// The wall clock, which people and network time can set.
  public var wall: Timestamp
  /// Milliseconds on a clock that counts through suspend and that nobody can set; comparable within one boot.
  public var steady: Int64
  /// The boot in which `steady` counts.
  public var boot: BootID
  /// Whether a time service or the like has confirmed the wall clock since it was last set by hand or by the start of
  /// the computer. True of a moment that is kept: only now can be doubted.
  public var isSynchronized: Bool

  /// What the clocks of one boot show.
  public init(wall: Timestamp, steady: Int64, boot: BootID, isSynchronized: Bool = true) {
    self.wall = wall
    self.steady = steady
    self.boot = boot
    self.isSynchronized = isSynchronized
  }
}

package func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  return overflow ? (left < 0 ? .min : .max) : sum
}

package func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
  let (product, overflow) = left.multipliedReportingOverflow(by: right)
  return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}
