import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import NightPicture

/// The eye in Xfce's settings: its own service of settings, and the program that people set them with.
@Suite(.realParts) struct XfcePictureTests {
  private let folder = TemporaryFolder()
  private let bus: PrivateBus
  private let service: ChildProcess
  private let place = "/backdrop/screen0/monitorHDMI-1/workspace0"

  init() throws {
    bus = try PrivateBus(in: folder)
    service = try Self.start(on: bus)
  }

  private static func start(on bus: PrivateBus) throws -> ChildProcess {
    let folders = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/xfce4/xfconf/xfconfd" }
    let program = try #require(folders.first { Files.exists($0) }, "sudo apt install xfconf")
    let service = try ChildProcess.start(
      program, [], environment: bus.environment, output: .nothing, errors: .nothing)
    // Without the service nothing can be set.
    let probe = ["-c", "probe", "-p", "/there", "-n", "-t", "int", "-s", "1"]
    for _ in 0..<500 {
      if try BuiltProgram(at: "/usr/bin/xfconf-query").run(probe, environment: bus.environment).exitCode == 0 { break }
      usleep(10_000)
    }
    return service
  }

  private func query(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/xfconf-query").run(["-c", "xfce4-desktop"] + words, environment: bus.environment)
  }

  private func get(_ name: String) throws -> String? {
    let outcome = try query("-p", "\(place)/\(name)")
    return outcome.exitCode == 0 ? outcome.lines.joined(separator: " ") : nil
  }

  private func set(_ name: String, _ words: String...) throws {
    let outcome = try BuiltProgram(at: "/usr/bin/xfconf-query").run(
      ["-c", "xfce4-desktop", "-p", "\(place)/\(name)", "-n"] + words, environment: bus.environment)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func pictures(_ places: Set<PicturePlace> = [.wallpaper]) -> NightPicture {
    NightPicture(
      .init(
        places: places, picture: "\(folder.path)/the eye.svg", note: folder("note"),
        environment: bus.environment + ["XDG_CURRENT_DESKTOP=XFCE", "LC_ALL=de_DE.UTF-8"], sway: { nil }),
      warn: { _ in })
  }

  private func end() {
    service.signal(SIGTERM)
    service.wait()
  }

  @Test("each monitor shows the eye on black, and what it did before afterwards") func night() async throws {
    defer { end() }
    try set("last-image", "-t", "string", "-s", "/own picture.jpg")
    try set("image-style", "-t", "int", "-s", "5")
    try set(
      "rgba1", "--force-array", "-t", "double", "-s", "0.25", "-t", "double", "-s", "0", "-t", "double", "-s", "1")
    let color = try get("rgba1")
    let picture = pictures([.wallpaper, .lockScreen])
    await picture.show()
    #expect(try get("last-image") == "\(folder.path)/the eye.svg")
    #expect(try get("image-style") == "4" && get("color-style") == "0")
    #expect(try get("rgba1")?.hasSuffix("0.000000 0.000000 0.000000 1.000000") == true)
    let states = await picture.states()
    #expect(states.map(\.state) == [.inForce, .unavailable] && states.first?.source == "xfce")
    await picture.giveBack()
    #expect(try get("last-image") == "/own picture.jpg" && get("image-style") == "5")
    #expect(try get("rgba1") == color)
    // What the person never set is not set now either.
    #expect(try get("color-style") == nil)
    #expect(!Files.exists(folder("note")))
  }

  @Test("after a crash the next service gives back what the person did not change") func crash() async throws {
    defer { end() }
    try set("last-image", "-t", "string", "-s", "/own.jpg")
    await pictures().show()
    try set("image-style", "-t", "int", "-s", "1")
    await pictures().giveBack()
    #expect(try get("last-image") == "/own.jpg" && get("image-style") == "1" && get("rgba1") == nil)
  }

  @Test("a desktop that said nothing yet is named, and one that is away gets its own back when it is there again")
  func away() async throws {
    let picture = pictures()
    await picture.show()
    #expect(await picture.states().first?.why == "Xfce's desktop has not said yet which monitors there are")
    try set("last-image", "-t", "string", "-s", "/own.jpg")
    // The eye is drawn again for each minute of use.
    await picture.show()
    #expect(await picture.states().first?.state == .inForce)
    end()
    bus.stop()
    await picture.giveBack()
    #expect(Files.exists(folder("note")))
    try Files.remove(folder("bus"))
    try bus.start()
    let again = try Self.start(on: bus)
    #expect(await eventually { !Files.exists(folder("note")) })
    #expect(try get("last-image") == "/own.jpg")
    again.signal(SIGTERM)
    again.wait()
  }
}
