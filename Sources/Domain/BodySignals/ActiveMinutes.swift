/// Minutes of movement that sensors show; overlaps, also with repetitions and laps, count once.
package struct ActiveMinutes: Equatable, Sendable {
  /// One minute, in milliseconds.
  package static let minute: Int64 = 60_000
  /// After a rest of this length, in milliseconds, a new set begins.
  package static let pause: Int64 = 300_000
  /// The longest time of a repetition, in milliseconds.
  package static let repetition: Int64 = 12_000

  /// What survives a restart of the program.
  package struct Kept: Equatable, Sendable {
    /// Milliseconds of movement short of a minute; below 0 if a minute was also counted otherwise.
    package var bank: Int64
    /// The whole minutes of this set.
    package var minutes: Int
    /// The time up to which movement was counted.
    package var until: Int64

    package init(bank: Int64, minutes: Int, until: Int64) {
      self.bank = bank
      self.minutes = minutes
      self.until = until
    }
  }

  package private(set) var kept: Kept
  /// The spans counted lately, oldest first; adjoining ones are joined.
  private var recent: [ActiveSpan] = []
  /// Until then, the person does something that is counted in another way.
  private var otherUntil = Int64.min

  /// The longest time of a lap, in milliseconds; what was counted earlier cannot overlap.
  private static let memory: Int64 = 3_600_000
  private static let mostSpans = 512

  /// Continues from what was kept, or from nothing.
  package init(_ kept: Kept = Kept(bank: 0, minutes: 0, until: .min)) { self.kept = kept }

  package var minutes: Int { kept.minutes }

  /// Adds a time of movement, and returns how many minutes it completed.
  package mutating func add(_ span: ActiveSpan) -> Int {
    let from = max(span.from, kept.until, otherUntil)
    guard from < span.to else { return 0 }
    // The first one ever has nothing before it.
    if kept.until != .min, from - kept.until > Self.pause {
      kept.bank = min(kept.bank, 0)
      kept.minutes = 0
    }
    kept.until = span.to
    kept.bank += span.to - from
    remember(ActiveSpan(from: from, to: span.to))
    let whole = max(0, kept.bank / Self.minute)
    kept.bank -= whole * Self.minute
    kept.minutes += Int(whole)
    return Int(whole)
  }

  /// Excludes the last `lasting` milliseconds and the next repetition, which are counted elsewhere.
  package mutating func exclude(lasting: Int64, until time: Int64) {
    let from = time - max(0, min(lasting, Self.memory))
    otherUntil = max(otherUntil, time + Self.repetition)
    var rest: [ActiveSpan] = []
    for span in recent {
      let (begin, end) = (max(span.from, from), min(span.to, time))
      guard begin < end else {
        rest.append(span)
        continue
      }
      kept.bank -= end - begin
      if span.from < begin { rest.append(ActiveSpan(from: span.from, to: begin)) }
      if end < span.to { rest.append(ActiveSpan(from: end, to: span.to)) }
    }
    recent = rest
  }

  private mutating func remember(_ span: ActiveSpan) {
    if let last = recent.last, last.to == span.from {
      recent[recent.count - 1] = ActiveSpan(from: last.from, to: span.to)
    } else {
      recent.append(span)
    }
    recent.removeAll { $0.to < span.to - Self.memory }
    if recent.count > Self.mostSpans { recent.removeFirst() }
  }
}
