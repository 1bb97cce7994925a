/// The minutes in which a person moved, as sensors show them: what several sensors see at a time is counted once, and
/// so is what was counted as repetitions or laps.
package struct ActiveMinutes: Equatable, Sendable {
  /// One minute, in milliseconds.
  package static let minute: Int64 = 60_000
  /// After a rest of that length, a new set begins.
  package static let pause: Int64 = 300_000
  /// A repetition takes at most that long.
  package static let repetition: Int64 = 12_000

  /// What outlives the program.
  package struct Kept: Equatable, Sendable {
    /// Milliseconds of movement that are not a whole minute yet; below 0 if a minute was counted in another way too.
    package var bank: Int64
    /// The whole minutes of this set.
    package var minutes: Int
    /// Up to when movement was counted.
    package var until: Int64

    /// What was kept.
    package init(bank: Int64, minutes: Int, until: Int64) {
      self.bank = bank
      self.minutes = minutes
      self.until = until
    }
  }

  /// What is to be kept.
  package private(set) var kept: Kept
  /// What was counted lately, oldest first; what adjoins is one.
  private var recent: [ActiveSpan] = []
  /// Until then somebody does what is counted in another way.
  private var otherUntil = Int64.min

  /// Laps can take that long, and what was counted before is out of question.
  private static let memory: Int64 = 3_600_000
  private static let mostSpans = 512

  /// Goes on from what was kept, or from nothing.
  package init(_ kept: Kept = Kept(bank: 0, minutes: 0, until: .min)) { self.kept = kept }

  /// The whole minutes of this set.
  package var minutes: Int { kept.minutes }

  /// Takes a time in which somebody moved.
  ///
  /// - Returns: how many minutes it completed.
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

  /// Something else was counted: the time that it took no longer counts here, and a repetition that follows neither.
  ///
  /// - Parameter lasting: how long it took until now, in milliseconds.
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
