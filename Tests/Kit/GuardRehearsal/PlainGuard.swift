internal import Guarding
internal import SessionTime

/// The guard written a second time, as companions of a page define it: intervals of milliseconds, no clock, no states.
struct PlainGuard {
  /// A time in which a cause is true, half open, cut to the stretch.
  struct Span {
    var cause: Cause
    var start: Int64
    var end: Int64
    /// From when on it does not count any more, because it was excused.
    var fineFrom = Int64.max

    var liveEnd: Int64 { min(end, fineFrom) }
  }

  let script: GuardScript
  var story = ToldStory()
  private var snoozesTaken = 0
  private var snoozedUntil: Int64 = 0
  private var hushed = Int64.max
  /// How many rings there were in each absence, by its beginning.
  private var inAbsence: [Int64: Int] = [:]

  init(_ script: GuardScript) { self.script = script }

  private var end: Int64 { script.end * 1000 }

  /// All times at which a cause is true, whether or not anything is watched.
  private func truths() -> [Span] {
    var spans: [Span] = []
    for cause in Cause.straying where cause != .attempt {
      var since: Int64?
      for (second, deed) in script.deeds {
        guard case .turned(cause, let isTrue) = deed else { continue }
        if isTrue { since = since ?? second * 1000 }
        if !isTrue, let start = since {
          if start < second * 1000 { spans.append(Span(cause: cause, start: start, end: second * 1000)) }
          since = nil
        }
      }
      if let start = since { spans.append(Span(cause: cause, start: start, end: .max)) }
    }
    let length = GuardRules.temptation.milliseconds
    for (second, deed) in script.deeds where deed == .tempted {
      let start = second * 1000
      if let last = spans.indices.last, spans[last].cause == .attempt, spans[last].end >= start {
        spans[last].end = start + length
      } else {
        spans.append(Span(cause: .attempt, start: start, end: start + length))
      }
    }
    return spans
  }

  private func after(_ cause: Cause) -> Int64 { script.rules[cause].after.milliseconds }

  private func isCounted(_ cause: Cause) -> Bool {
    script.rules[cause].does == .count || script.rules[cause].does == .alarm
  }

  /// From when on it is known that the cause was true for too long; `nil` if it was not.
  private func certain(_ span: Span, from start: Int64) -> Int64? {
    let at = max(span.start, start) + after(span.cause) + 1
    return at <= span.end ? at : nil
  }

  mutating func run() -> ToldStory {
    if let at = script.deeds.first(where: { $0.deed == .hush }) { hushed = at.second * 1000 }
    var spans = truths()
    var stretches: [(Int64, Int64, EpisodeEnd)] = []
    var since: Int64?
    for (second, deed) in script.deeds {
      if deed == .watch { since = since ?? second * 1000 }
      if deed == .rest, let start = since {
        stretches.append((start, second * 1000, .onBreak))
        since = nil
      }
    }
    if let start = since { stretches.append((start, end, .sessionEnded)) }
    for (start, stop, why) in stretches { walk(&spans, start, stop, why) }
    return story
  }

  private mutating func walk(_ spans: inout [Span], _ start: Int64, _ stop: Int64, _ why: EpisodeEnd) {
    for (at, cause) in tellable(spans, start, stop) { story.notices.append("\(at) \(cause)") }
    var cleared = start
    var from = start
    while let first = firstCertainty(spans, start, from, stop) {
      var episode = ToldEpisode(
        began: max(spans[first.index].start, cleared), ended: stop, causes: [], why: why, rings: [])
      let over = quiet(spans, start, first.at, stop)
      episode.ended = over?.at ?? stop
      if over != nil { episode.why = .returned }
      let known = over.map { $0.known } ?? stop
      // An excuse before anybody knew that it was over ends it there.
      let excuse = script.deeds.first {
        $0.deed == .excuse && $0.second * 1000 >= first.at && $0.second * 1000 < (over == nil ? stop : known)
      }
      if let excuse {
        episode.ended = excuse.second * 1000
        episode.why = .excused
      }
      let horizon = excuse.map { $0.second * 1000 } ?? known
      var joined: [(at: Int64, cause: Cause)] = []
      for span in spans where isCounted(span.cause) {
        guard let at = certain(span, from: start), at <= span.fineFrom, at >= first.at, at <= horizon else { continue }
        if at <= span.liveEnd, !joined.contains(where: { $0.cause == span.cause }) { joined.append((at, span.cause)) }
      }
      // Times of a cause are in order of time, so the first of each is the one that joined.
      joined.sort { ($0.at / 1000, $0.cause.rawValue) < ($1.at / 1000, $1.cause.rawValue) }
      episode.causes = joined.map { $0.cause }
      ring(&episode, spans, start, first.at, horizon)
      if let excuse {
        let at = excuse.second * 1000
        for index in spans.indices where isLive(spans[index], at, start) { spans[index].fineFrom = at }
      }
      story.episodes.append(episode)
      cleared = episode.ended
      from = horizon
    }
  }

