import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import NightPicture

/// The eye on a real KDE Plasma, on a screen that nobody sees. `Tests/LongRuns/Plasma/run.sh` says how to have one.
@Suite(
  .realParts, .enabled(if: Files.exists(Plasma.program), "no Plasma here: see Tests/LongRuns/Plasma/run.sh"))
struct PlasmaPictureTests {
  @Test("each monitor shows the eye, a new one when it is drawn again, and its own picture afterwards")
  func night() async throws {
    let plasma = try Plasma()
    try #require(await plasma.isThere())
    let before = PlasmaDesktop.all(plasma.environment)
    try plasma.draw("ff0000")
    let picture = plasma.pictures()
    await picture.show()
    #expect(await picture.states().first == PictureState(.wallpaper, .inForce, by: "kde"))
    #expect(await eventually { plasma.color == "ff0000" }, "\(plasma.color)")
    try plasma.draw("00ff00")
    await picture.show()
    #expect(await eventually { plasma.color == "00ff00" }, "\(plasma.color)")
    // A service that crashed leaves it to the next.
    let next = plasma.pictures()
    await next.giveBack()
    #expect(PlasmaDesktop.all(plasma.environment)?.map(\.image) == before?.map(\.image))
    #expect(PlasmaDesktop.all(plasma.environment)?.map(\.plugin) == before?.map(\.plugin))
    #expect(await eventually { plasma.color != "00ff00" && plasma.color != "" })
    #expect(!Files.exists(plasma.folder("note")))
  }

  @Test(
    "a picture that the person chose at night stays, and one that Plasma kept over a log-out goes at the next log-in")
  func changes() async throws {
    let plasma = try Plasma()
    try #require(await plasma.isThere())
    try plasma.draw("ff0000")
    let picture = plasma.pictures()
    await picture.show()
    plasma.stop()
    await picture.giveBack()
    #expect(Files.exists(plasma.folder("note")))
    try plasma.start()
    #expect(await plasma.isThere())
    #expect(await eventually { !Files.exists(plasma.folder("note")) })
    #expect(PlasmaDesktop.all(plasma.environment)?.contains { $0.shows(plasma.folder("eye.svg")) } == false)

    await picture.show()
    let own = plasma.folder("own.svg")
    try Files.replace(own, with: Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    #expect(PlasmaDesktop.show(own, plasma.environment))
    await picture.giveBack()
    #expect(PlasmaDesktop.all(plasma.environment)?.allSatisfy { $0.shows(own) } == true)
  }
}

/// A Plasma of one test's own.
private final class Plasma {
  static let program = "/usr/bin/plasmashell"
  let folder = TemporaryFolder()
  private let screen: HiddenScreen
  private let bus: ChildProcess
  private var shell: ChildProcess?
  let environment: [String]

  init() throws {
    screen = try HiddenScreen()
    let address = "unix:path=\(folder("bus"))"
    environment = [
      "DBUS_SESSION_BUS_ADDRESS=\(address)", "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)",
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "DISPLAY=\(screen.name)", "XDG_CURRENT_DESKTOP=KDE",
      "KDE_FULL_SESSION=true", "QT_QUICK_BACKEND=software",
    ]
    // With the services that Plasma has the bus start.
    bus = try ChildProcess.start(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--address=\(address)"], environment: environment,
      output: .nothing, errors: .nothing)
    for _ in 0..<500 where !Files.exists(folder("bus")) { usleep(10_000) }
    try start()
  }

  func start() throws {
    shell = try ChildProcess.start(
      Self.program, [], environment: environment, output: .nothing, errors: .nothing)
  }

  func stop() {
    shell?.signal(SIGTERM)
    shell?.wait()
    shell = nil
  }

  /// Whether it shows a desktop, which takes it seconds.
  func isThere() async -> Bool {
    for _ in 0..<60 {
      if PlasmaDesktop.all(environment)?.isEmpty == false { return true }
      try? await Task.sleep(for: .milliseconds(500))
    }
    return false
  }

  func pictures() -> NightPicture {
    NightPicture(
      .init(
        places: [.wallpaper], picture: folder("eye.svg"), note: folder("note"), environment: environment,
        sway: { nil }), warn: { _ in })
  }

  /// A picture of one color.
  func draw(_ color: String) throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#\(color)"/></svg>
      """
    try Files.replace(folder("eye.svg"), with: Array(text.utf8))
  }

  /// The color in the middle of the screen.
  var color: String {
    let look = "xwd -silent -root | python3 -c \"\(Self.middle)\""
    return (try? BuiltProgram(at: "/bin/sh").run(["-c", look], environment: environment).lines.first) ?? ""
  }

  /// Reads the pixel out of what xwd wrote (X Window Dump, version 7: 25 numbers, a name, colors, then rows).
  private static let middle = """
    import sys, struct
    d = sys.stdin.buffer.read()
    h = struct.unpack('>25I', d[:100])
    at = h[0] + h[19] * 12 + (h[5] // 2) * h[12] + (h[4] // 2) * h[11] // 8
    print(d[at:at + 3][::-1].hex())
    """

  deinit {
    stop()
    bus.signal(SIGTERM)
    bus.wait()
  }
}
