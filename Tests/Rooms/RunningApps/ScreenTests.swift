import DesktopEntries
import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import RunningApps

/// Real programs on a real screen of X11 that hold its pointer or its keyboard, as an open menu does: one that stood
/// still while it holds them would take the whole desktop with it.
@Suite(.serialized) struct ScreenTests {
  private let folder = TemporaryFolder()

  /// A program that holds something of its screen when it is told to.
  private final class Holder {
    let program: ChildProcess
    private let input: Descriptor
    private let output: Descriptor

    init(_ file: String, _ words: [String], _ surroundings: [String]) throws {
      let commands = try makePipe()
      let answers = try makePipe()
      program = try ChildProcess.start(
        file, words, environment: surroundings, input: .descriptor(commands.reading),
        output: .descriptor(answers.writing))
      close(commands.reading)
      close(answers.writing)
      input = Descriptor(owning: commands.writing)
      output = Descriptor(owning: answers.reading)
    }

    func say(_ command: String) throws -> String {
      try Files.write(Array("\(command)\n".utf8), to: input.number)
      var line: [UInt8] = []
      var octet: UInt8 = 0
      while unsafe read(output.number, &octet, 1) == 1, octet != 0x0A { line.append(octet) }
      return String(decoding: line, as: UTF8.self)
    }

    var state: Character {
      let text = String(decoding: (try? Files.read("/proc/\(program.id)/stat")) ?? [], as: UTF8.self)
      return text.lastIndex(of: ")").map { text[text.index($0, offsetBy: 2)] } ?? "-"
    }

    deinit {
      kill(program.id, SIGKILL)
      _ = program.wait()
    }
  }

  /// A program `chat` of the folder's, and others of its kind.
  private func program(_ name: String = "chat") throws -> String {
    let here = #filePath
    let source = "\(here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex))/holder.c"
    let outcome = try BuiltProgram(at: "/usr/bin/gcc")("-o", folder(name), source, "-lxcb")
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return folder(name)
  }

  private func closed() throws -> [(entry: DesktopEntry, programs: [String])] {
    let text = "[Desktop Entry]\nType=Application\nExec=chat\n"
    return [(try #require(DesktopEntry(file: "chat.desktop", octets: Array(text.utf8))), [folder("chat")])]
  }

  private func running() -> RunningApplications {
    RunningApplications(note: folder("frozen"), patience: .milliseconds(300))
  }

  @Test(arguments: ["pointer", "keyboard"])
  func whoHoldsTheScreenGoesOnAndStandsStillOnceItLetsGo(device: String) async throws {
    let screen = try HiddenScreen()
    let chat = try Holder(try program(), [device], ["DISPLAY=\(screen.name)"])
    let other = try Holder(try program("other"), [device], ["DISPLAY=\(screen.name)"])
    #expect(try chat.say("hold") == "held")
    var running = running()
    for _ in 0..<3 { running.match(try closed(), choice: .freeze) }
    #expect(running.standing.isEmpty && running.obstacles == [.held("the \(device)")])
    #expect(chat.state == "S" && !Files.exists(folder("frozen")))
    let told = RunningApplications.obstacles(notedBeside: folder("frozen"))
    #expect(told.count == 1 && told[0].hasPrefix("the \(device) of an X11 screen is grabbed"))

    #expect(try chat.say("free") == "free")
    running.match(try closed(), choice: .freeze)
    #expect(running.standing.count == 1 && running.obstacles.isEmpty)
    #expect(
      RunningApplications.obstacles(notedBeside: folder("frozen")).isEmpty && !Files.exists(folder("frozen-not")))
    #expect(await eventually { chat.state == "T" })
    running.match(try closed(), choice: .freeze)
    #expect(running.standing.count == 1)
    // Asking held nothing for longer than it took, and what is stopped holds nothing.
    #expect(try other.say("hold") == "held")

    // What is stopped stays so while another program's menu is open; one that somebody let go does not stand again.
    running.match(try closed(), choice: .freeze)
    #expect(running.standing.count == 1)
    kill(chat.program.id, SIGCONT)
    #expect(await eventually { chat.state == "S" })
    let isAnswered = running.repair()
    #expect(isAnswered && running.standing.isEmpty && chat.state == "S")
    #expect(try other.say("free") == "free")
    running.match(try closed(), choice: .freeze)
    #expect(await eventually { chat.state == "T" })
    running.releaseAll()
    #expect(await eventually { chat.state == "S" })
  }

  /// Between the look and the standing still, a menu may open; and that it did, the screen may hear a moment later.
  @Test(arguments: [1, 2]) func whoTookHoldJustBeforeItStoodIsLetGoAgain(looksBefore: Int) async throws {
    let screen = try HiddenScreen()
    let chat = try Holder(try program(), ["pointer"], ["DISPLAY=\(screen.name)"])
    let looks = Locked(0)
    /// The screen as it is, but for the first looks.
    struct Late: Screen {
      let real: any Screen
      let looks: Locked<Int>
      let before: Int
      func obstacle() -> ScreenHindrance? {
        looks.withLock { looks in
          looks += 1
          return looks <= before
        } ? nil : real.obstacle()
      }
    }
    var running = RunningApplications(note: folder("frozen")) { processes in
      X11Screen.screens(of: processes).map { Late(real: $0, looks: looks, before: looksBefore) }
    }
    #expect(try chat.say("hold") == "held")
    for look in 1...looksBefore {
      running.match(try closed(), choice: .freeze)
      #expect(running.standing.isEmpty == (look == looksBefore))
    }
    #expect(running.obstacles == [.held("the pointer")])
    #expect(await eventually { chat.state == "S" })
    #expect(!Files.exists(folder("frozen")))
    #expect(try chat.say("free") == "free")
  }

  @Test func whoIsEndedMayHoldWhatItLikes() async throws {
    let screen = try HiddenScreen()
    let chat = try Holder(try program(), ["pointer", "stubborn"], ["DISPLAY=\(screen.name)"])
    let other = try Holder(try program("other"), ["pointer"], ["DISPLAY=\(screen.name)"])
    #expect(try chat.say("hold") == "held")
    var running = running()
    #expect(
      try await eventually {
        running.match(try closed(), choice: .end)
        return chat.state == "Z"
      })
    #expect(running.obstacles.isEmpty)
    #expect(try await eventually { try other.say("hold") == "held" })
  }

