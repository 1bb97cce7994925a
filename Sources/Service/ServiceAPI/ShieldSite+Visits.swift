internal import FocusEngine
internal import FocusWire
internal import Gates
internal import LandingPages
internal import LoopbackHTTP

/// How the shield page offers a visit to what it blocks, and opens it.
extension ShieldSite {
  /// What a visit would be; `nil` where there is none for this thing.
  func visitOffer(
    of asked: Attempt?, in standing: ShieldPage.Standing, mayChange: Bool
  ) async -> ShieldPage.Visit? {
    guard let asked, case .closed = standing else { return nil }
    let snapshot = await engine.snapshot
    guard let offer = snapshot.machine.visitOffer(of: asked.name, at: snapshot.machine.stamp(at: snapshot.now), lists)
    else { return nil }
    let zone = snapshot.machine.settings.zone
    let isThere = offer.length > .zero
    return ShieldPage.Visit(
      words: offer.sentence(at: snapshot.now.wall, in: zone), canOpen: isThere && mayChange && offer.steps.open.isEmpty,
      command: isThere ? "focuskey visit \(asked.name)" : nil)
  }

  /// Opens what the page blocks, if this browser may and the rules allow it.
  func visit(_ asked: Attempt?, mayChange: Bool) async -> HTTPAnswer {
    guard let asked else { return .plain(404, "Nothing to open is named.") }
    guard mayChange else {
      return .plain(403, "This browser can view but not change anything. To give it access: focuskey open")
    }
    // What came of it the page says itself.
    _ = await engine.submit(.ask(.visit(VisitRequest(what: asked.name)), by: .localUser))
    let target = Self.address(of: asked, dashboard: "/")
    return HTTPAnswer(status: 303, type: "text/plain; charset=utf-8", body: [], headers: [("Location", target)])
  }

  /// Until when a visit keeps that open; `nil` if none does.
  static func visited(_ asked: Attempt?, _ status: Status, _ zone: CivilZone) -> String? {
    guard let asked, let visit = status.visit, visit.thing.covers(asked) else { return nil }
    return clockTime(visit.until, in: zone)
  }
}
