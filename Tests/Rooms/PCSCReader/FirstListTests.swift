import LinuxRuntime
import RealParts
import Testing
import VirtualReader

@testable import PCSCReader

/// How long the first list of a pcscd is waited for.
@Suite struct FirstListTests {
  /// How long an answer without a reader is not the last word, in milliseconds, by pcscd's age.
  @Test(arguments: [(0, 1000), (1999, 1000), (2000, 0), (3_600_000, 0), (nil, 1000)] as [(Int64?, Int64)])
  func waitsForAYoungDaemonAlone(age: Int64?, wait: Int64) {
    var list = FirstList()
    let answers = stride(from: Int64(5000), through: 7000, by: 10).map { now in
      (now, list.isAwaited(at: now) { age.map { $0 + now - 5000 } })
    }
    #expect(answers.allSatisfy { now, isAwaited in isAwaited == (now < 5000 + wait) })
  }

  @Test func looksAtProcessesOnce() {
    var list = FirstList()
    var looks = 0
    for now in 0..<10 {
      _ = list.isAwaited(at: Int64(now)) {
        looks += 1
        return 0
      }
    }
    #expect(looks == 1)
  }
}

extension RealPCSCD {
  @Suite(.realParts) struct Age {
    @Test func isThatOfTheProcess() throws {
      let daemon = try PrivatePCSCD.ofThisProcess.get()
      daemon.end()
      // The system counts starts in hundredths of a second.
      let before = SinceBoot.milliseconds - 10
      try daemon.start()
      let now = SinceBoot.milliseconds
      let age = try #require(DaemonProcess.age(at: now))
      #expect(age >= 0 && age <= now - before)
    }
  }
}
