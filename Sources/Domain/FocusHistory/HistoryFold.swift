package import FocusSession

/// Builds the history fact by fact; the log keeps it so that not all facts have to be read again.
package struct HistoryFold: Equatable, Sendable {
  package private(set) var current: SessionRecord?
  private var breakBegan: Tick?
  private var visitBegan: Tick?
  private var focusSince: Tick?
  private var isFocus = true
  /// The uid of the task being worked on.
  private var working: String?
  /// The start of the focus on that task that is not counted yet.
  private var workSince: Tick?
  private let zone: CivilZone

  /// The zone decides which day and which hour focus belongs to.
  package init(zone: CivilZone) { self.zone = zone }

  package enum Entry: Equatable, Sendable {
    case began(SessionRecord)
    case changed(SessionRecord)
    case ended(SessionRecord)
    case focused(HourOfDay, Lapse)
    case counted(CivilDay, DayTotals)
  }

  package mutating func fold(_ fact: Fact) -> [Entry] {
    let wall = fact.stamp.moment.wall
    var entries: [Entry] = []
    switch fact.body {
    case .sessionStarted(let start): return begin(start, at: fact.stamp)
    case .sessionEnded(let ending): return end(ending, at: fact.stamp)
    case .breakStarted:
      entries += rest(at: fact.stamp)
      breakBegan = fact.stamp.tick
      change { record in
        record.breaks += 1
        record.details.pauses.append(.init(began: wall, ended: nil))
      }
      entries.append(count(wall) { $0.breaks = 1 })
    case .breakEnded:
      let took = breakBegan.map { fact.stamp.tick - $0 } ?? .zero
      breakBegan = nil
      (focusSince, workSince) = (fact.stamp.tick, fact.stamp.tick)
      change { record in
        if !record.details.pauses.isEmpty { record.details.pauses[record.details.pauses.count - 1].ended = wall }
      }
      entries.append(count(wall) { $0.breakTime = took })
    case .visit(let happened): entries += note(happened, at: fact.stamp)
    case .questionOpened(let question):
      // A question whose wait starts again is still the same question.
      guard !question.isAgain else { return [] }
      change { $0.note(question, at: wall) }
    case .questionAnswered(let answer, _):
      change { $0.note(answer) }
      entries.append(count(wall) { $0.count(answer) })
    case .attempted(let attempt):
      change { $0.note(attempt) }
      entries.append(count(wall) { $0.attempts = 1 })
    case .sessionExtended(let plannedEnd, _):
      change { $0.plannedEnd = plannedEnd.map { fact.stamp.wall(at: $0) } }
    case .layerAdded(let layer, _):
      change { record in
        let profile = layer.policy.profile
        if !record.details.added.contains(profile) { record.details.added.append(profile) }
      }
    case .clockJumped(let by):
      change { record in
        record.details.clockJumps.append(.init(at: wall, by: by))
        record.plannedEnd = record.plannedEnd.map { $0 + by }
      }
    case .clockCorrected(let by, .synchronized):
      change { record in record.plannedEnd = record.plannedEnd.map { $0 - by } }
    case .serviceStarted(let down):
      if let down, down > .zero { change { $0.details.gaps.append(.init(at: wall - down, by: down)) } }
    case .plan(let planned): note(planned, at: fact.stamp.tick)
    case .emergencyOpened: change { $0.details.emergencies.append(wall) }
    case .clockTrusted, .clockCorrected(_, .ranAhead), .layerRemoved, .blocksAdded, .bypassed, .promiseKept,
      .breakNoticed, .emergencyCancelled, .scheduleNoticed, .scheduleSkipped, .startPlanned, .startUnplanned,
      .key, .guard, .learn, .move, .pledge, .gate, .sync:
      return []
    }
    if let current { entries.append(.changed(current)) }
    return entries
  }

  private mutating func begin(_ start: SessionStart, at stamp: Stamp) -> [Entry] {
    let wall = stamp.moment.wall
    var record = SessionRecord(
      id: start.id, profile: start.own.policy.profile, task: start.task, started: wall,
      plannedEnd: start.plannedEnd.map { stamp.wall(at: $0) }, details: SessionDetails(trigger: start.trigger))
    record.details.added = start.added.map { $0.policy.profile }
    isFocus = start.own.policy.countsAsFocus
    record.details.isFocus = isFocus
    current = record
    (breakBegan, visitBegan) = (nil, nil)
    focusSince = stamp.tick
    workSince = stamp.tick
    working = nil
    return [.began(record)] + (isFocus ? [count(wall) { $0.sessions = 1 }] : [])
  }

  private mutating func end(_ ending: SessionEnding, at stamp: Stamp) -> [Entry] {
    let wall = stamp.moment.wall
    var entries = breakBegan == nil && visitBegan == nil ? focus(until: stamp) : []
    work(until: stamp.tick)
    guard var record = current else { return [] }
    record.ended = wall
    record.why = ending.why
    record.focused = ending.focused
    current = nil
    focusSince = nil
    workSince = nil
    working = nil
    if ending.why == .emergency { entries.append(count(wall) { $0.emergencies = 1 }) }
    if ending.why == .completed, isFocus { entries.append(count(wall) { $0.completed = 1 }) }
    return entries + [.ended(record)]
  }

  private mutating func note(_ happened: VisitFact, at stamp: Stamp) -> [Entry] {
    switch happened {
    case .asked: []
    case .began(let visit): beginVisit(visit, at: stamp)
    case .ended: endVisit(at: stamp)
    }
  }

  private mutating func beginVisit(_ visit: VisitBeginning, at stamp: Stamp) -> [Entry] {
    let focused = rest(at: stamp)
    visitBegan = stamp.tick
    change { $0.details.visits.append(.init(thing: visit.thing, began: stamp.moment.wall)) }
    return focused + [count(stamp.moment.wall) { $0.visits = 1 }]
  }

  private mutating func endVisit(at stamp: Stamp) -> [Entry] {
    guard let began = visitBegan else { return [] }
    let wall = stamp.moment.wall
    visitBegan = nil
    (focusSince, workSince) = (stamp.tick, stamp.tick)
    change { record in
      guard let last = record.details.visits.indices.last else { return }
      record.details.visits[last].ended = wall
      record.details.visits[last].took = stamp.tick - began
    }
    // Across midnight each day has its own minutes.
    return zone.hours(from: wall - (stamp.tick - began), to: wall).map { part in
      var totals = DayTotals()
      totals.visitTime = part.length
      return .counted(part.hour.day, totals)
    }
  }

  package func focusUnderWay(at stamp: Stamp) -> [Entry] {
    var copy = self
    return copy.focus(until: stamp)
  }

  /// Counts the focus so far when it pauses.
  private mutating func rest(at stamp: Stamp) -> [Entry] {
    let entries = focus(until: stamp)
    work(until: stamp.tick)
    (focusSince, workSince) = (nil, nil)
    return entries
  }

  private mutating func note(_ planned: PlanFact, at tick: Tick) {
    work(until: tick)
    switch planned {
    case .taskBegan(let task):
      working = task.uid
      change { record in
        record.task = task.words
        if !record.details.tasks.contains(where: { $0.uid == task.uid }) {
          record.details.tasks.append(.init(uid: task.uid, words: task.words))
        }
      }
    case .taskDone: working = nil
    case .noted(let session, let words):
      if current?.id == session { change { $0.details.note = words.isEmpty ? nil : words } }
    case .forgotten: break
    }
  }

  /// Credits the focus since the last count to the task being worked on.
  private mutating func work(until tick: Tick) {
    guard let since = workSince else { return }
    workSince = tick
    guard let uid = working else { return }
    change { record in
      guard let index = record.details.tasks.firstIndex(where: { $0.uid == uid }) else { return }
      record.details.tasks[index].focused = record.details.tasks[index].focused + (tick - since)
    }
  }

  private mutating func change(_ change: (inout SessionRecord) -> Void) {
    // Taken out meanwhile: with two owners each change would copy all that the session's details hold.
    guard var record = current.take() else { return }
    change(&record)
    current = record
  }

  private func count(_ wall: Timestamp, _ fill: (inout DayTotals) -> Void) -> Entry {
    var totals = DayTotals()
    fill(&totals)
    return .counted(zone.day(at: wall), totals)
  }

  /// Distributes the focus since its beginning over the hours it covers.
  private mutating func focus(until stamp: Stamp) -> [Entry] {
    guard let since = focusSince else { return [] }
    guard isFocus else {
      focusSince = stamp.tick
      return []
    }
    let end = stamp.moment.wall
    let entries = zone.hours(from: end - (stamp.tick - since), to: end).map { Entry.focused($0.hour, $0.length) }
    focusSince = stamp.tick
    return entries
  }
}

extension DayTotals {
  fileprivate mutating func count(_ answer: QuestionAnswer) {
    switch answer {
    case .end, .switchProfile: questionsEnded = 1
    case .keep, .takeBreak, .timeout: questionsKept = 1
    }
  }
}

extension SessionRecord {
  fileprivate mutating func note(_ question: Question, at wall: Timestamp) {
    var isSwitch = false
    if case .switchTo = question.kind { isSwitch = true }
    details.questions.append(.init(at: wall, isSwitch: isSwitch, answer: nil))
  }

  fileprivate mutating func note(_ answer: QuestionAnswer) {
    guard !details.questions.isEmpty else { return }
    details.questions[details.questions.count - 1].answer = answer
  }

  fileprivate mutating func note(_ attempt: Attempt) {
    attempts += 1
    if let index = details.attempts.firstIndex(where: { $0.what == attempt }) {
      details.attempts[index].times += 1
    } else {
      details.attempts.append(.init(what: attempt, times: 1))
    }
  }
}
