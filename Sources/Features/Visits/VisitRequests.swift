package import FeaturePorts

/// What can be asked of visits: one blocked thing opens for a few minutes, everything else stays shut.
package enum VisitRequests {
  package static let visit = Signature(
    "visit", "Open one blocked thing for a few minutes", .text("what"), .optional(.whole("minutes")))
  package static let end = Signature("visit-end", "Close the visit that is under way")

  package static func answers(by inbox: SessionInbox) -> [Request] {
    [
      visit.submits(to: inbox) { .ask(.visit(VisitRequest(what: $0, minutes: $1)), by: .localUser) },
      end.submits(to: inbox) { .endVisit },
    ]
  }
}
