import LaunchGuard
import ShieldProtocol
import SiteRules

/// The orders in force and what may be said about them: the helper's whole mind, without a system under it.
///
/// An order lives on a lease, which its owner renews; when that stops, for whatever reason, the order ends by itself.
///
/// An order belongs to the process that gave it. The orders of one person add up: nobody takes another's away, neither
/// by a lift nor by an order in its place, and a program that orders first keeps no other from ordering. What an owner
/// leaves that has ended is in force for some seconds whatever anybody says, if it renewed it, as who stays does: a
/// service that is killed is back by then. After that the next order of the same person takes its place, or a lift ends
/// it.
///
/// The kernel says which process is at the other end of a connection, and no program can pretend to be another one.
/// What remains to a program of the same person is what the kernel allows it with the service itself: to kill it, and
/// to steer it as a debugger does (ptrace(2)). A secret in the service's home would keep out neither, and which program
/// file a process runs says nothing either, because its person can have any program load code of theirs.
struct OrderBook {
  struct Speaker: Equatable {
    let user: UInt32
    let process: Int32
  }

  /// What one process ordered for its person.
  struct Order {
    var policy = SitePolicy()
    var programs: Set<LaunchGuard.Program> = []
    fileprivate(set) var lease: Int64 = 0
    fileprivate(set) var stamp = ShieldRequest.noStamp
    /// The process that gave it; `nil` once that has ended.
    fileprivate(set) var owner: Int32?
    /// When its owner ended.
    fileprivate var ended: Int64 = .max / 2
    /// When it came into force; then, whether its owner has renewed it since.
    fileprivate var since: Int64 = 0
    fileprivate var isKept = false
    /// When it ends unless it is renewed, and when it ends whatever happens.
    var lapses: Int64 = 0
    fileprivate var until: Int64 = .max

    /// What it closes in addition from some time on.
    var later: Later?
    /// The browsers that close parts of sites themselves, and until when that counts unless it is said again.
    var browsers: Set<Int32> = []
    var browsersUntil: Int64 = 0

    fileprivate var isEmpty: Bool { policy.isEmpty && programs.isEmpty && later?.isEmpty ?? true }
  }

  /// What an order closes from some time on: a visit ends then, and nobody has to say so.
  struct Later {
    let from: Int64
    var policy = SitePolicy()
    var programs: Set<LaunchGuard.Program> = []

    var isEmpty: Bool { policy.isEmpty && programs.isEmpty }
  }

  struct Draft {
    var order: Order
    var sites = 0
    /// The total length of the paths named so far, in octets.
    var pathOctets = 0
    var fault: String?
  }

  enum Outcome: Equatable {
    /// No answer: more of the order's lines follow.
    case silent
    /// It was done; if orders changed, the layers have to follow before the answer.
    case done(changed: Bool)
    /// An order should come into force; the layers have to follow before the answer.
    case ordered(stamp: Int64)
    /// It was refused, for a reason in one word.
    case refused(String)
    /// It would have removed another's order; `isNews` says whether that order's owner is told.
    case foiled(String, isNews: Bool)
    case status
    /// The one who asks wants to hear of refusals.
    case watch
  }

  var orders: [UInt32: [Order]] = [:]
  private var foiledAt: [UInt32: Int64] = [:]
  private let seed: UInt64
  private var lastStamp: Int64

  /// The most processes of one person that have an order at the same time.
  static let mostOrders = 8
  /// Milliseconds in which nobody can lift or replace an ended owner's order; outlasts a restart.
  static let succession: Int64 = 4000
  /// How long attempts of one person's programs count as one, in milliseconds.
  static let attempt: Int64 = 60_000

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

