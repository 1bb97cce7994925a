internal import FocusHistory
package import FocusSession
internal import Guarding

/// What stays of the facts of sessions that the person wants to be forgotten, in order: whatever limits are counted
/// from, and the session's own frame, so that all that comes after it means the same. What was tried, where the person
/// strayed to and what they worked on is left out.
///
/// Such a session is in no list and no total anyway, so nobody's history is another one for it.
package struct LeavingOut: Sendable {
  private let forgotten: Set<SessionID>
  private var current: SessionID?

  package init(_ forgotten: Set<SessionID>) { self.forgotten = forgotten }

  package var isNothing: Bool { forgotten.isEmpty }

  package enum Kept: Equatable, Sendable {
    case whole
    case part(Fact)
    case nothing
  }

  /// What is kept of the next fact of a device.
  package mutating func keep(of fact: Fact) -> Kept {
    if case .sessionStarted(let start) = fact.body { current = start.id }
    let session = current
    if case .sessionEnded = fact.body { current = nil }
    guard let session, forgotten.contains(session) else { return .whole }
    switch fact.body {
    case .sessionStarted(var start):
      guard start.task != nil else { return .whole }
      start.task = nil
      return .part(Fact(stamp: fact.stamp, body: .sessionStarted(start)))
    case .attempted, .bypassed: return .nothing
    case .guard(.strayExcused): return .nothing
    case .visit(.began(var visit)):
      // How long it took is counted; what it was is nobody's business.
      visit.thing.name = ""
      return .part(Fact(stamp: fact.stamp, body: .visit(.began(visit))))
    case .visit(.ended(var thing, let why)):
      thing.name = ""
      return .part(Fact(stamp: fact.stamp, body: .visit(.ended(thing, why))))
    case .guard: return StraySpan(fact) == nil ? .whole : .nothing
    default: return .whole
    }
  }
}
