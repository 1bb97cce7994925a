package import FocusSession

/// The session of another device as it is shown here, at the times of the clock here. It cannot be answered from here.
package struct ShownSession: Equatable, Sendable {
  package var id: SessionID
  package var profile: ProfileID
  /// The profile's name there.
  package var name: String
  package var task: String?
  package var began: Timestamp
  package var plannedEnd: Timestamp?
  /// Until when it is on a break; `nil` without one.
  package var breakEnds: Timestamp?
  package var visit: VisitShown?
  package var hasQuestion: Bool
  /// Whether that device only follows a session of another.
  package var isFollowed: Bool
}

package struct VisitShown: Equatable, Sendable {
  package var what: String
  /// Until when, by the clock here.
  package var ends: Timestamp
}

extension Peer {
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
