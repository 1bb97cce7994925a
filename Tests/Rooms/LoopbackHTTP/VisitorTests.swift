import LinuxRuntime
import LoopbackHTTP
import RealParts
import TestSupport
import Testing

/// Who has a connection to a server, and whose ends first.
@Suite(.realParts) struct VisitorTests {
  @Test(.enabled(if: LoopbackCrowd.canBeAnotherUser, "needs root, to be two users"))
  func closesTheConnectionsOfAnotherUserAtOnce() async throws {
    try await DashboardServerTests.served(isForOneUser: true, DashboardServerTests.echo) { port in
      let crowd = try LoopbackCrowd(of: 1045, to: port, isAnotherUser: true)
      #expect(await eventually { crowd.counts?.ended == 1045 }, "\(String(describing: crowd.counts))")
    }
  }

  /// Somebody else comes again as soon as they are sent away, from 64 places at once.
  @Test(.onTheClock, .enabled(if: LoopbackCrowd.canBeAnotherUser, "needs root, to be two users"))
  func answersTheOwnerWhileAnotherUserFloods() async throws {
    try await DashboardServerTests.served(isForOneUser: true, DashboardServerTests.echo) { port in
      let crowd = try LoopbackCrowd(of: 64, to: port, isAnotherUser: true, renews: true)
      #expect(await eventually { crowd.counts?.ended ?? 0 > 100 })
      for _ in 0..<50 {
        let began = ContinuousClock.now
        #expect(Browser.status(await Browser.get("/", port: port)) == "200")
        #expect(ContinuousClock.now - began < .seconds(1))
      }
      #expect(crowd.counts?.ended ?? 0 > 1000, "\(String(describing: crowd.counts))")
    }
  }

  /// What is silent gives way; what is answered still goes on.
  @Test func makesRoomForWhoeverAsks() async throws {
    var place = ListeningPlace.loopback
    place.mostConnections = 8
    let (octets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    try await DashboardServerTests.served(place: place) { request in
      request.target == "/events" ? HTTPAnswer(type: "text/event-stream", stream: octets) : .plain(200, "here")
    } _: { port in
      let tab = try Listener(port: port, target: "/events")
      feed.yield(Array("one\n".utf8))
      #expect(await eventually { tab.received.contains("one\n") })
      let crowd = try LoopbackCrowd(of: 40, to: port)
      #expect(await eventually { crowd.counts?.ended ?? 0 >= 33 }, "\(String(describing: crowd.counts))")
      #expect(Browser.status(await Browser.get("/", port: port)) == "200")
      feed.yield(Array("two\n".utf8))
      #expect(await eventually { tab.received.contains("two\n") })
      tab.leave()
    }
  }

  /// Pages that were open ask again in the same moment when the service is back.
  @Test func takesTheRequestsOfACrowdAtOnce() async throws {
    let came = Locked(0)
    let isOpen = Locked(false)
    try await DashboardServerTests.served { request in
      came.withLock { $0 += 1 }
      while !isOpen.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(20)) }
      return .plain(200, request.target)
    } _: { port in
      let question = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      let crowd = try LoopbackCrowd(of: 300, to: port, says: question)
      #expect(await eventually { came.withLock { $0 } == 300 })
      #expect(await eventually { crowd.counts?.ended == 0 })
      isOpen.withLock { $0 = true }
    }
  }

  /// A letter now and then keeps a connection from being silent, and not from its end.
  @Test func endsARequestThatNeverComesToItsEnd() async throws {
    var place = ListeningPlace.loopback
    place.patience = 1
    try await DashboardServerTests.served(place: place, DashboardServerTests.echo) { port in
      let crowd = try LoopbackCrowd(of: 4, to: port, says: "G")
      #expect(await eventually(within: .seconds(10)) { crowd.counts?.ended == 4 })
    }
  }
}
