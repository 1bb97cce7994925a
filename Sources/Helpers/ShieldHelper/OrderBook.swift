import LaunchGuard
import ShieldProtocol
import SiteRules

/// The orders in force, one for each user at most, and what may be said about them: the helper's whole mind, without
/// a system under it.
///
/// An order lives on a lease. Who ordered it renews it; when that stops, for whatever reason, the order ends by itself.
///
/// Any program of a user's may order, and the last order counts: the helper knows people, not programs. So that whoever
/// holds a shield learns that somebody put another order in its place, or none, each has a stamp, and only by that is
/// it renewed. What is open to such a program is a fight that it loses twice a second, each time noted as a bypass, and
/// to end the service itself; then the order goes on until its lease is out.
struct OrderBook {
  /// What one user ordered for themselves.
  struct Order {
    var policy = SitePolicy()
    var programs: Set<LaunchGuard.Program> = []
    var lease: Int64 = 0
    /// What tells it from every other order of this helper.
    fileprivate(set) var stamp = ShieldRequest.noStamp
    /// When it ends unless it is renewed, and when it ends whatever happens.
    var lapses: Int64 = 0
    var until: Int64?
  }

  /// An order while it is said, line by line.
  struct Draft {
    fileprivate var order: Order
    fileprivate var sites = 0
    fileprivate var fault: String?
  }

  /// What has to be done after a request.
  enum Outcome: Equatable {
    /// Nothing is said; the order's lines go on.
    case silent
    /// It was done; where orders changed, the layers have to follow before that is said.
    case done(changed: Bool)
    /// An order is to be in force; the layers have to follow before that is said.
    case ordered(stamp: Int64)
    /// It was not done, by one word.
    case refused(String)
    /// The layers are to be told.
    case status
    /// The one who asks wants to hear of refusals.
    case watch
  }

  private(set) var orders: [UInt32: Order] = [:]
  private let seed: UInt64
  private var lastStamp: Int64

  /// A book without orders.
  ///
  /// - Parameters:
  ///   - seed: scatters the tables of names, so that nobody outside can have them meet.
  ///   - lastStamp: from here on stamps are given; by chance, so that those of a helper that was there before mean
  ///     nothing to this one.
  init(seed: UInt64, lastStamp: Int64 = 0) {
    self.seed = seed
    self.lastStamp = lastStamp
  }

  /// Who may order something: the people of this computer, each for themselves.
  ///
  /// Root and the system's own accounts are nobody whose sites and programs are ever closed (login.defs(5), UID_MIN
  /// and UID_MAX).
  static func isPerson(_ user: UInt32) -> Bool {
    (1000..<60_000).contains(user)
  }

  /// Does what a user asks, at a time of the clock that counts through suspend.
  mutating func handle(_ request: ShieldRequest, from user: UInt32, draft: inout Draft?, at now: Int64) -> Outcome {
    switch request {
    case .status: return .status
    case .watch: return .watch
    case .clear:
      guard user == 0 else { return .refused("not-root") }
      let changed = !orders.isEmpty
      orders = [:]
      return .done(changed: changed)
    case .order, .section, .site, .program, .commit, .renew, .lift:
      guard Self.isPerson(user) else { return .refused("not-a-person") }
    }
    switch request {
    case .order(let lease, let until):
      let end = min(until ?? .max, now + ShieldRequest.longestOrder)
      draft = Draft(order: Order(lease: lease, lapses: now + lease, until: end))
      return .silent
    case .commit:
      guard let said = draft else { return .refused("no-order") }
      draft = nil
      if let fault = said.fault { return .refused(fault) }
      var order = said.order
      order.lapses = now + order.lease
      lastStamp += 1
      order.stamp = lastStamp
      orders[user] = order
      return .ordered(stamp: order.stamp)
    case .renew(let stamp):
      guard let order = orders[user] else { return .refused("no-order") }
      guard order.stamp == stamp else { return .refused("other-order") }
      orders[user]?.lapses = now + order.lease
      return .done(changed: false)
    case .lift(let stamp):
      if let stamp, let order = orders[user], order.stamp != stamp { return .refused("other-order") }
      return .done(changed: orders.removeValue(forKey: user) != nil)
    case .section, .site, .program:
      guard draft != nil else { return .refused("no-order") }
      if let fault = Self.add(request, to: &draft, seed: seed) {
        // The rest of the order may go on coming; it will not count.
        draft?.fault = fault
        return .refused(fault)
      }
      return .silent
    case .status, .watch, .clear: return .silent
    }
  }

  private static func add(_ request: ShieldRequest, to draft: inout Draft?, seed: UInt64) -> String? {
    guard draft != nil, draft?.fault == nil else { return nil }
    switch request {
    case .section(let allowsOnlyNamed):
      guard draft?.order.policy.sections.count ?? 0 < ShieldRequest.mostSections else { return "too-many-sections" }
      draft?.order.policy.sections.append(
        SitePolicy.Section(allowsOnlyNamed: allowsOnlyNamed, names: SiteTable(seed: seed)))
    case .site(let name, let isException):
      guard let last = draft?.order.policy.sections.indices.last else { return "no-section" }
      draft?.sites += 1
      guard draft?.sites ?? 0 <= ShieldRequest.mostSites else { return "too-many-sites" }
      let taken = draft?.order.policy.sections[last].names.insert(wire: name, isException ? .excepted : .named)
      if taken != true { return "name" }
    case .program(let application, let path):
      guard draft?.order.programs.count ?? 0 < ShieldRequest.mostPrograms else { return "too-many-programs" }
      draft?.order.programs.insert(LaunchGuard.Program(application: application, path: path))
    default: break
    }
    return nil
  }

  /// Ends the orders whose time is over; says whether there were any.
  mutating func lapse(at now: Int64) -> Bool {
    let before = orders.count
    orders = orders.filter { $0.value.lapses > now && $0.value.until ?? .max > now }
    return orders.count != before
  }

  /// When the next order ends unless something happens.
  var nextLapse: Int64? {
    orders.values.map { min($0.lapses, $0.until ?? .max) }.min()
  }

  var policies: [UInt32: SitePolicy] { orders.mapValues { $0.policy } }
  var programs: [UInt32: Set<LaunchGuard.Program>] { orders.mapValues { $0.programs } }
}
