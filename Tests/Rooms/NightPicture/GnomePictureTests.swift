import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import NightPicture

/// The eye in GNOME's settings: the real program, with settings in a file.
@Suite(.realParts) struct GnomePictureTests {
  private let folder = TemporaryFolder()
  private let background = "org.gnome.desktop.background"
  private let screensaver = "org.gnome.desktop.screensaver"

  private var environment: [String] {
    [
      "HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", "GSETTINGS_BACKEND=keyfile", "PATH=/usr/bin:/bin",
      "LANG=C.UTF-8", "XDG_CURRENT_DESKTOP=ubuntu:GNOME",
    ]
  }

  private func pictures(_ places: Set<PicturePlace>) -> NightPicture {
    NightPicture(
      .init(
        places: places, picture: "\(folder.path)/the eye.svg", note: folder("note"), environment: environment,
        sway: { nil }), warn: { _ in })
  }

  private func setting(_ schema: String, _ key: String) throws -> String {
    try BuiltProgram(at: "/usr/bin/gsettings").run(["get", schema, key], environment: environment).lines.first ?? ""
  }

  private func set(_ schema: String, _ key: String, _ value: String) throws {
    let outcome = try BuiltProgram(at: "/usr/bin/gsettings").run(
      ["set", schema, key, value], environment: environment)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private var kept: String {
    (try? Files.read(folder("glib-2.0/settings/keyfile"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test("both wallpapers and the lock screen show the eye, and are as they were afterwards") func night() async throws {
    try set(background, "picture-uri", "'file:///own.jpg'")
    let before = try setting(screensaver, "picture-uri")
    let picture = pictures([.wallpaper, .lockScreen])
    await picture.show()
    let eye = "'file://\(folder.path)/the%20eye.svg'"
    for key in ["picture-uri", "picture-uri-dark"] { #expect(try setting(background, key) == eye) }
    #expect(try setting(screensaver, "picture-uri") == eye)
    #expect(try setting(background, "picture-options") == "'scaled'")
    let states = await picture.states()
    #expect(states.map(\.state) == [.inForce, .inForce])
    #expect(states.map(\.source) == ["gnome", "gnome"])
    await picture.giveBack()
    #expect(try setting(background, "picture-uri") == "'file:///own.jpg'")
    #expect(try setting(screensaver, "picture-uri") == before)
    // What the person never set is not set now either.
    #expect(!kept.contains("picture-uri-dark") && !kept.contains("picture-options"), "\(kept)")
    #expect(!Files.exists(folder("note")))
  }

  @Test("after a crash the next service gives back what the person did not change") func crash() async throws {
    try set(background, "picture-uri", "'file:///own.jpg'")
    try set(background, "picture-uri-dark", "'file:///own-dark.jpg'")
    await pictures([.wallpaper]).show()
    try set(background, "picture-uri-dark", "'file:///another.jpg'")
    let next = pictures([.wallpaper])
    await next.giveBack()
    #expect(try setting(background, "picture-uri") == "'file:///own.jpg'")
    #expect(try setting(background, "picture-uri-dark") == "'file:///another.jpg'")
    #expect(!Files.exists(folder("note")))
  }

  @Test("nothing is changed if what was there cannot be saved") func noNote() async throws {
    try set(background, "picture-uri", "'file:///own.jpg'")
    try Files.makeFolder(folder("note/taken"))
    let picture = pictures([.wallpaper])
    await picture.show()
    #expect(try setting(background, "picture-uri") == "'file:///own.jpg'")
    let state = await picture.states().first
    #expect(state?.state == .unavailable)
    #expect(state?.why?.hasPrefix("what was there before cannot be saved") == true)
  }

  @Test("other desktops say so") func others() async {
    let picture = NightPicture(
      .init(
        places: [.wallpaper], picture: folder("eye.svg"), note: folder("note"),
        environment: ["XDG_CURRENT_DESKTOP=LXQt"], sway: { nil }), warn: { _ in })
    await picture.show()
    let states = await picture.states()
    #expect(states.map(\.state) == [.unavailable, .off])
    #expect(states.first?.why == "only GNOME, KDE, Xfce and sway let FocusKey set it")
    #expect(!Files.exists(folder("note")))
  }
}