  /// Does what a process asks; `now` is of the clock that counts through suspend.
  mutating func handle(
    _ request: ShieldRequest, from speaker: Speaker, draft: inout Draft?, at now: Int64
  ) -> Outcome {
    switch request {
    case .status: return .status
    case .watch: return Self.isPerson(speaker.user) ? .watch : .refused(ShieldAnswer.notAPerson)
    case .clear:
      guard speaker.user == 0 else { return .refused("not-root") }
      defer { orders = [:] }
      return .done(changed: !orders.isEmpty)
    case .order, .answersECH, .section, .site, .left, .program, .later, .commit, .renew, .browsers, .lift:
      guard Self.isPerson(speaker.user) else { return .refused(ShieldAnswer.notAPerson) }
    }
    switch request {
    case .order(let lease, let until):
      let end = min(until ?? .max, now + ShieldRequest.longestOrder)
      draft = Draft(order: Order(lease: lease, until: end))
      return .silent
    case .answersECH, .section, .site, .left, .program, .later:
      guard draft != nil else { return .refused("no-order") }
      guard let fault = draft?.add(request, seed: seed) else { return .silent }
      // The rest of the order may go on coming; it will not count.
      draft?.fault = fault
      return .refused(fault)
    case .commit:
      guard let said = draft else { return .refused("no-order") }
      draft = nil
      if let fault = said.fault { return .refused(fault) }
      return commit(said.order, from: speaker, at: now)
    case .renew(let stamp): return renew(stamp, by: speaker, at: now)
    case .browsers(let stamp, let processes): return name(processes, stamp, by: speaker, at: now)
    case .lift(let stamp): return lift(stamp, by: speaker, at: now)
    case .status, .watch, .clear: return .silent
    }
  }

  /// Puts an order in force, in place of the speaker's own and those whose owners have ended.
  private mutating func commit(_ said: Order, from speaker: Speaker, at now: Int64) -> Outcome {
    let others = (orders[speaker.user] ?? []).filter { !$0.isOpen(to: speaker.process, at: now) }
    let living = others.filter { $0.owner != nil }
    // Beside another program's order an empty one does nothing, as its sender wants.
    if said.isEmpty, living.contains(where: { !$0.isEmpty }) { return foil(speaker.user, at: now) }
    guard living.count < Self.mostOrders else { return .refused(ShieldAnswer.crowded) }
    var order = said
    (order.since, order.lapses) = (now, now + order.lease)
    lastStamp += 1
    order.stamp = lastStamp
    order.owner = speaker.process
    _ = order.closeLater(at: now)
    order.takeBrowsers(of: orders[speaker.user]?.first { $0.owner == speaker.process })
    orders[speaker.user] = others.map { $0.succeeded() } + [order]
    return .ordered(stamp: order.stamp)
  }

  private mutating func renew(_ stamp: Int64, by speaker: Speaker, at now: Int64) -> Outcome {
    guard let own = orders[speaker.user] else { return .refused("no-order") }
    guard let index = own.firstIndex(where: { $0.stamp == stamp && $0.owner ?? speaker.process == speaker.process })
    else { return .refused("other-order") }
    orders[speaker.user]?[index].lapses = now + own[index].lease
    orders[speaker.user]?[index].isKept = true
    // Who takes up what an ended owner left, takes it over as soon as somebody may.
    if own[index].isOpen(to: speaker.process, at: now) { orders[speaker.user]?[index].owner = speaker.process }
    return .done(changed: false)
  }

  private mutating func lift(_ stamp: Int64?, by speaker: Speaker, at now: Int64) -> Outcome {
    guard let before = orders[speaker.user] else { return .done(changed: false) }
    let left = before.filter { order in
      !order.isOpen(to: speaker.process, at: now) || stamp.map { $0 != order.stamp } ?? false
    }
    orders[speaker.user] = left.isEmpty ? nil : left.map { $0.succeeded() }
    guard left.count < before.count else {
      // What an owner left that has ended goes soon.
      return left.contains { $0.owner != nil } ? foil(speaker.user, at: now) : .refused("other-order")
    }
    return .done(changed: true)
  }

