import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import NightPicture

/// The eye on KDE's lock screen: the real programs that read and write its settings.
@Suite(.realParts) struct KDEPictureTests {
  private let folder = TemporaryFolder()

  private var environment: [String] {
    ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", "PATH=/usr/bin:/bin", "XDG_CURRENT_DESKTOP=KDE"]
  }

  private func pictures(_ places: Set<PicturePlace> = [.lockScreen]) -> NightPicture {
    NightPicture(
      .init(
        places: places, picture: "\(folder.path)/the eye.svg", note: folder("note"), environment: environment,
        sway: { nil }), warn: { _ in })
  }

  private var settings: String {
    (try? Files.read(folder("kscreenlockerrc"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static let own = """
    [Daemon]
    Timeout=7

    [Greeter]
    WallpaperPlugin=org.kde.color

    [Greeter][Wallpaper][org.kde.image][General]
    Image=file:///own.jpg

    """

  @Test("the lock screen shows the eye, and what it did before afterwards") func night() async throws {
    try Files.replace(folder("kscreenlockerrc"), with: Array(Self.own.utf8))
    let picture = pictures()
    await picture.show()
    for line in [
      "WallpaperPlugin=org.kde.image", "Image=file://\(folder.path)/the%20eye.svg", "FillMode=1", "Timeout=7",
    ] {
      #expect(settings.split(separator: "\n").contains { $0 == line }, "\(line): \(settings)")
    }
    let state = await picture.states().last
    #expect(state == PictureState(.lockScreen, .inForce, by: "kde", why: "as it was when the screen was locked"))
    await picture.giveBack()
    #expect(settings == Self.own)
    #expect(!Files.exists(folder("note")))
  }

  @Test("who never set it has nothing set afterwards, also after a crash") func crash() async {
    await pictures().show()
    #expect(settings.contains("the%20eye.svg"))
    await pictures([]).giveBack()
    #expect(!settings.contains("eye") && !settings.contains("FillMode") && !settings.contains("Color"), "\(settings)")
  }

  @Test("a desktop that does not answer is named") func nobody() async {
    let picture = pictures([.wallpaper])
    await picture.show()
    let state = await picture.states().first
    #expect(state == PictureState(.wallpaper, .unavailable, by: "kde", why: "Plasma does not answer"))
    #expect(!Files.exists(folder("note")))
  }
}
