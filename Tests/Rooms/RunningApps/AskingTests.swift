import DesktopEntries
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import RunningApps

/// Running programs that are asked to close: one that does, and one that does not hear.
@Suite(.realParts) struct AskingTests {
  private let folder = TemporaryFolder()

  /// Three programs of one file, outside of any scope: one that ends when it is asked, one that does not, one of
  /// another application.
  private final class Programs {
    let file: String
    let polite: ChildProcess
    let stubborn: ChildProcess
    let other: ChildProcess
    private var children: [ChildProcess] { [polite, stubborn, other] }

    init(_ folder: TemporaryFolder) throws {
      file = folder("chat")
      let sleep = try Files.read("/bin/sleep")
      for name in ["chat", "other"] { try Files.replace(folder(name), with: sleep, mode: 0o755) }
      polite = try ChildProcess.start(file, ["60"])
      stubborn = try ChildProcess.start("/usr/bin/env", ["--ignore-signal=TERM", file, "60"])
      other = try ChildProcess.start(folder("other"), ["60"])
      while Files.target(of: "/proc/\(stubborn.id)/exe") != file || Files.target(of: "/proc/\(polite.id)/exe") != file {
        sched_yield()
      }
    }

    deinit {
      for child in children {
        kill(child.id, SIGKILL)
        _ = child.wait()
      }
    }
  }

  private func applications(_ file: String) throws -> [(entry: DesktopEntry, programs: [String])] {
    let text = "[Desktop Entry]\nType=Application\nExec=chat\n"
    return [(try #require(DesktopEntry(file: "chat.desktop", octets: Array(text.utf8))), [file])]
  }

  private func state(_ child: ChildProcess) -> Character {
    let text = String(decoding: (try? Files.read("/proc/\(child.id)/stat")) ?? [], as: UTF8.self)
    return text.lastIndex(of: ")").map { text[text.index($0, offsetBy: 2)] } ?? "-"
  }

  private func running(patience: Duration) -> RunningApplications {
    RunningApplications(note: folder("frozen"), patience: patience)
  }

  @Test func whoIsAskedClosesAndWhoDoesNotHearStandsStillAfterItsTime() async throws {
    let programs = try Programs(folder)
    let closed = try applications(programs.file)
    var running = running(patience: .milliseconds(700))
    let start = ContinuousClock.now
    running.match(closed, choice: .ask)
    #expect(await eventually { state(programs.polite) == "Z" })
    // It was asked, and nothing was done to it that it could not answer with a question about unsaved work.
    #expect(running.standing.isEmpty)
    #expect(
      await eventually(within: .seconds(30)) {
        running.match(closed, choice: .ask)
        return !running.standing.isEmpty
      })
    #expect(ContinuousClock.now - start >= .milliseconds(700))
    #expect(await eventually { state(programs.stubborn) == "T" })
    #expect("SR".contains(state(programs.other)))
    #expect(
      String(decoding: try Files.read(folder("frozen")), as: UTF8.self).hasPrefix("process \(programs.stubborn.id) "))

    // A break, or the end.
    running.match([], choice: .ask)
    #expect(await eventually { state(programs.stubborn) == "S" })
    #expect(!Files.exists(folder("frozen")))

    // Back from the break it is asked again, and has its time again.
    running.match(closed, choice: .ask)
    #expect(running.standing.isEmpty)
    #expect(
      await eventually {
        running.match(closed, choice: .ask)
        return state(programs.stubborn) == "T"
      })
    running.releaseAll()
    #expect(await eventually { state(programs.stubborn) == "S" })
  }

  @Test func whoDoesNotHearIsEndedAfterItsTimeWhereThatIsTheChoice() async throws {
    let programs = try Programs(folder)
    let closed = try applications(programs.file)
    var running = running(patience: .milliseconds(700))
    let start = ContinuousClock.now
    running.match(closed, choice: .end)
    #expect(await eventually { state(programs.polite) == "Z" })
    #expect("SR".contains(state(programs.stubborn)))
    #expect(
      await eventually {
        running.match(closed, choice: .end)
        return state(programs.stubborn) == "Z"
      })
    #expect(ContinuousClock.now - start >= .milliseconds(700))
    // One that comes meanwhile has its time too.
    #expect("SR".contains(state(programs.other)))
    #expect(running.standing.isEmpty && !Files.exists(folder("frozen")))
  }

  @Test func whatRanBeforeAPackageReplacedItGoesOnStandingStill() async throws {
    let programs = try Programs(folder)
    let closed = try applications(programs.file)
    var running = running(patience: .zero)
    running.match(closed, choice: .freeze)
    #expect(await eventually { state(programs.polite) == "T" && state(programs.stubborn) == "T" })
    try Files.replace(programs.file, with: try Files.read("/bin/sleep"), mode: 0o755)
    running.match(closed, choice: .freeze)
    #expect(running.standing.count == 2)
    #expect(state(programs.polite) == "T" && state(programs.stubborn) == "T")
    running.match([], choice: .freeze)
    #expect(await eventually { state(programs.polite) == "S" && state(programs.stubborn) == "S" })
  }
}
