import HookRunner
import LinuxRuntime
import TestSupport
import Testing

extension HookRunnerTests {
  /// Anyone who starts programs in the runner's place gets all that the program is to have; where nobody does, the
  /// runner starts it.
  @Test func anotherStarterIsAskedFirst() async throws {
    let folder = TemporaryFolder()
    let asked = Locked<[HookStarter.Program]>([])
    let starter = HookStarter { program in
      let input = (try? Files.read("/proc/self/fd/\(program.input)")) ?? []
      guard String(decoding: input, as: UTF8.self).contains("desk") else { return .lost("no input") }
      let count = asked.withLock { asked in
        asked.append(program)
        return asked.count
      }
      return [.ended(0), .ended(4), .cutOff, .lost("gone"), .notStarted][count - 1]
    } stop: {
    }
    let trial = try Trial(
      [Self.shell("a", "echo here >> \(folder("out"))")], environment: ["OTHER=kept", "PATH=/usr/bin:/bin"],
      starter: starter)
    for count in 1...5 {
      trial.happen("desk")
      // A hook that fails is told of once, so that not each call brings news.
      #expect(await eventually { asked.withLock { $0.count } == count })
    }
    #expect(await eventually { trial.news.count == 3 })
    #expect(
      trial.news == [
        .done(hook: "a", event: "tap-ignored"), .failed(hook: "a", event: "tap-ignored", why: .ended(4)),
        .done(hook: "a", event: "tap-ignored"),
      ])
    #expect(Trial.lines(folder("out")) == ["here"])
    let first = asked.withLock { $0[0] }
    #expect(first.path == "/usr/bin/sh" && first.arguments == ["-c", "echo here >> \(folder("out"))"])
    #expect(first.environment.contains("OTHER=kept") && first.environment.contains("FOCUSKEY_READER=desk"))
    #expect(first.limit == .seconds(20))
    await trial.end()
  }
}
