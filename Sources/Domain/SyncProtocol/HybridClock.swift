/// A time by a hybrid logical clock: 48 bits of milliseconds since 1970 and a counter of 16 bits. It orders what
/// several devices did, even where their wall clocks disagree; durations are never made of it.
package struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds in the upper 48 bits, the counter in the lower 16.
  package var bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  /// A time; milliseconds before 1970 or beyond 48 bits become the nearest that can be said.
  package init(milliseconds: Int64, counter: UInt16 = 0) {
    let limited = UInt64(min(max(0, milliseconds), 0xFFFF_FFFF_FFFF))
    bits = limited << 16 | UInt64(counter)
  }

  package var milliseconds: Int64 { Int64(bits >> 16) }
  /// Tells apart what happened within one millisecond.
  package var counter: UInt16 { UInt16(truncatingIfNeeded: bits) }

  package static func < (left: HybridTime, right: HybridTime) -> Bool { left.bits < right.bits }
}

/// This device's hybrid clock. Keep ``last`` on disk with what it stamped, so that it never goes back.
package struct HybridClock: Equatable, Sendable {
  /// The last time that was given or heard.
  package private(set) var last: HybridTime

  /// How many milliseconds others' clocks can pull this one forward at most.
  package static let farthestPull: Int64 = 5 * 60 * 1000

  package init(last: HybridTime = HybridTime(bits: 0)) { self.last = last }

  /// The time of an event here at that wall time; later than all before it.
  package mutating func now(wall milliseconds: Int64) -> HybridTime {
    let wall = HybridTime(milliseconds: milliseconds)
    // Past the last counter the next millisecond begins by itself.
    last = max(wall, last.bits == .max ? last : HybridTime(bits: last.bits + 1))
    return last
  }

  /// Hears a time from another device: what happens here afterwards comes after it, unless it is more than five
  /// minutes ahead of the wall clock here; then it pulls by these five minutes and no more.
  package mutating func hear(_ other: HybridTime, wall milliseconds: Int64) {
    let (farthest, isTooFar) = milliseconds.addingReportingOverflow(Self.farthestPull)
    last = max(last, isTooFar ? other : min(other, HybridTime(milliseconds: farthest, counter: .max)))
  }
}
