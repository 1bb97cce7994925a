import DesktopBus
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The session's music on mpv with its MPRIS script, a real player.
@Suite(.realParts) struct MusicTests {
  private let folder = TemporaryFolder()

  private func desktop(_ bus: PrivateBus, _ loop: EventLoop) -> DesktopBus {
    DesktopBus(
      loop: loop,
      options: .init(
        address: bus.address, notifies: false, doNotDisturb: false, pausesMedia: true, note: folder("quiet"),
        shown: folder("shown"))
    ) { _ in }
  }

  private func startPlayer(_ bus: PrivateBus, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess.start(
      "/usr/bin/mpv",
      ["--no-video", "--ao=null", "--loop=inf", "--no-terminal", "--idle=yes", "--input-ipc-server=\(folder("mpv"))"]
        + arguments,
      environment: bus.environment, output: .nothing, errors: .nothing)
  }

  private func status(_ bus: PrivateBus) -> String? {
    try? BuiltProgram(at: "/usr/bin/playerctl").run(["-p", "mpv", "status"], environment: bus.environment).lines.first
  }

  /// What mpv itself says: its MPRIS script calls a file stopped that plays, if it was busy when it was told to.
  private func says(_ property: String) -> String {
    let script = """
      import json, socket
      peer = socket.socket(socket.AF_UNIX)
      peer.settimeout(5)
      peer.connect("\(folder("mpv"))")
      peer.sendall(b'{"command": ["get_property", "\(property)"], "request_id": 7}\\n')
      for line in peer.makefile():
          answer = json.loads(line)
          if answer.get("request_id") == 7:
              print(json.dumps(answer.get("data")))
              break
      """
    do {
      let outcome = try BuiltProgram(at: "/usr/bin/python3").run(["-c", script])
      return outcome.lines.first ?? outcome.errors
    } catch {
      return "\(error)"
    }
  }

  private func makeTone() throws -> String {
    let head: [UInt8] =
      Array("RIFF".utf8) + [0x64, 0x1F, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Array("data".utf8)
      + [0x40, 0x1F, 0, 0]
    try Files.replace(folder("a.wav"), with: head + [UInt8](repeating: 128, count: 8000))
    return folder("a.wav")
  }

  @Test("music begins with the focus, rests in breaks, and ends with the session, also after a crash")
  func session() async throws {
    let loop = try EventLoop()
    defer { loop.close() }
    let bus = try PrivateBus(in: folder)
    let player = try startPlayer(bus, [])
    defer {
      player.signal(SIGKILL)
      player.wait()
    }
    #expect(await eventually { status(bus) != nil })
    var order = MusicOrder(player: "mpv", uri: "file://\(try makeTone())", volume: 40, plays: true)
    let desk = desktop(bus, loop)
    await desk.open()
    await desk.play(order)
    await desk.focus(true)
    #expect(await eventually { says("core-idle") == "false" })
    order.plays = false
    await desk.play(order)
    #expect(await eventually { says("pause") == "true" })
    order.plays = true
    await desk.play(order)
    #expect(await eventually { says("core-idle") == "false" })
    // The service is killed in the middle; the next one finds no session any more.
    let next = desktop(bus, loop)
    await next.open()
    await next.play(nil)
    #expect(await eventually { says("pause") == "true" })
    #expect(await eventually { !Files.exists(folder("quiet.music")) })
    await next.close()
    await desk.close()
  }

  @Test("what the person had playing already is not paused at the end")
  func own() async throws {
    let loop = try EventLoop()
    defer { loop.close() }
    let bus = try PrivateBus(in: folder)
    let player = try startPlayer(bus, [try makeTone()])
    defer {
      player.signal(SIGKILL)
      player.wait()
    }
    // Its script may miss that it plays, until it pauses and plays again.
    #expect(
      await eventually {
        for word in ["pause", "play"] {
          _ = try? BuiltProgram(at: "/usr/bin/playerctl").run(["-p", "mpv", word], environment: bus.environment)
        }
        return status(bus) == "Playing" && says("core-idle") == "false"
      })
    let desk = desktop(bus, loop)
    await desk.open()
    await desk.play(MusicOrder(player: "mpv", plays: true))
    await desk.focus(true)
    await desk.play(nil)
    await desk.focus(false)
    #expect(says("pause") == "false")
    await desk.close()
  }
}
