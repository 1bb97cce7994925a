internal import FocusHistory
internal import FocusSession

/// What the file keeps beside the facts, and the facts that this does not include yet.
struct Kept {
  var checkpoint: Checkpoint?
  var checkpointEnd: Int64 = 0
  /// The number of the last fact that sessions, days and hours are made from.
  var rowsEnd: Int64 = 0
  /// The facts after the lower of the two numbers above, oldest first.
  var facts: [(sequence: Int64, fact: Fact)] = []
}

/// The state that facts add up to, in memory. They are folded on demand, not while recording.
final class ProjectedState {
  private var folded: (machine: SessionMachine, history: HistoryTail)
  private var waiting: [Fact] = []
  /// The number of the last fact.
  private(set) var last: Int64
  /// The number of the last fact before the session under way.
  private var beforeSession: Int64 = 0
  /// How many facts would have to be folded at a start.
  private(set) var unkept = 0

  init(_ zone: CivilZone, _ kept: Kept = Kept()) {
    folded = (SessionMachine(settings: Settings(), checkpoint: kept.checkpoint), HistoryTail(zone: zone))
    last = max(kept.rowsEnd, kept.checkpointEnd)
    for (sequence, fact) in kept.facts {
      if sequence > kept.checkpointEnd { folded.machine.apply(fact) }
      if sequence > kept.rowsEnd { count(fact, sequence) }
      last = max(last, sequence)
    }
    unkept = kept.facts.count
  }

  func take(_ facts: [Fact], last: Int64) {
    guard !facts.isEmpty else { return }
    waiting += facts
    unkept += facts.count
    self.last = last
  }

  var machine: SessionMachine {
    fold()
    return folded.machine
  }

  var history: HistoryTail {
    fold()
    return folded.history
  }

  var checkpoint: Checkpoint? { machine.checkpoint }

  /// The last fact that the next stored rows are made from: none of the session under way.
  var rowsEnd: Int64 { history.current == nil ? last : beforeSession }

  func forgetKept() {
    folded.history.forgetKept()
    if checkpoint != nil { unkept = 0 }
  }

  var unfolded: Int { waiting.count }

  func fold() {
    guard !waiting.isEmpty else { return }
    for (fact, sequence) in zip(waiting, last - Int64(waiting.count) + 1...last) {
      folded.machine.apply(fact)
      count(fact, sequence)
    }
    waiting = []
  }

  private func count(_ fact: Fact, _ sequence: Int64) {
    let before = folded.history.current?.id
    folded.history.take(fact)
    if let now = folded.history.current?.id, now != before { beforeSession = sequence - 1 }
  }
}