  /// Somebody tried to remove another's order: that is told once a minute at most.
  private mutating func foil(_ user: UInt32, at now: Int64) -> Outcome {
    let isNews = foiledAt[user].map { now - $0 >= Self.attempt } ?? true
    if isNews { foiledAt[user] = now }
    return .foiled("other-order", isNews: isNews)
  }

  var owners: Set<Int32> { Set(orders.values.joined().compactMap(\.owner)) }

  /// A process has ended: its order lasts to its lease's end unless its person orders or lifts.
  mutating func forget(owner process: Int32, at now: Int64) {
    for (user, own) in orders where own.contains(where: { $0.owner == process }) {
      let orders = own.map { $0.owner == process ? $0.left(at: now) : $0 }
      // Programs that order and end one after the other fill no memory; what was in force for longest stays.
      let ended = orders.filter { $0.owner == nil }.sorted { $0.since < $1.since }.prefix(Self.mostOrders).map(\.stamp)
      self.orders[user] = orders.filter { $0.owner != nil || ended.contains($0.stamp) }
    }
  }

  /// Ends the orders whose time is over; says whether there were any.
  ///
  /// - Parameter isCrowded: whether more wait at the door than are let in; an owner that lives may be among them, and
  ///   its lease waits with it.
  mutating func lapse(at now: Int64, isCrowded: Bool = false) -> Bool {
    var changed = forgetBrowsers(at: now)
    for (user, own) in orders where own.contains(where: { $0.later.map { $0.from <= now } ?? false }) {
      for index in own.indices { changed = orders[user]?[index].closeLater(at: now) ?? false || changed }
    }
    for (user, own) in orders {
      let left = own.filter { order in
        order.until > now && (order.lapses > now || isCrowded && order.owner != nil)
      }
      guard left.count < own.count else { continue }
      changed = true
      orders[user] = left.isEmpty ? nil : left
    }
    foiledAt = foiledAt.filter { now - $0.value < Self.attempt }
    return changed
  }

  /// When the next order ends, or closes more, unless something happens.
  var nextLapse: Int64? {
    orders.values.joined().map { min($0.lapses, $0.until, $0.later?.from ?? .max, $0.attends) }.min()
  }

  /// What is closed for each user, by all of their orders together.
  var policies: [UInt32: SitePolicy] {
    orders.mapValues { own in SitePolicy(own.map(\.policy)) }
  }

  /// The programs that are closed for whom, likewise. Somebody looks at each again and again, so those of one person
  /// are no more, all together, than one order may name; of short orders all count, of long ones as many as there is
  /// room for.
  var programs: [UInt32: Set<LaunchGuard.Program>] {
    orders.mapValues { own in
      guard own.count > 1 else { return own.first?.programs ?? [] }
      var room = ShieldRequest.mostPrograms
      var left = own.count
      return own.sorted { $0.programs.count < $1.programs.count }.reduce(into: []) { programs, order in
        let share = min(order.programs.count, room / left)
        programs.formUnion(order.programs.prefix(share))
        room -= share
        left -= 1
      }
    }
  }
}

extension OrderBook.Order {
  /// Closes what is due from some time on, if that time has come; returns whether it did.
  fileprivate mutating func closeLater(at now: Int64) -> Bool {
    guard let later, later.from <= now else { return false }
    policy.sections += later.policy.sections
    programs.formUnion(later.programs)
    self.later = nil
    return true
  }

  /// Whether a process may renew it and end it: its owner, and some time after that has ended any other of the same
  /// person.
  fileprivate func isOpen(to process: Int32, at now: Int64) -> Bool {
    owner.map { $0 == process } ?? (!isKept || now >= ended + OrderBook.succession)
  }

  /// This order once its owner has ended.
  fileprivate func left(at now: Int64) -> OrderBook.Order {
    var order = self
    order.owner = nil
    order.ended = now
    return order
  }

  /// This order once another process has ordered or lifted: it lasts no longer than it has to.
  fileprivate func succeeded() -> OrderBook.Order {
    var order = self
    if owner == nil { order.lapses = min(lapses, ended + OrderBook.succession) }
    return order
  }
}
