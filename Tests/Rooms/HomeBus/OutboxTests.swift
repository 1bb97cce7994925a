import LinuxRuntime
import Testing

@testable import HomeBus

@Suite struct OutboxTests {
  private func message(_ text: String, _ topic: String = "event") -> HomeMessage {
    HomeMessage(topic: topic, payload: Array(text.utf8))
  }

  /// A broker in the hand of the test.
  private struct Broker {
    var received: [String] = []
    var numbers: [Int32] = []
    var last: Int32 = 0
    var room = Int.max

    mutating func take(_ message: HomeMessage) -> Int32? {
      guard room > 0 else { return nil }
      room -= 1
      last += 1
      numbers.append(last)
      received.append(String(decoding: message.payload, as: UTF8.self))
      return last
    }
  }

  private func texts(_ range: Range<Int>) -> [String] { range.map { "\($0)" } }

  @Test func whatWasNotConfirmedIsSentAgainInOrder() {
    var outbox = Outbox()
    var broker = Broker()
    for number in 0..<200 { outbox.post(.init(message: message("\(number)"), posted: 0, done: nil)) }
    outbox.send(withEvents: true, at: 1) { broker.take($0) }
    #expect(broker.received == texts(0..<64), "only some are under way at once")
    for number in broker.numbers.prefix(10) { outbox.confirm(number) }
    outbox.rewind()
    broker = Broker(last: 1000)
    outbox.send(withEvents: true, at: 1) { broker.take($0) }
    #expect(broker.received == texts(10..<74))
    while !outbox.isEmpty {
      for number in broker.numbers { outbox.confirm(number) }
      broker.numbers = []
      outbox.send(withEvents: true, at: 1) { broker.take($0) }
    }
    #expect(broker.received == texts(10..<200))
  }

  @Test func ofWhatIsKeptTheLatestIsSentOnceTheLastWasConfirmed() {
    var outbox = Outbox()
    var broker = Broker()
    outbox.keep(message("a", "status"))
    outbox.send(withEvents: false, at: 0) { broker.take($0) }
    for text in ["b", "c", "d"] {
      outbox.keep(message(text, "status"))
      outbox.send(withEvents: false, at: 0) { broker.take($0) }
    }
    #expect(broker.received == ["a"])
    outbox.confirm(broker.numbers[0])
    outbox.send(withEvents: false, at: 0) { broker.take($0) }
    #expect(broker.received == ["a", "d"])
    // A broker that comes back may have forgotten it.
    outbox.confirm(broker.numbers[1])
    outbox.rewind()
    outbox.send(withEvents: false, at: 0) { broker.take($0) }
    #expect(broker.received == ["a", "d", "d"])
  }

  @Test func whatIsTooMuchOrTooOldIsLetGo() {
    var outbox = Outbox()
    var broker = Broker()
    let lost = Locked<[Int]>([])
    let count = Outbox.mostWaiting + 5
    for number in 0..<count {
      outbox.post(
        .init(message: message("\(number)"), posted: number < 10 ? 0 : 300_000) { isThere in
          if !isThere { lost.withLock { $0.append(number) } }
        })
    }
    #expect(outbox.dropped == 5)
    #expect(lost.withLock { $0 } == Array(0..<5))
    outbox.send(withEvents: true, at: 650_000) { broker.take($0) }
    #expect(lost.withLock { $0 } == Array(0..<10))
    #expect(broker.received.first == "10")
    outbox.abandon(count - 1)
    outbox.giveUp()
    #expect(lost.withLock { $0.count } == count)
  }

  @Test func aBrokerThatIsFullLosesNothing() {
    var outbox = Outbox()
    var broker = Broker(room: 3)
    outbox.keep(message("s", "status"))
    for number in 0..<10 { outbox.post(.init(message: message("\(number)"), posted: 0, done: nil)) }
    outbox.send(withEvents: true, at: 0) { broker.take($0) }
    #expect(broker.received == ["s", "0", "1"])
    broker.room = .max
    outbox.send(withEvents: true, at: 0) { broker.take($0) }
    #expect(broker.received == ["s"] + texts(0..<10))
  }

  @Test func aBrokerThatComesBackIsFoundSoon() {
    var pace = ReconnectPace()
    var now: Int64 = 0
    while now < 600_000 {
      let delay = pace.next(.fast, at: now)
      #expect(delay <= .milliseconds(1500))
      now += delay.components.seconds * 1000 + delay.components.attoseconds / 1_000_000_000_000_000
    }
    #expect(pace.next(.fast, at: now + 1) == .seconds(15))
    #expect(pace.next(.slow, at: now) == .seconds(30))
  }
}
