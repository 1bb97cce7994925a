internal import FocusHistory
internal import FocusSession

/// What is in the file beside the facts, and the facts that it was not made from.
struct Kept {
  /// What facts came to, and the number of the last of them.
  var checkpoint: Checkpoint?
  var checkpointEnd: Int64 = 0
  /// The number of the last fact that sessions, days and hours are made from.
  var rowsEnd: Int64 = 0
  /// The facts after the lower of the two numbers, oldest first.
  var facts: [(sequence: Int64, fact: Fact)] = []
}

/// What facts came to, in memory. They are folded when somebody asks, not while somebody waits for them to be recorded.
final class ProjectedState {
  private var folded: (machine: SessionMachine, history: HistoryTail)
  private var waiting: [Fact] = []
  /// The number of the last fact.
  private(set) var last: Int64
  /// The number of the last fact before the session under way.
  private var beforeSession: Int64 = 0
  /// How many facts a start would have to fold.
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

  /// Takes in facts that follow on those before.
  func take(_ facts: [Fact], last: Int64) {
    guard !facts.isEmpty else { return }
    waiting += facts
    unkept += facts.count
    self.last = last
  }

  /// What the facts came to for a session that is under way or begins.
  var machine: SessionMachine {
    fold()
    return folded.machine
  }

  /// What they add to the history that is kept.
  var history: HistoryTail {
    fold()
    return folded.history
  }

  var checkpoint: Checkpoint? { machine.checkpoint }

  /// The number of the last fact that what is kept next is made from.
  var rowsEnd: Int64 { history.current == nil ? last : beforeSession }

  func forgetKept() {
    folded.history.forgetKept()
    if checkpoint != nil { unkept = 0 }
  }

  /// How many facts are not folded yet.
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
