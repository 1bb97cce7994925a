import Glibc
import LinuxRuntime
import RealParts
import RealScreens
import TestSupport
import Testing

@testable import NightPicture

/// A photograph of what a sway without a screen shows.
struct Photograph {
  private let width: Int
  private let height: Int
  private let pixels: ArraySlice<UInt8>

  init?(of sway: HeadlessSway) {
    let path = sway.folder("photograph-\(SinceBoot.milliseconds)")
    defer { unsafe unlink(path) }
    guard (try? sway.crowd.run("/usr/bin/grim", "-t", "ppm", path)) == 0, let file = try? Files.read(path) else {
      return nil
    }
    // "P6", the width and height, 255: a line each; then three numbers a pixel.
    let lines = file.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4 else { return nil }
    let size = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard size.count == 2, lines[3].count == size[0] * size[1] * 3 else { return nil }
    (width, height, pixels) = (size[0], size[1], lines[3])
  }

  /// The color at a place, from 0 to 1 each way, as `RRGGBB`.
  func color(_ x: Double, _ y: Double) -> String {
    let place = pixels.startIndex + (Int(y * Double(height - 1)) * width + Int(x * Double(width - 1))) * 3
    return pixels[place..<place + 3].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether it is of one color from edge to edge.
  func isAll(_ color: String) -> Bool {
    [(0.01, 0.01), (0.5, 0.5), (0.5, 0.2), (0.99, 0.5)].allSatisfy { self.color($0.0, $0.1) == color }
  }

  /// Whether it is the eye on black: a pupil in the middle, the white of the eye beside it.
  var isEye: Bool { color(0.01, 0.01) == "000000" && color(0.5, 0.5) != "000000" && color(0.34, 0.5) > "c00000" }
}

/// The eye as wallpaper of a real sway, photographed; its lock screen; GNOME's settings.
@Suite(.realParts, .serialized) struct NightPictureTests {
  private let folder = TemporaryFolder()

