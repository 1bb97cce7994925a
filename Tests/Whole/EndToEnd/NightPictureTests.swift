import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real service at night, with GNOME's settings in a file.
@Suite(.realParts) struct NightPictureServiceTests {
  private let folder = TemporaryFolder()

  private var desktop: [String: String?] {
    ["XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder("settings")]
  }

  private var wallpaper: String {
    get throws {
      try BuiltProgram(at: "/usr/bin/gsettings").run(
        ["get", "org.gnome.desktop.background", "picture-uri"], environment: TrialEnvironment.lines(desktop)
      ).lines.first ?? ""
    }
  }

  private func makeHome(_ configuration: String) throws {
    try Files.replace(folder("config.json5"), with: Array(configuration.utf8))
    // A night that lasts for hours yet, whenever this runs.
    let hour = (try BuiltProgram(at: "/bin/date").run(["+%H"]).lines.first).flatMap { Int($0) } ?? 0
    let hours = [23, 3].map { "\((hour + $0) % 24):00" }.map { $0.count < 5 ? "0\($0)" : $0 }
    let bedtime = "{ bedtime: { from: \"\(hours[0])\", to: \"\(hours[1])\" } }"
    try Files.replace(folder("bedtime.json5"), with: Array(bedtime.utf8))
    let outcome = try BuiltProgram(at: "/usr/bin/gsettings").run(
      ["set", "org.gnome.desktop.background", "picture-uri", "'file:///own.jpg'"],
      environment: TrialEnvironment.lines(desktop))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func places(_ service: RunningService) throws -> [JSONNode] {
    let outcome = try service("night", "picture", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONDocument(outcome.output).root["pictures"]?.array ?? []
  }

  @Test("the wallpaper is back in the morning, also after a crash, and when the service stops") func crash()
    async throws
  {
    try makeHome("{ port: 0, desktop: { nightWallpaper: true } }")
    var service = try RunningService(home: folder.path, environment: desktop)
    #expect(try places(service).map { $0["state"]?.string } == ["off", "off"])
    let imported = try service("profile", "import", folder("bedtime.json5"))
    #expect(imported.output == "Imported 0 profiles and the bedtime.\n", "\(imported.errors)")
    #expect(try service("profile", "export").output.contains("\"bedtime\""))
    let eye = "'file://\(folder("eye.svg"))'"
    #expect(await eventually { (try? wallpaper) == eye })
    #expect(await eventually { (try? places(service).first?["state"]?.string) == "in-force" })
    service.kill()
    #expect(try wallpaper == eye)
    service = try RunningService(home: folder.path, environment: desktop)
    #expect(await eventually { (try? places(service).first?["state"]?.string) == "in-force" })
    #expect(service.stop() == 0)
    #expect(try wallpaper == "'file:///own.jpg'")
    service = try RunningService(home: folder.path, environment: desktop)
    #expect(await eventually { (try? wallpaper) == eye })
    #expect(try service("up").exitCode == 0)
    #expect(await eventually { (try? wallpaper) == "'file:///own.jpg'" })
    #expect(try places(service).first?["why"]?.string == "shown only at night")
    service.stop()
  }

  @Test("what cannot be shown here is said by the command and the doctor") func truth() throws {
    try makeHome("{ port: 0, desktop: { nightLockScreen: true } }")
    let nobody = try BuiltProgram.focuskey.run(["night", "picture", "--home", folder.path])
    #expect(nobody.exitCode == 69)
    let service = try RunningService(home: folder.path, environment: ["XDG_CURRENT_DESKTOP": "LXQt"])
    let outcome = try service("night", "picture")
    #expect(outcome.lines.last == "Lock screen: unavailable: only GNOME, KDE, Xfce and sway let FocusKey set it")
    #expect(try service("doctor").output.contains("the night's eye cannot be shown on the lock screen"))
    service.stop()
  }
}
