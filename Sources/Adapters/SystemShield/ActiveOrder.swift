import DesktopEntries
import FocusPorts
import FocusSession
import ShieldProtocol

/// An order in force, and what it comes to on this computer.
struct ActiveOrder {
  let order: ShieldOrder
  let plan: ShieldPlan
  let installed: InstalledApplications
  /// The apps, each with the files whose start is its start.
  let programs: [(entry: DesktopEntry, programs: [String])]
  /// Whether nobody is to learn how names of sites are encrypted.
  let answersECH: Bool
  /// When it was given, on the clock that counts through suspend.
  let since: Int64
  /// What the page in browsers shows.
  var page: BrowserNote.Page
  /// Whether nothing but a visit tells it from the order before.
  let isForVisit: Bool

  /// - Parameters:
  ///   - noted: programs that this order is known to be about.
  ///   - before: the order in whose place it comes.
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

  /// The same order, about what entries of apps say now.
  func again(noted: [SessionPrograms.Program]) -> ActiveOrder {
    ActiveOrder(order, page: page, at: since, noted: noted, answersECH: answersECH)
  }

  /// Whether the layers that a person's own rights hold are as they were: the helper holds all, and did before.
  func leavesPersonalLayers(isAlone: Bool?) -> Bool { isForVisit && isAlone == false }

  /// What of it could be blocked here at all.
  var coverage: ShieldSummary.Ordered {
    ShieldSummary.Ordered(sites: !plan.sections.isEmpty, apps: !plan.applications.isEmpty)
  }

  /// What the helper's words for a no mean to a person.
  private static let words = [
    ShieldAnswer.crowded: "too many programs of yours have orders",
    ShieldAnswer.notAPerson: "nothing is blocked for a user id below 1,000, or of 60,000 and more",
  ]

  /// Says why the helper's layers do not hold what is ordered, and what of it is not known here.
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