  /// An eye: a white ball with a dark pupil, and a lid that tells one from another.
  private func draw(_ path: String, lid: String = "ffffff") throws {
    let picture = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><circle cx="100" cy="100" r="92" fill="#fbfafa"/>\
      <circle cx="100" cy="100" r="15" fill="#141820"/><rect x="80" y="20" width="40" height="30" fill="#\(lid)"/></svg>
      """
    try Files.replace(path, with: Array(picture.utf8), mode: 0o644)
  }

  private func pictures(
    of sway: HeadlessSway, _ places: Set<PicturePlace>, variables: [String] = []
  ) -> NightPicture {
    NightPicture(
      .init(
        places: places, picture: sway.folder("eye.svg"), note: sway.folder("note"),
        environment: ["PATH=/usr/bin:/bin"] + variables, sway: { [socket = sway.socket] in socket }), warn: { _ in })
  }

  private func shows(_ sway: HeadlessSway, _ isRight: (Photograph) -> Bool) async -> Bool {
    await eventually { Photograph(of: sway).map(isRight) ?? false }
  }

  private func state(_ picture: NightPicture, _ place: PicturePlace) async -> PictureState? {
    await picture.states().first { $0.place == place }
  }

  @Test("the wallpaper is the eye at night, a new one when it is drawn again, and the person's own in the morning")
  func wallpaper() async throws {
    let sway = try HeadlessSway()
    try draw(sway.folder("eye.svg"))
    try sway.say("output * bg #204080 solid_color")
    #expect(await shows(sway) { $0.isAll("204080") })
    let picture = pictures(of: sway, [.wallpaper])
    #expect(await state(picture, .wallpaper)?.state == .off)
    await picture.show()
    #expect(await shows(sway) { $0.isEye })
    #expect(await state(picture, .wallpaper) == PictureState(.wallpaper, .inForce, by: "sway"))
    try draw(sway.folder("eye.svg"), lid: "ff0000")
    await picture.show()
    #expect(await shows(sway) { $0.isEye && $0.color(0.5, 0.17) == "ff0000" })
    await picture.giveBack()
    #expect(await shows(sway) { $0.isAll("204080") })
    #expect(!Files.exists(sway.folder("note")))
  }

  @Test("after a crash the next service gives the wallpaper back") func crash() async throws {
    let sway = try HeadlessSway()
    try draw(sway.folder("eye.svg"))
    try draw(sway.folder("own.svg"), lid: "00ff00")
    try sway.say("output * bg \(sway.folder("own.svg")) stretch")
    #expect(await shows(sway) { $0.color(0.5, 0.17) == "00ff00" })
    // This one is never asked to give anything back.
    await pictures(of: sway, [.wallpaper]).show()
    #expect(await shows(sway) { $0.isEye && $0.color(0.5, 0.17) == "ffffff" })
    let next = pictures(of: sway, [])
    await next.giveBack()
    // Stretched again: the eye is whole, and black there.
    #expect(await shows(sway) { $0.color(0.5, 0.17) == "00ff00" && $0.color(0.1, 0.5) > "c00000" })
    #expect(!Files.exists(sway.folder("note")))
  }

  @Test("what the person chose during the night stays") func ownChoice() async throws {
    let sway = try HeadlessSway()
    try draw(sway.folder("eye.svg"))
    try sway.say("output * bg #204080 solid_color")
    let picture = pictures(of: sway, [.wallpaper])
    #expect(await eventually { SwayBackgroundProcess.find(of: sway.socket) != nil })
    await picture.show()
    #expect(await shows(sway) { $0.isEye })
    try sway.say("output * bg #00ff00 solid_color")
    #expect(await shows(sway) { $0.isAll("00ff00") })
    // A minute later the eye is drawn again, and nobody sees it.
    await picture.show()
    #expect(await state(picture, .wallpaper)?.why == "you changed it this night")
    await picture.giveBack()
    #expect(await shows(sway) { $0.isAll("00ff00") })
  }

  @Test("a sway without wallpaper has none again") func noWallpaper() async throws {
    let sway = try HeadlessSway()
    try draw(sway.folder("eye.svg"))
    let picture = pictures(of: sway, [.wallpaper])
    await picture.show()
    #expect(await shows(sway) { $0.isEye })
    await picture.giveBack()
    #expect(await eventually { SwayBackgroundProcess.find(of: sway.socket) == nil })
  }

  @Test("swaylock shows the eye, and the person's file is back in the morning") func lockScreen() async throws {
    let sway = try HeadlessSway()
    try draw(sway.folder("eye.svg"))
    let file = folder("swaylock/config")
    let own = "# mine\nimage=\(sway.folder("own.svg"))\nignore-empty-password\n"
    try Files.makeFolder(folder("swaylock"))
    try Files.replace(file, with: Array(own.utf8), mode: 0o640)
    let variables = ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)"]
    let picture = pictures(of: sway, [.lockScreen], variables: variables)
    await picture.show()
    #expect(await state(picture, .lockScreen)?.state == .inForce)
    let lock = try ChildProcess.start(
      "/usr/bin/swaylock", [],
      environment: sway.variables + variables, output: .nothing, errors: .nothing)
    #expect(await shows(sway) { $0.isEye })
    lock.signal(SIGKILL)
    lock.wait()
    await picture.giveBack()
    #expect(try String(decoding: Files.read(file), as: UTF8.self) == own)
    var found = stat()
    #expect(unsafe stat(file, &found) == 0 && found.st_mode & 0o777 == 0o640)
    // Where there was none there is none, and an edit of the night stays.
    try Files.remove(file)
    await picture.show()
    #expect(Files.exists(file))
    await picture.giveBack()
    #expect(!Files.exists(file))
    await picture.show()
    try Files.replace(file, with: Array(own.utf8))
    await picture.giveBack()
    #expect(try String(decoding: Files.read(file), as: UTF8.self) == own)
  }
}
