import ShieldProtocol
import Testing

@testable import ShieldHelper

/// What becomes of an order whose owner has ended.
@Suite struct OrderSuccessionTests {
  static let long: [ShieldRequest] = [.order(lease: 30_000, until: nil)] + OrderBookTests.other.dropFirst()

  /// A service that was killed and started again has its own shield back at once; what it left goes some seconds later.
  @Test func whatADeadOwnerLeftIsTakenOver() throws {
    var book = OrderBook(seed: 1)
    _ = OrderBookTests.order(&book, OrderBookTests.good + [.renew(stamp: 1)], by: 7)
    _ = OrderBookTests.order(&book, Self.long, by: 8)
    book.forget(owner: 7, at: 100)
    #expect(book.owners == [8])
    // It is in force until then, for its lease.
    #expect(try OrderBookTests.closes(book, "a.example"))
    #expect(OrderBookTests.order(&book, OrderBookTests.empty, by: 9).last == .foiled("other-order", isNews: true))
    #expect(OrderBookTests.order(&book, Self.long, by: 9, at: 200).last == .ordered(stamp: 3))
    #expect(try OrderBookTests.closes(book, "a.example"))
    _ = book.lapse(at: 4099)
    #expect(try OrderBookTests.closes(book, "a.example"))
    _ = book.lapse(at: 4100)
    #expect(try !OrderBookTests.closes(book, "a.example"))
    #expect(OrderBookTests.order(&book, [.renew(stamp: 3)], by: 9, at: 4200) == [.done(changed: false)])
    book.forget(owner: 9, at: 5000)
    #expect(OrderBookTests.order(&book, [.renew(stamp: 3)], by: 10, at: 8999) == [.done(changed: false)])
    #expect(book.owners == [8])
    #expect(OrderBookTests.order(&book, [.renew(stamp: 3)], by: 10, at: 9000) == [.done(changed: false)])
    #expect(book.owners == [8, 10])
    book.forget(owner: 10, at: 9000)
    #expect(OrderBookTests.order(&book, [.lift(stamp: nil)], by: 11, at: 13_000) == [.done(changed: true)])
    #expect(book.owners == [8])
  }

  /// To kill the service and say a word to the helper opens nothing before a service is back, however often.
  @Test func whatADeadOwnerLeftIsNotLiftedAtOnce() throws {
    var book = OrderBook(seed: 1)
    _ = OrderBookTests.order(&book, OrderBookTests.good + [.renew(stamp: 1)], by: 7)
    book.forget(owner: 7, at: 100)
    let lifts: [ShieldRequest] = [.lift(stamp: nil), .lift(stamp: 1)]
    #expect(OrderBookTests.order(&book, lifts, by: 8, at: 100).allSatisfy { $0 == .refused("other-order") })
    #expect(OrderBookTests.order(&book, OrderBookTests.empty, by: 8, at: 100).last == .ordered(stamp: 2))
    _ = book.lapse(at: 4099)
    #expect(try OrderBookTests.closes(book, "a.example"))
    // Nobody asked, and it stands for its lease.
    var other = OrderBook(seed: 1)
    _ = OrderBookTests.order(&other, OrderBookTests.good + [.renew(stamp: 1)], by: 7)
    other.forget(owner: 7, at: 100)
    _ = other.lapse(at: 29_999)
    #expect(try OrderBookTests.closes(other, "a.example"))
    // Who never renewed is nobody who comes again.
    var brief = OrderBook(seed: 1)
    _ = OrderBookTests.order(&brief, OrderBookTests.good, by: 7)
    brief.forget(owner: 7, at: 100)
    #expect(OrderBookTests.order(&brief, [.lift(stamp: nil)], by: 8, at: 100) == [.done(changed: true)])
    // Others that order and end push out nothing that was there before them.
    for process in 100..<200 as Range<Int32> {
      let stamp = Int64(process - 97)
      #expect(
        OrderBookTests.order(&book, OrderBookTests.other + [.renew(stamp: stamp)], by: process, at: 200).last
          == .done(changed: false))
      book.forget(owner: process, at: 200)
    }
    #expect(book.orders[OrderBookTests.person]?.count == OrderBook.mostOrders)
    #expect(try OrderBookTests.closes(book, "a.example"))
  }

  /// A long order is said for as long as it takes, and nothing opens meanwhile; another's words keep nothing.
  @Test func anOrderLastsWhileItsOwnerSaysTheNext() throws {
    var book = OrderBook(seed: 1)
    _ = OrderBookTests.order(&book, OrderBookTests.other, by: 7)
    book.goOn(with: OrderBook.Speaker(user: OrderBookTests.person, process: 8), at: 900)
    #expect(book.nextLapse == 1000)
    book.goOn(with: OrderBook.Speaker(user: OrderBookTests.person, process: 7), at: 900)
    #expect(book.nextLapse == 1900)
    _ = book.lapse(at: 1899)
    #expect(try OrderBookTests.closes(book, "b.example"))
    _ = book.lapse(at: 1900)
    #expect(try !OrderBookTests.closes(book, "b.example"))
  }
}
