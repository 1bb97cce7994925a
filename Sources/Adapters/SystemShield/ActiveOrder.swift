import DesktopEntries
import FocusPorts
import ShieldProtocol

struct ActiveOrder {
  let order: ShieldOrder
  let plan: ShieldPlan
  let installed: InstalledApplications
  /// The apps, each with the files whose start counts as its start.
  let programs: [(entry: DesktopEntry, programs: [String])]
  /// Whether nobody may learn how site names are encrypted (ECH).
  let answersECH: Bool
  /// When it was given, on the clock that counts through suspend.
  let since: Int64
  var page: BrowserNote.Page
  /// Whether it differs from the order before only by a visit.
  let isForVisit: Bool

  /// `noted` are programs already known for this order; `before` is the order that it replaces.
  init(
    _ order: ShieldOrder, page: BrowserNote.Page, at now: Int64, noted: [SessionPrograms.Program] = [],
    answersECH: Bool = true, after before: ActiveOrder? = nil
  ) {
    self.order = order
    self.page = page
    since = now
    let known = before.flatMap { $0.order.withoutVisit == order.withoutVisit ? $0.installed : nil }
    isForVisit = known != nil
    // The folders of entries are watched: what is known of them is what is in them, and to read all takes a while.
    installed = known ?? InstalledApplications(InstalledApplications.Surroundings())
    self.answersECH = answersECH
    plan = ShieldPlan(order, installed: installed, noted: noted, answersECH: answersECH)
    programs = plan.applications.map { [plan] entry in (entry, plan.programs(of: entry)) }
  }

  /// The same order, matched with the present entries of apps.
  func again(noted: [SessionPrograms.Program]) -> ActiveOrder {
    ActiveOrder(order, page: page, at: since, noted: noted, answersECH: answersECH)
  }

  /// Whether the personal layers stay as they are: the helper has everything, and had it before.
  func leavesPersonalLayers(isAlone: Bool?) -> Bool { isForVisit && isAlone == false }

  /// What part of the order could be blocked here at all.
  var coverage: ShieldSummary.Ordered {
    ShieldSummary.Ordered(sites: !plan.sections.isEmpty, apps: !plan.applications.isEmpty)
  }

  /// The helper's words for a refusal, as a person understands them.
  private static let words = [
    ShieldAnswer.crowded: "too many programs of yours have orders",
    ShieldAnswer.notAPerson: "nothing is blocked for a user id below 1,000, or of 60,000 and more",
  ]

  func explain(_ layers: inout [ShieldLayer], _ lease: HelperLease) {
    for index in layers.indices where layers[index].state != .unavailable {
      // What is up without holding this order is another's.
      if !lease.isHeld { layers[index].state = .down }
      if let refusal = lease.refusal {
        layers[index].why = "the helper refused: \(Self.words[refusal] ?? refusal)"
      } else if !lease.isHeld {
        layers[index].why = "the helper does not hold the order yet"
      }
      let isOfApps = layers[index].layer == "app-starts"
      let isOrdered = isOfApps ? coverage.apps : coverage.sites
      if !isOrdered { layers[index].why = isOfApps ? "no apps to block" : "no sites to block" }
      let notes = isOfApps ? plan.notes.apps : plan.notes.sites
      if isOfApps || layers[index].layer == "sites", !notes.isEmpty {
        layers[index].why = notes.joined(separator: "; ")
      }
    }
  }
}