  private func tellable(_ spans: [Span], _ start: Int64, _ stop: Int64) -> [(Int64, Cause)] {
    var told: [(Int64, Cause)] = []
    for span in spans where script.rules[span.cause].does == .notice {
      if let at = certain(span, from: start), span.end > start, at <= stop { told.append((at, span.cause)) }
    }
    return told.sorted { ($0.0, $0.1.rawValue) < ($1.0, $1.1.rawValue) }
  }

  private func firstCertainty(
    _ spans: [Span], _ start: Int64, _ from: Int64, _ stop: Int64
  ) -> (index: Int, at: Int64)? {
    var best: (index: Int, at: Int64)?
    for index in spans.indices where isCounted(spans[index].cause) && spans[index].end > start {
      guard let at = certain(spans[index], from: start), at > from || at == from + 1, at <= stop,
        spans[index].fineFrom >= at
      else { continue }
      guard let known = best else {
        best = (index, at)
        continue
      }
      if (at, spans[index].cause.rawValue) < (known.at, spans[known.index].cause.rawValue) { best = (index, at) }
    }
    return best
  }

  private func isLive(_ span: Span, _ at: Int64, _ start: Int64) -> Bool {
    guard isCounted(span.cause), at >= max(span.start, start), at < span.liveEnd else { return false }
    return span.cause != .away || certain(span, from: start).map { at >= $0 } ?? false
  }

  /// The first moment from which on nothing is true for long enough, and when that is known.
  private func quiet(_ spans: [Span], _ start: Int64, _ from: Int64, _ stop: Int64) -> (at: Int64, known: Int64)? {
    var at = from
    while at <= stop {
      if let longest = spans.filter({ isLive($0, at, start) }).map({ $0.liveEnd }).max() {
        at = longest
        continue
      }
      let known = at + script.rules.settle.milliseconds
      let next = spans.compactMap { span -> Int64? in
        guard isCounted(span.cause) else { return nil }
        let live = span.cause == .away ? certain(span, from: start) : max(span.start, start)
        guard let live, live > at, live < span.liveEnd else { return nil }
        return live
      }.min()
      if let next, next < known {
        at = next
        continue
      }
      return known <= stop ? (at, known) : nil
    }
    return nil
  }
}

extension PlainGuard {
  /// The rings of an episode, looked for right after each second.
  private mutating func ring(
    _ episode: inout ToldEpisode, _ spans: [Span], _ start: Int64, _ from: Int64, _ horizon: Int64
  ) {
    let armed = spans.compactMap { span -> Int64? in
      guard script.rules[span.cause].does == .alarm, let at = certain(span, from: start), at >= from, at <= horizon,
        at <= span.liveEnd
      else { return nil }
      return at
    }.min()
    guard let armed else { return }
    var due = max(armed - 1, snoozedUntil)
    let snoozes = Set(script.deeds.filter { $0.deed == .snooze }.map { $0.second * 1000 })
    for second in stride(from: armed - 1, through: horizon, by: 1000) {
      let isSnoozed = snoozes.contains(second)
      guard isSnoozed || second >= due else { continue }
      if isSnoozed, second >= armed, second < horizon || horizon == end, second >= snoozedUntil,
        snoozesTaken < script.rules.alarm.snoozes, rings(second, spans, start, episode.rings.count)
      {
        snoozesTaken += 1
        snoozedUntil = second + script.rules.alarm.snooze.milliseconds
        story.snoozes.append(second)
        due = max(due, snoozedUntil)
      }
      let at = second + 1
      guard second >= due, at <= horizon, rings(at, spans, start, episode.rings.count) else { continue }
      episode.rings.append(at)
      if let absence = absence(spans, at, start) { inAbsence[absence, default: 0] += 1 }
      due = second + script.rules.alarm.every.milliseconds
    }
  }

  /// The absence that is certain at that moment, by its beginning.
  private func absence(_ spans: [Span], _ at: Int64, _ start: Int64) -> Int64? {
    spans.first { span in
      span.cause == .away && at < span.end && (certain(span, from: start).map { at >= $0 } ?? false)
    }.map { max($0.start, start) }
  }

  /// Whether it rings at that moment, if a ring is due.
  private func rings(
    _ at: Int64, _ spans: [Span], _ start: Int64, _ count: Int
  ) -> Bool {
    guard at < hushed, count < script.rules.alarm.most else { return false }
    if let absence = absence(spans, at, start), inAbsence[absence, default: 0] >= script.rules.alarm.mostAway {
      return false
    }
    return spans.contains { script.rules[$0.cause].does == .alarm && isLive($0, at, start) }
  }
}

extension GuardScript {
  /// What the second model makes of it.
  package func runPlainly() -> ToldStory {
    var plain = PlainGuard(self)
    return plain.run()
  }
}
