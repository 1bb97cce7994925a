package import FocusSession

/// The session of another device as it is shown here, at the times of the clock here. It cannot be answered from here.
package struct ShownSession: Equatable, Sendable {
  /// Its name for ever.
  package var id: SessionID
  /// Its own profile, and what people call it there.
  package var profile: ProfileID
  /// What people call the profile there.
  package var name: String
  /// What the person means to do.
  package var task: String?
  /// When it began.
  package var began: Timestamp
  /// When it completes by itself.
  package var plannedEnd: Timestamp?
  /// Until when it rests, if it does.
  package var breakEnds: Timestamp?
  /// What is visited there, if anything is.
  package var visit: VisitShown?
  /// Whether the question is open there.
  package var hasQuestion: Bool
  /// Whether that device only follows one of another.
  package var isFollowed: Bool
}

/// A visit on another device.
package struct VisitShown: Equatable, Sendable {
  /// What is open there.
  package var what: String
  /// Until when, by the clock here.
  package var ends: Timestamp
}

extension Peer {
  /// The session under way there, as far as is known here; `nil` when there is none.
  package func session(at here: Here) -> ShownSession? {
    let focus: Focus
    var breakEnds: Tick?
    var visited: Visit?
    switch machine.state {
    case .idle: return nil
    case .focusing(let current): focus = current
    case .visiting(let current, let visit): (focus, visited) = (current, visit)
    case .onBreak(let current, let pause): (focus, breakEnds) = (current, pause.ends)
    }
    guard let last = machine.last else { return nil }
    let shift = Lapse(milliseconds: offset) - Lapse(milliseconds: here.offset)
    func wall(_ tick: Tick) -> Timestamp { last.wall(at: tick) + shift }
    return ShownSession(
      id: focus.id, profile: focus.own.policy.profile, name: focus.own.policy.name, task: focus.task,
      began: wall(focus.began.tick), plannedEnd: focus.plannedEnd.map { wall($0) },
      breakEnds: breakEnds.map { wall($0) },
      visit: visited.map { VisitShown(what: $0.thing.name, ends: wall($0.ends)) }, hasQuestion: focus.question != nil,
      isFollowed: focus.isFollowed)
  }
}
