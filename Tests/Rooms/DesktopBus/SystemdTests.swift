import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import DesktopBus

/// Programs that a person's systemd starts: a stand-in that takes what systemd takes. `LongRuns/Package` has the real
/// one.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct SystemdTests {
  let folder = TemporaryFolder()

  private func program(
    _ script: String, environment: [String] = ["PATH=/usr/bin:/bin"], input: Int32? = nil, output: Int32? = nil,
    limit: Duration? = nil
  ) -> PersonalSystemd.Program {
    .init(
      "A hook", "/bin/sh", ["-c", script, "%n", "$HOME \"x\""], environment: environment, folder: folder.path,
      input: input, output: output, limit: limit)
  }

  private func text(_ name: String) -> String {
    (try? Files.read(folder(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Its words, its environment, its input and its output are those that it would have from the service itself.
  @Test func aProgramHasAllThatItIsGiven() async throws {
    let bus = try PrivateBus(in: folder)
    let part = try DesktopPart("systemd", on: bus, in: folder)
    let loop = try EventLoop()
    let systemd = PersonalSystemd(loop: loop, places: [.bus(bus.address)])
    let input = try Files.inMemory(Array("told\n".utf8))
    let output = try Descriptor.open(folder("out"), O_WRONLY | O_CREAT)
    let environment = [
      "PATH=/usr/bin:/bin", "A=one\u{1}two", "1B=no", "BASH_FUNC_x%%=no", "NOTIFY_SOCKET=ours", "C=a=b", "none",
    ]
    let outcome = await systemd.run(
      program(
        "read line; echo \"$line\" \"$0\" \"$1\"; pwd; env | grep -v PWD; exit 7", environment: environment,
        input: input.number, output: output.number))
    #expect(outcome == .ended(7))
    let lines = text("out").split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["told %n $HOME \"x\"", folder.path])
    let variables = Set(lines.dropFirst(2)).subtracting(["SHLVL=0", "_=/usr/bin/env"])
    #expect(variables == ["PATH=/usr/bin:/bin", "A=one two", "C=a=b"])
    #expect(part.lines.contains { $0.contains(#""no-env-expand""#) }, "\(part.lines)")
    #expect(part.lines.contains { $0.contains(#""KillMode": "process""#) && $0.contains(#""Type": "exec""#) })
    loop.close()
    _ = consume input
  }

  /// Several at once, each with its own end; a signal counts as shells say it.
  @Test func programsDoNotWaitForEachOther() async throws {
    let bus = try PrivateBus(in: folder)
    let part = try DesktopPart("systemd", on: bus, in: folder)
    let loop = try EventLoop()
    let systemd = PersonalSystemd(loop: loop, places: [.bus(bus.address)])
    async let slow = systemd.run(program("sleep 1; exit 3"))
    async let killed = systemd.run(program("kill -TERM $$"))
    let outcomes = await withTaskGroup(of: PersonalSystemd.Outcome.self) { group in
      for code in 0..<20 { group.addTask { await systemd.run(program("exit \(code)")) } }
      return await group.reduce(into: [PersonalSystemd.Outcome]()) { $0.append($1) }
    }
    let codes = outcomes.compactMap { outcome in if case .ended(let code) = outcome { code } else { nil } }
    #expect(codes.sorted() == Array(0..<20))
    #expect(await killed == .ended(128 + SIGTERM))
    #expect(await slow == .ended(3))
    loop.close()
    part.stop()
  }

  /// Where the first bus is another one, or none is there, the next place is asked.
  @Test func itIsLookedForWhereItMayBe() async throws {
    let bus = try PrivateBus(in: folder)
    let other = TemporaryFolder()
    let empty = try PrivateBus(in: other)
    let part = try DesktopPart("systemd", on: bus, in: folder)
    let loop = try EventLoop()
    let places: [PersonalSystemd.Place] = [
      .own("unix:path=\(folder("nothing"))"), .bus(empty.address), .bus(bus.address),
    ]
    #expect(await PersonalSystemd(loop: loop, places: places).run(program("exit 5")) == .ended(5))
    let usual = PersonalSystemd.Place.all { ["XDG_RUNTIME_DIR": "/run/user/1"][$0] }
    #expect(usual == [.bus("unix:path=/run/user/1/bus"), .own("unix:path=/run/user/1/systemd/private")])
    loop.close()
    part.stop()
  }

  @Test func whatTakesTooLongIsEndedWithAllThatItStarted() async throws {
    let bus = try PrivateBus(in: folder)
    let part = try DesktopPart("systemd", on: bus, in: folder)
    let loop = try EventLoop()
    let systemd = PersonalSystemd(loop: loop, places: [.bus(bus.address)])
    let begun = ContinuousClock.now
    #expect(await systemd.run(program("sleep 60 & sleep 60", limit: .milliseconds(300))) == .cutOff)
    #expect(ContinuousClock.now - begun < .seconds(10))
    #expect(part.lines.contains { $0.contains("kill") && $0.contains(#""whom": "all""#) }, "\(part.lines)")
    async let long = systemd.run(program("sleep 60"))
    #expect(await eventually { part.lines.count { $0.contains("command") } == 2 })
    await systemd.stop()
    #expect(await long == .cutOff)
    loop.close()
  }

  /// What was surely not started may be started in another way; what may have been is not started twice.
  @Test func withoutSystemdItIsSaidThatNothingWasStarted() async throws {
    let bus = try PrivateBus(in: folder)
    let loop = try EventLoop()
    let systemd = PersonalSystemd(loop: loop, places: [.bus(bus.address)])
    let nobody = await systemd.run(program("true"))
    guard case .notStarted = nobody else { return #expect(Bool(false), "\(nobody)") }
    var part = try DesktopPart("systemd", "--refuses", on: bus, in: folder)
    #expect(await systemd.run(program("true")) == .notStarted("not today"))
    part.stop()
    part = try DesktopPart("systemd", on: bus, in: folder)
    async let running = systemd.run(program("sleep 5"))
    #expect(await eventually { part.lines.contains { $0.contains("command") } })
    bus.stop()
    let lost = await running
    guard case .lost = lost else { return #expect(Bool(false), "\(lost)") }
    let missing = await systemd.run(program("true"))
    guard case .notStarted = missing else { return #expect(Bool(false), "\(missing)") }
    loop.close()
  }
}
