import ShieldProtocol
import SiteRules
import Testing

@testable import ShieldHelper

/// Browsers that see which part of a site they open, as an order names them.
@Suite struct OrderBrowsersTests {
  private static let order: [ShieldRequest] = [
    .order(lease: 30_000, until: nil), .section(allowsOnlyNamed: false),
    .site(Array("a.example".utf8), isException: false), .left(Array("a.example".utf8)),
    .site(Array("b.example".utf8), isException: false), .commit,
  ]
  private static let person = OrderBookTests.person

  private func begun() -> (book: OrderBook, stamp: Int64) {
    var book = OrderBook(seed: 1)
    _ = OrderBookTests.order(&book, Self.order)
    return (book, 1)
  }

  private func name(
    _ processes: [Int32], in book: inout OrderBook, _ stamp: Int64, by process: Int32 = 7, at now: Int64 = 0
  ) -> OrderBook.Outcome? {
    OrderBookTests.order(&book, [.browsers(stamp: stamp, processes: processes)], by: process, at: now).first
  }

  @Test func onlyWhatIsLeftToThemIsTheirs() throws {
    let (book, _) = begun()
    let policy = try #require(book.policies[Self.person])
    #expect(policy.verdict(on: try SiteName("m.a.example")) == .closed(rule: "a.example"))
    #expect(policy.isLeft(try SiteName("m.a.example")))
    #expect(!policy.isLeft(try SiteName("c.example")))
    // What another section closes, too, is left to nobody.
    var both = book
    _ = OrderBookTests.order(&both, OrderBookTests.good, by: 8)
    let sum = try #require(both.policies[Self.person])
    #expect(!sum.isLeft(try SiteName("a.example")))
  }

  @Test func theyAreForgottenWhenNobodySpeaksForThem() {
    var (book, stamp) = begun()
    #expect(name([40, 41], in: &book, stamp, at: 10) == .done(changed: true))
    #expect(book.browsers == [Self.person: [40, 41]])
    #expect(name([40, 41], in: &book, stamp, at: 2000) == .done(changed: false))
    #expect(book.nextLapse == 2000 + OrderBook.attention)
    #expect(!book.lapse(at: 2000 + OrderBook.attention - 1) && !book.browsers.isEmpty)
    #expect(book.lapse(at: 2000 + OrderBook.attention) && book.browsers.isEmpty)
    #expect(name([40], in: &book, stamp, at: 7000) == .done(changed: true))
    #expect(name([], in: &book, stamp, at: 7500) == .done(changed: true) && book.browsers.isEmpty)
  }

  @Test("an order in the place of one's own keeps the browsers, for as long as they counted")
  func theyStayWithTheNextOrder() {
    var (book, stamp) = begun()
    _ = name([40], in: &book, stamp, at: 10)
    #expect(OrderBookTests.order(&book, Self.order, at: 1000).last == .ordered(stamp: 2))
    #expect(book.browsers == [Self.person: [40]])
    #expect(book.lapse(at: 10 + OrderBook.attention) && book.browsers.isEmpty)
    // Another process did not see them, and what was lifted is over.
    _ = name([40], in: &book, 2, at: 5000)
    _ = OrderBookTests.order(&book, Self.order, by: 8, at: 5001)
    #expect(book.orders[Self.person]?.last?.browsers == [])
    _ = OrderBookTests.order(&book, [.lift(stamp: nil)], at: 5002)
    _ = OrderBookTests.order(&book, Self.order, at: 5003)
    #expect(book.browsers.isEmpty)
  }

  @Test func onlyTheOrdersOwnerNamesThem() {
    var (book, stamp) = begun()
    #expect(name([40], in: &book, stamp, by: 8) == .refused("other-order"))
    #expect(name([40], in: &book, stamp + 1) == .refused("other-order"))
    book.forget(owner: 7, at: 1)
    #expect(name([40], in: &book, stamp, by: 8, at: 5000) == .refused("other-order"))
    #expect(book.browsers.isEmpty)
  }
}