  @Test func aScreenThatDoesNotAnswerKeepsNobodyWaiting() async throws {
    let screen = try HiddenScreen()
    let chat = try Holder(try program(), ["pointer"], ["DISPLAY=\(screen.name)"])
    #expect(try chat.say("free") == "free")
    kill(screen.process, SIGSTOP)
    defer { kill(screen.process, SIGCONT) }
    var running = running()
    running.match(try closed(), choice: .freeze)
    #expect(running.obstacles == [.unasked("\(screen.name): it does not answer")])
    #expect(running.standing.isEmpty && chat.state == "S")
    // Also when its queue is full.
    let path = "/tmp/.X11-unix/X\(screen.name.dropFirst())"
    for _ in 0..<10_000 where (try? Descriptor.connected(to: path, within: 1)) == nil { break }
    #expect(throws: SystemError("connect", EAGAIN, on: path)) { _ = try Descriptor.connected(to: path, within: 1) }
    running.match(try closed(), choice: .freeze)
    #expect(running.obstacles == [.unasked("\(screen.name): it does not answer")])
    kill(screen.process, SIGCONT)
    #expect(
      try await eventually {
        running.match(try closed(), choice: .freeze)
        return chat.state == "T"
      })
  }

  @Test func aScreenIsAskedWithTheKeyOfItsPrograms() async throws {
    func file(_ key: UInt8) -> [UInt8] {
      let name = Array("MIT-MAGIC-COOKIE-1".utf8)
      let strange: [UInt8] = [0, 0, 0, 4, 127, 0, 0, 1, 0, 1, 0x37, 0, 1, 0x41, 0, 1, 0x42]
      return strange + [1, 0, 0, 4] + Array("host".utf8) + [0, 0, 0, UInt8(name.count)] + name + [0, 16]
        + [UInt8](repeating: key, count: 16)
    }
    try Files.replace(folder("right"), with: file(7))
    try Files.replace(folder("wrong"), with: file(8))
    let screen = try HiddenScreen(authority: folder("right"))
    for (authority, opens) in [("wrong", false), ("right", true)] {
      let surroundings = ["DISPLAY=\(screen.name)", "XAUTHORITY=\(folder(authority))", "HOME=\(folder.path)"]
      let obstacle = try #require(X11Screen(surroundings)).obstacle()
      if opens {
        #expect(obstacle == nil)
      } else {
        guard case .unasked(let why) = obstacle else {
          Issue.record("\(String(describing: obstacle))")
          continue
        }
        #expect(why.hasPrefix("\(screen.name): it refuses"))
      }
    }
    #expect(X11Key.keys(in: file(7), of: 7) == [.init(repeating: 7, count: 16)])
    for count in 0..<file(7).count { #expect(X11Key.keys(in: Array(file(7).prefix(count)), of: 7).isEmpty) }
  }

  @Test func onlyAProgramOfX11HasAScreenToFear() throws {
    #expect(X11Screen(["WAYLAND_DISPLAY=wayland-0", "DISPLAY=:0"]) == nil)
    #expect(X11Screen(["HOME=/home/ada"]) == nil)
    #expect(
      X11Screen(["DISPLAY=far.example:0"])?.obstacle() == .unasked("far.example:0: it belongs to another computer"))
    #expect(X11Screen(["DISPLAY=nonsense"])?.obstacle() == .unasked("nonsense: not a valid X11 display name"))
    #expect(X11Screen(["DISPLAY=:54321"])?.obstacle() == .unasked(":54321: No such file or directory"))
    // The name that a sandbox gave the screen is nobody's here; the one that its starter knows is.
    let screen = try HiddenScreen()
    let inside = try #require(X11Screen(["DISPLAY=:54321"]))
    let outside = try #require(X11Screen(["DISPLAY=\(screen.name).0"]))
    #expect(Screens.obstacle(of: [inside, outside]) == nil)
    #expect(Screens.obstacle(of: [inside]) != nil)
    #expect(Screens.obstacle(of: [X11Screen]()) == nil)
  }
}
