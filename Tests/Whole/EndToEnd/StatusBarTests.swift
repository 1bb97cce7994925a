import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The state as status bars read it.
@Suite(.realParts) struct StatusBarTests {
  @Test func everyBarGetsItsLine() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    #expect(try service("status", "--format", "plain").output == "idle\n")
    #expect(try service("start", "work", "--minutes", "50", "--task", "a < b & c").exitCode == 0)

    #expect(try service("status", "--format", "plain").output == "work 50m\n")
    #expect(try service("status", "--format", "polybar").output == "work 50m\n")
    let waybar = try JSONDocument(try service("status", "--format", "waybar").output).root
    #expect(waybar["class"]?.string == "focusing")
    #expect(waybar["text"]?.string == "work 50m")
    #expect(waybar["percentage"]?.integer == 0)
    #expect(waybar["tooltip"]?.string?.contains("Task: a &lt; b &amp; c") == true)
    let block = try JSONDocument(try service("status", "--format", "i3blocks").output).root
    #expect(block["full_text"]?.string == "work 50m")
    #expect(block["short_text"]?.string == "50m")
    // In a session with a task, too, it is three lines for a person.
    #expect(try service("status").lines.count == 3)
    #expect(try service("status", "--format", "xmobar").exitCode == 64)
  }

  @Test func aFollowerSeesEveryChangeAndOutlivesTheService() async throws {
    let folder = TemporaryFolder()
    let output = try Descriptor.open(folder("lines"), O_RDWR | O_CREAT)
    let follower = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["status", "--format", "plain", "--follow", "--home", folder.path],
      output: .descriptor(output.number), errors: .nothing)
    func shows(_ lines: String...) async -> Bool {
      await eventually {
        let text = (try? Files.read(folder("lines"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map(String.init) == lines
      }
    }
    #expect(await shows("idle"))
    let service = try RunningService(home: folder.path)
    #expect(await shows("idle", "idle"))
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    #expect(await shows("idle", "idle", "work 50m"))
    // What changes nothing in the line is not shown again.
    #expect(try service("promise", "add", "thesis").exitCode == 0)
    #expect(try service("keep").exitCode == 1)
    #expect(try service("stop").exitCode == 0)
    #expect(await shows("idle", "idle", "work 50m", "work 50m ?"))
    service.stop()
    #expect(await shows("idle", "idle", "work 50m", "work 50m ?", "idle"))
    follower.signal(SIGTERM)
    #expect(follower.wait() == 128 + SIGTERM)
  }

  /// The follower is held up right after it said that nobody is there, and a service comes meanwhile.
  @Test func aServiceThatComesJustThenIsSeen() async throws {
    for _ in 0..<8 {
      let folder = TemporaryFolder()
      let output = try Descriptor.open(folder("lines"), O_RDWR | O_CREAT)
      let follower = try ChildProcess.start(
        BuiltProgram.focuskey.path, ["status", "--format", "plain", "--follow", "--home", folder.path],
        output: .descriptor(output.number), errors: .nothing)
      func lines() -> Int {
        let text = (try? Files.read(folder("lines"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").count
      }
      while lines() == 0 { sched_yield() }
      follower.signal(SIGSTOP)
      let service = try RunningService(home: folder.path)
      follower.signal(SIGCONT)
      let began = ContinuousClock.now
      #expect(await eventually { lines() == 2 })
      // Without being told it looks again after 30 s.
      #expect(ContinuousClock.now - began < .seconds(15))
      service.stop()
      follower.signal(SIGTERM)
      follower.wait()
    }
  }

  /// A bar that is killed leaves nobody behind, though nothing happens that would be said to it.
  @Test(arguments: [true, false]) func aFollowerEndsWithItsBar(withService: Bool) async throws {
    let folder = TemporaryFolder()
    let service = withService ? try RunningService(home: folder.path) : nil
    let pipe = try makePipe()
    let follower = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["status", "--format", "plain", "--follow", "--home", folder.path],
      output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    var octet: UInt8 = 0
    repeat { #expect(unsafe read(pipe.reading, &octet, 1) == 1) } while octet != 0x0A
    #expect(follower.outcomeIfEnded() == nil)
    close(pipe.reading)
    #expect(await eventually { follower.outcomeIfEnded() == 0 })
    _ = service
  }
}
