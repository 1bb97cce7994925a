import LaunchGuard
import ShieldProtocol
import SiteRules
import Testing

@testable import ShieldHelper

@Suite struct OrderBookTests {
  static let person: UInt32 = 1000

  static func order(
    _ book: inout OrderBook, _ requests: [ShieldRequest], from user: UInt32 = person, by process: Int32 = 7,
    at now: Int64 = 0
  ) -> [OrderBook.Outcome] {
    var draft: OrderBook.Draft?
    let speaker = OrderBook.Speaker(user: user, process: process)
    return requests.map { book.handle($0, from: speaker, draft: &draft, at: now) }
  }

  /// What is closed for the person now.
  static func closes(_ book: OrderBook, _ name: String) throws -> Bool {
    try book.policies[person]?.verdict(on: SiteName(name)) ?? .open != .open
  }

  static let empty: [ShieldRequest] = [.order(lease: 1000, until: nil), .commit]
  static let other: [ShieldRequest] = [
    .order(lease: 1000, until: nil), .section(allowsOnlyNamed: false),
    .site(Array("b.example".utf8), isException: false), .commit,
  ]

  static let good: [ShieldRequest] = [
    .order(lease: 30_000, until: nil), .section(allowsOnlyNamed: false),
    .site(Array("a.example".utf8), isException: false),
    .program(application: "chat", path: "/opt/chat"), .commit,
  ]

  @Test func anOrderCountsFromItsLastLineOn() throws {
    var book = OrderBook(seed: 1)
    #expect(Self.order(&book, Self.good.dropLast()) == [.silent, .silent, .silent, .silent])
    #expect(book.orders.isEmpty)
    #expect(Self.order(&book, Self.good).last == .ordered(stamp: 1))
    #expect(book.policies[Self.person]?.verdict(on: try SiteName("x.a.example")) == .closed(rule: "a.example"))
    #expect(book.programs[Self.person] == [LaunchGuard.Program(application: "chat", path: "/opt/chat")])
  }

