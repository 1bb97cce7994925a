package import FeaturePorts
internal import FocusWire

/// What can be asked about the pages that the service shows: the dashboard, and the one in the place of a distraction.
package enum PageRequests {
  package static let dashboard = Signature(
    "dashboard", "Where the dashboard is, as a link that works once and lets a browser change things")
  package static let attempt = Signature("attempt", "Something blocked was asked for", .attempt)
  package static let keepPromise = Signature("keep-promise", "Keep the promise", .optional(.attempt))

  /// `report` reports that something was asked for, and says whether it is blocked.
  package static func answers(
    by inbox: SessionInbox, _ access: DashboardAccess, report: @escaping @Sendable (Attempt) -> Bool
  ) -> [Request] {
    [
      dashboard.answer { _ throws(Failure) in
        guard let link = access.makeLink() else {
          throw Failure(
            .unavailable, "no-dashboard", "this service has no dashboard",
            advice: "set a port in config.json5, then: focuskey restart")
        }
        return ["ok": true, "url": .string(link), "message": .string(link)]
      },
      attempt.answer { asked, attempt in
        let page = asked.dashboard.map { JSONValue.string(ShieldSite.address(of: attempt, dashboard: $0)) }
        return .members(["ok": true, "closed": .bool(report(attempt)), "page": page])
      },
      keepPromise.submits(to: inbox) { .keepPromise($0) },
    ]
  }
}

extension Parameter where Value == Attempt {
  /// `site` with a host, or `app` with a name.
  fileprivate static var attempt: Parameter<Attempt> {
    Parameter(
      of: Attempt.Kind.allCases.map { .init($0.word, shape: "\"\($0.word.uppercased())\"") },
      read: { given throws(JSONShapeError) in
        for kind in Attempt.Kind.allCases {
          if let name = try given[kind.word]?.string() { return Attempt(kind: kind, name: name) }
        }
        throw given.item.refusal("an attempt needs a site or an app")
      },
      write: { attempt, members in members[attempt.kind.word] = .string(attempt.name) })
  }
}
