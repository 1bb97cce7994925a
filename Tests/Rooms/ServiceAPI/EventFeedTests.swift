import FocusEngine
import JSONText
import RealParts
import TestSupport
import Testing

@testable import ServiceAPI

@Suite(.realParts, .timeLimit(.minutes(3))) struct EventFeedTests {
  @Test("A listener hears where it is, how things are, then what happens; one that comes back hears what it missed.")
  func aListenerMissesNothing() async throws {
    let rig = try await ServiceRig()
    let following = Task(executorPreference: Spare.threads) { await rig.feed.follow(rig.engine) }
    // Without a session a break is refused each time, which is an event: one who listens late hears some, too.
    let asking = Task(executorPreference: Spare.threads) {
      while !Task.isCancelled {
        await rig.engine.submit(.ask(.takeBreak(minutes: nil), by: .localUser))
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    var frames = await rig.feed.listen(after: nil, mayChange: false).makeTextIterator()
    let hello = try #require(await frames.next())
    #expect(hello.hasPrefix("event: hello\nid: "))
    #expect(hello.contains(#""may_change":false"#) && hello.contains(#""resumed":false"#))
    #expect(await frames.next()?.hasPrefix("event: status\n") == true)
    let id = try #require(hello.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
    var event = try #require(await frames.next())
    while !event.hasPrefix("id: ") { event = try #require(await frames.next()) }
    asking.cancel()
    await asking.value

    var again = await rig.feed.listen(after: String(id), mayChange: true).makeTextIterator()
    let second = try #require(await again.next())
    #expect(second.contains(#""may_change":true"#) && second.contains(#""resumed":true"#))
    #expect(await again.next()?.hasPrefix("event: status\n") == true)
    #expect(await again.next() == event)
    // What follows ends on the loop, which is closed after it.
    await rig.engine.stop()
    await following.value
    await rig.end()
  }
}

extension AsyncStream<[UInt8]> {
  fileprivate func makeTextIterator() -> AsyncMapSequence<Self, String>.AsyncIterator {
    map { frame in String(decoding: frame, as: UTF8.self) }.makeAsyncIterator()
  }
}