  @Test func aWrongLineKeepsTheWholeOrderFromCounting() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good)
    let bad: [ShieldRequest] = [
      .order(lease: 1, until: nil), .section(allowsOnlyNamed: true), .site(Array("no name".utf8), isException: false),
      .site(Array("b.example".utf8), isException: false), .commit,
    ]
    #expect(Self.order(&book, bad) == [.silent, .silent, .refused("name"), .silent, .refused("name")])
    #expect(book.policies[Self.person]?.closesUnnamed == false)
  }

  @Test func anOrderSaysWhatBecomesOfEncryptedNames() {
    var book = OrderBook(seed: 1)
    var lines = Self.good
    lines.insert(.answersECH(false), at: 1)
    #expect(Self.order(&book, lines).last == .ordered(stamp: 1))
    #expect(book.policies[Self.person]?.answersECH == false)
    // Another program of the person's that says nothing of it wants them answered.
    _ = Self.order(&book, Self.other, by: 8)
    #expect(book.policies[Self.person]?.answersECH == true)
    #expect(Self.order(&book, [.answersECH(false)]) == [.refused("no-order")])
  }

  @Test("what an order closes later is closed at its time, though nobody says anything more")
  func closesLater() throws {
    var book = OrderBook(seed: 1)
    let visit: [ShieldRequest] = [
      .order(lease: 30_000, until: nil), .section(allowsOnlyNamed: false),
      .site(Array("a.example".utf8), isException: false), .site(Array("old.a.example".utf8), isException: true),
      .later(from: 5000), .section(allowsOnlyNamed: false), .site(Array("old.a.example".utf8), isException: false),
      .program(application: "chat", path: "/opt/chat"), .commit,
    ]
    #expect(Self.order(&book, visit).last == .ordered(stamp: 1))
    #expect(book.nextLapse == 5000)
    let speaker = OrderBook.Speaker(user: Self.person, process: 7)
    book.forget(owner: speaker.process, at: 100)
    #expect(book.lapse(at: 4999) == false)
    #expect(try !Self.closes(book, "old.a.example") && Self.closes(book, "x.a.example"))
    #expect(book.programs[Self.person] == [])
    #expect(book.lapse(at: 5000) == true)
    #expect(book.lapse(at: 5001) == false)
    #expect(try Self.closes(book, "old.a.example"))
    #expect(book.programs[Self.person] == [LaunchGuard.Program(application: "chat", path: "/opt/chat")])
    // One whose time has passed is closed from the beginning.
    #expect(Self.order(&book, visit, by: 8, at: 6000).last == .ordered(stamp: 2))
    #expect(try Self.closes(book, "old.a.example"))
    #expect(Self.order(&book, [visit[0], visit[4], visit[4]]).last == .refused("later-twice"))
  }

  @Test func whatIsNotBegunIsRefused() {
    var book = OrderBook(seed: 1)
    #expect(
      Self.order(&book, [.commit, .renew(stamp: 1), .section(allowsOnlyNamed: true), .lift(stamp: nil)])
        == [.refused("no-order"), .refused("no-order"), .refused("no-order"), .done(changed: false)])
    #expect(
      Self.order(&book, [.order(lease: 1, until: nil), .site(Array("a.example".utf8), isException: false)]).last
        == .refused("no-section"))
  }

  @Test(arguments: [0, 1, 999, 60_000, 65_534, UInt32.max])
  func nobodyButAPersonOrders(user: UInt32) {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good)
    #expect(Self.order(&book, Self.good, from: user).allSatisfy { $0 == .refused("not-a-person") })
    #expect(
      Self.order(&book, [.lift(stamp: nil), .renew(stamp: 1)], from: user).allSatisfy { $0 == .refused("not-a-person") }
    )
    #expect(Self.order(&book, [.clear], from: user) == [user == 0 ? .done(changed: true) : .refused("not-root")])
    #expect(book.orders.isEmpty == (user == 0))
  }

  @Test func nobodyEndsAnothersOrder() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good)
    #expect(Self.order(&book, [.lift(stamp: nil)], from: 1001) == [.done(changed: false)])
    #expect(book.orders.keys.sorted() == [1000])
  }

  @Test func whatItsOwnerOrdersTakesThePlaceOfTheOrderBefore() throws {
    var book = OrderBook(seed: 1, lastStamp: 70)
    #expect(Self.order(&book, Self.good).last == .ordered(stamp: 71))
    #expect(Self.order(&book, [.renew(stamp: 71)], at: 10) == [.done(changed: false)])
    #expect(Self.order(&book, Self.other, at: 20).last == .ordered(stamp: 72))
    #expect(Self.order(&book, [.renew(stamp: 71)], at: 30) == [.refused("other-order")])
    #expect(book.nextLapse == 1020)
    #expect(try !Self.closes(book, "a.example"))
    #expect(try Self.closes(book, "b.example"))
    #expect(Self.order(&book, Self.empty, at: 40).last == .ordered(stamp: 73))
    #expect(Self.order(&book, [.lift(stamp: nil), .renew(stamp: 73)], at: 44).last == .refused("no-order"))
  }

  /// Any program of the person's may speak to the helper; what it says takes nothing from another's order.
  @Test func nobodyButTheOwnerLiftsOrReplacesAnOrder() throws {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good, by: 7)
    #expect(Self.order(&book, [.lift(stamp: nil)], by: 8) == [.foiled("other-order", isNews: true)])
    #expect(Self.order(&book, [.lift(stamp: 1)], by: 8, at: 10) == [.foiled("other-order", isNews: false)])
    #expect(Self.order(&book, Self.empty, by: 8, at: 59_999).last == .foiled("other-order", isNews: false))
    #expect(Self.order(&book, [.renew(stamp: 1)], by: 8) == [.refused("other-order")])
    #expect(Self.order(&book, [.lift(stamp: 2)], by: 8, at: 60_000) == [.foiled("other-order", isNews: true)])
    #expect(try Self.closes(book, "a.example"))
    #expect(book.nextLapse == 30_000)
    #expect(Self.order(&book, [.lift(stamp: 1)], by: 7) == [.done(changed: true)])
    #expect(book.orders.isEmpty)
  }

  /// A program that orders first, or also, keeps nobody from ordering and ends with its own lease.
  @Test func ordersOfOnePersonAddUp() throws {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.other, by: 8)
    #expect(Self.order(&book, Self.good, by: 7).last == .ordered(stamp: 2))
    #expect(try Self.closes(book, "a.example") && Self.closes(book, "b.example"))
    #expect(book.programs[Self.person]?.count == 1)
    let lapsed = book.lapse(at: 1000)
    #expect(lapsed)
    #expect(try Self.closes(book, "a.example") && !Self.closes(book, "b.example"))
    _ = Self.order(&book, Self.other, by: 8)
    #expect(Self.order(&book, [.lift(stamp: nil)], by: 8) == [.done(changed: true)])
    #expect(try Self.closes(book, "a.example"))
  }

  /// Empty orders, which the service gives for a profile that closes nothing, are nobody's hindrance.
  @Test func anEmptyOrderKeepsNobodyOut() throws {
    var book = OrderBook(seed: 1)
    #expect(Self.order(&book, Self.empty, by: 8).last == .ordered(stamp: 1))
    #expect(Self.order(&book, Self.good, by: 7).last == .ordered(stamp: 2))
    #expect(Self.order(&book, Self.empty, by: 8).last == .foiled("other-order", isNews: true))
    #expect(try Self.closes(book, "a.example"))
  }

  /// Eight programs of a person's may name as many programs as they like; a ninth that names few has all of them in.
  @Test func programsOfOnePersonHaveAnEndTogether() {
    var book = OrderBook(seed: 1)
    func order(_ count: Int, by process: Int32) -> OrderBook.Outcome? {
      let programs = (0..<count).map { ShieldRequest.program(application: "a", path: "/opt/\(process)/\($0)") }
      return Self.order(&book, [.order(lease: 1000, until: nil)] + programs + [.commit], by: process).last
    }
    for process in 1...7 as ClosedRange<Int32> { _ = order(ShieldRequest.mostPrograms, by: process) }
    #expect(order(500, by: 8) == .ordered(stamp: 8))
    let programs = book.programs[Self.person] ?? []
    #expect(programs.count <= ShieldRequest.mostPrograms && programs.count > ShieldRequest.mostPrograms * 9 / 10)
    #expect(programs.count { $0.path.hasPrefix("/opt/8/") } == 500)
    #expect(order(ShieldRequest.mostPrograms + 1, by: 8) == .refused("too-many-programs"))
    let long = String(repeating: "x", count: 4000)
    let paths = (0..<263).map { ShieldRequest.program(application: "a", path: "/\($0)/\(long)") }
    #expect(
      Self.order(&book, [.order(lease: 1000, until: nil)] + paths + [.commit]).last == .refused("too-many-programs"))
  }

  @Test func thePlacesOfOnePersonHaveAnEnd() {
    var book = OrderBook(seed: 1)
    for process in 1...8 as ClosedRange<Int32> {
      #expect(Self.order(&book, Self.good, by: process).last == .ordered(stamp: Int64(process)))
    }
    #expect(Self.order(&book, Self.good, by: 9).last == .refused("too-many"))
    // Who has one may change it, and one that is left is free.
    #expect(Self.order(&book, Self.other, by: 8).last == .ordered(stamp: 9))
    book.forget(owner: 3, at: 0)
    #expect(Self.order(&book, Self.good, by: 9).last == .ordered(stamp: 10))
  }

  /// If the crowd is such that an owner may be kept from renewing, its lease waits; not that of a dead one, and no end.
  @Test func aCrowdAtTheDoorEndsNoLease() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good, by: 7)
    var lapsed = book.lapse(at: 40_000, isCrowded: true)
    #expect(!lapsed)
    book.forget(owner: 7, at: 40_000)
    lapsed = book.lapse(at: 40_000, isCrowded: true)
    #expect(lapsed)
    _ = Self.order(&book, [.order(lease: 30_000, until: 50_000)] + Self.good.dropFirst(), by: 7, at: 40_000)
    lapsed = book.lapse(at: 50_000, isCrowded: true)
    #expect(lapsed)
  }

  @Test func anotherPersonsStampIsNobodyElses() {
    var book = OrderBook(seed: 1)
    #expect(Self.order(&book, Self.good).last == .ordered(stamp: 1))
    #expect(Self.order(&book, Self.good, from: 1001).last == .ordered(stamp: 2))
    #expect(Self.order(&book, [.renew(stamp: 1)], from: 1001) == [.refused("other-order")])
    #expect(Self.order(&book, [.lift(stamp: 1)], from: 1001) == [.foiled("other-order", isNews: true)])
    #expect(book.orders.keys.sorted() == [1000, 1001])
  }

  @Test func anEndByItsStampEndsNoOtherOrder() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good)
    _ = Self.order(&book, Self.good)
    #expect(Self.order(&book, [.lift(stamp: 1)]) == [.foiled("other-order", isNews: true)])
    #expect(Self.order(&book, [.lift(stamp: 2), .lift(stamp: 2)]) == [.done(changed: true), .done(changed: false)])
  }

  @Test func theStampOfNoOrderAsksWhetherThereIsOne() {
    var book = OrderBook(seed: 1)
    #expect(Self.order(&book, [.renew(stamp: ShieldRequest.noStamp)]) == [.refused("no-order")])
    _ = Self.order(&book, Self.good)
    #expect(Self.order(&book, [.renew(stamp: ShieldRequest.noStamp)]) == [.refused("other-order")])
  }

  @Test func anOrderLivesOnItsLease() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good, at: 1000)
    #expect(book.nextLapse == 31_000)
    let lapsed1 = book.lapse(at: 30_999)
    #expect(!lapsed1)
    _ = Self.order(&book, [.renew(stamp: 1)], at: 30_999)
    let lapsed2 = book.lapse(at: 60_998)
    #expect(!lapsed2)
    let lapsed3 = book.lapse(at: 60_999)
    #expect(lapsed3)
    #expect(book.orders.isEmpty)
    #expect(Self.order(&book, [.renew(stamp: 1)], at: 61_000) == [.refused("no-order")])
  }

  @Test func noRenewalOutlivesTheEndOfTheSession() {
    var book = OrderBook(seed: 1)
    var requests = Self.good
    requests[0] = .order(lease: 30_000, until: 40_000)
    _ = Self.order(&book, requests, at: 1000)
    _ = Self.order(&book, [.renew(stamp: 1)], at: 30_000)
    #expect(book.nextLapse == 40_000)
    let lapsed4 = book.lapse(at: 40_000)
    #expect(lapsed4)
  }

  @Test func anOpenEndedOrderEndsAfterADay() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good, at: 0)
    for hour in 1..<24 {
      _ = Self.order(&book, [.renew(stamp: 1)], at: Int64(hour) * 3_600_000)
    }
    _ = Self.order(&book, [.renew(stamp: 1)], at: 24 * 3_600_000 - 1)
    let lapsed5 = book.lapse(at: 24 * 3_600_000)
    #expect(lapsed5)
  }
}
