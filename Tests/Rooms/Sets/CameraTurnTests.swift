import Glibc
import LinuxRuntime
import RealParts
import Testing

@testable import Sets

/// There is one camera.
@Suite(.realParts) struct CameraTurnTests {
  @Test("A set that begins while the one before is ending waits for it.")
  func theNextOneWaits() {
    let turn = CameraTurn()
    #expect(turn.take())
    startThread(named: "ending") {
      usleep(200_000)
      turn.give()
    }
    #expect(turn.take())
  }

  @Test("A set that begins while another goes on is refused, within two seconds.", .onTheClock)
  func theSecondIsRefused() {
    let turn = CameraTurn()
    #expect(turn.take())
    let began = ContinuousClock.now
    #expect(!turn.take())
    #expect(ContinuousClock.now - began < .seconds(2))
    turn.give()
    #expect(turn.take())
  }
}
