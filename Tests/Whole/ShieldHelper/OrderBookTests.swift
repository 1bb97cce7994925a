import LaunchGuard
import ShieldProtocol
import SiteRules
import Testing

@testable import ShieldHelper

@Suite struct OrderBookTests {
  static let person: UInt32 = 1000

  static func order(
    _ book: inout OrderBook, _ requests: [ShieldRequest], from user: UInt32 = person, at now: Int64 = 0
  ) -> [OrderBook.Outcome] {
    var draft: OrderBook.Draft?
    return requests.map { book.handle($0, from: user, draft: &draft, at: now) }
  }

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

  /// Any program of the person's may speak to the helper; who holds a shield has to learn what it said.
  @Test func whatTookAnOrdersPlaceIsNotRenewedInItsName() {
    var book = OrderBook(seed: 1, lastStamp: 70)
    #expect(Self.order(&book, Self.good).last == .ordered(stamp: 71))
    #expect(Self.order(&book, [.renew(stamp: 71)], at: 10) == [.done(changed: false)])
    let empty: [ShieldRequest] = [.order(lease: 1000, until: nil), .commit]
    #expect(Self.order(&book, empty, at: 20).last == .ordered(stamp: 72))
    #expect(Self.order(&book, [.renew(stamp: 71)], at: 30) == [.refused("other-order")])
    // That was not a renewal: the lease is that of the order in force.
    #expect(book.nextLapse == 1020)
    // The same words with a shorter lease, or an earlier end, are another order too.
    #expect(Self.order(&book, Self.good, at: 40).last == .ordered(stamp: 73))
    #expect(
      Self.order(&book, [.order(lease: 1, until: 45)] + Self.good.dropFirst(), at: 41).last == .ordered(stamp: 74))
    #expect(Self.order(&book, [.renew(stamp: 73)], at: 42) == [.refused("other-order")])
    #expect(Self.order(&book, Self.good, at: 43).last == .ordered(stamp: 75))
    #expect(Self.order(&book, [.lift(stamp: nil), .renew(stamp: 75)], at: 44).last == .refused("no-order"))
  }

  @Test func anotherPersonsStampIsNobodyElses() {
    var book = OrderBook(seed: 1)
    #expect(Self.order(&book, Self.good).last == .ordered(stamp: 1))
    #expect(Self.order(&book, Self.good, from: 1001).last == .ordered(stamp: 2))
    #expect(Self.order(&book, [.renew(stamp: 1)], from: 1001) == [.refused("other-order")])
    #expect(Self.order(&book, [.lift(stamp: 1)], from: 1001) == [.refused("other-order")])
    #expect(book.orders.keys.sorted() == [1000, 1001])
  }

  @Test func anEndByItsStampEndsNoOtherOrder() {
    var book = OrderBook(seed: 1)
    _ = Self.order(&book, Self.good)
    _ = Self.order(&book, Self.good)
    #expect(Self.order(&book, [.lift(stamp: 1)]) == [.refused("other-order")])
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
