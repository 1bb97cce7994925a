import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real service on a desktop with a real notification daemon.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct DesktopTests {
  let folder = TemporaryFolder()

  private func makeHome(_ configuration: String = "{}") throws -> String {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0, desktop: \(configuration)}".utf8))
    return folder("home")
  }

  @Test func aSessionIsAskedAboutAndEndedWithButtons() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let service = try RunningService(home: try makeHome(), environment: bus.variables)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await eventually { try dunst.shown() == 1 })
    #expect(try dunst.press("End"))
    #expect(try await eventually { try Self.asks(service) })
    #expect(try dunst.press("Keep going"))
    #expect(try await eventually { try !Self.asks(service) })
    #expect(try await eventually { try dunst.shown() == 0 })
    // The question comes from elsewhere; End it is there once its wait is over.
    #expect(try service("stop").exitCode == 0)
    #expect(try await eventually { try dunst.shown() == 1 })
    #expect(try await eventually(within: .seconds(20)) { try dunst.press("End it") })
    #expect(try await eventually { try service("status", "--format", "plain").output == "idle\n" })
    // That it ended, and that it was the first one.
    #expect(try await eventually { try dunst.shown() == 2 })
  }

  @Test func whatIsReachedIsToldOnce() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let home = try makeHome()
    var service = try RunningService(home: home, environment: bus.variables)
    let profiles = #"{ profiles: [{ id: "work", name: "Work", question: { wait: "1s", closes: "30s" } }] }"#
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    func endsASession() async throws -> Bool {
      #expect(try service("start", "work").exitCode == 0)
      #expect(try service("stop").exitCode == 0)
      return try await eventually { try service("confirm").exitCode == 0 }
    }
    func told() -> Int {
      daemon.lines.count { line in
        line.contains(#""title": "Achievement: The first session""#) && line.contains(#""text": "5 points.""#)
      }
    }
    #expect(try await endsASession())
    #expect(await eventually { told() == 1 }, "\(daemon.lines)")
    #expect(try service("rewards").lines.first == "Level 1, 5 points")
    service.kill()
    service = try RunningService(home: home, environment: bus.variables)
    #expect(try await endsASession())
    #expect(try await eventually { try service("stats", "--json").output.contains(#""sessions":2"#) })
    #expect(told() == 1)
    let log = String(decoding: try Files.read("\(home)/service.log"), as: UTF8.self)
    #expect(log.contains("Achievement: The first session, 5 points."))
  }

  @Test func whatAKilledServiceLeftIsAnsweredOrGoes() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let home = try makeHome()
    var service = try RunningService(home: home, environment: bus.variables)
    let profiles = #"{ profiles: [{ id: "work", name: "Work", question: { wait: "1s", closes: "6s" } }] }"#
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    #expect(try service("start", "work").exitCode == 0)
    // Which number it has, dunst says after it shows it.
    func isNoted() async -> Bool { await eventually { Files.exists("\(home)/desktop.shown") } }
    #expect(try service("stop").exitCode == 0)
    #expect(try await eventually { try dunst.shown() == 1 })
    #expect(await isNoted())
    service.kill()
    #expect(try dunst.shown() == 1)
    // The question is still open: it is in the same place, and its button leads to the service that is there.
    service = try RunningService(home: home, environment: bus.variables)
    #expect(try dunst.press("Keep going"))
    #expect(try await eventually { try !Self.asks(service) })
    #expect(try await eventually { try dunst.shown() == 0 })
    #expect(await eventually { !Files.exists("\(home)/desktop.shown") })

    #expect(try service("stop").exitCode == 0)
    #expect(try await eventually { try dunst.shown() == 1 })
    #expect(await isNoted())
    service.kill()
    // While nobody was there, the question closed by itself: what is left of it goes.
    try await Task.sleep(for: .seconds(6))
    #expect(try dunst.shown() == 1)
    service = try RunningService(home: home, environment: bus.variables)
    #expect(try await eventually { try dunst.shown() == 0 })
    #expect(try service("status", "--format", "plain").output.hasPrefix("work"))
  }

  @Test func aBreaksEndIsToldHalfAMinuteBefore() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let service = try RunningService(home: try makeHome(), environment: bus.variables)
    let profiles = #"{ profiles: [{ id: "work", name: "Work" }] }"#
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("break", "1").exitCode == 0)
    #expect(await eventually { daemon.lines.last?.contains(#""title": "Break until "#) == true })
    let began = ContinuousClock.now
    #expect(
      await eventually(within: .seconds(45)) {
        daemon.lines.last?.contains(#""title": "The break ends in 30 s""#) == true
      })
    #expect((29...32).contains((ContinuousClock.now - began).components.seconds))
    // In the place of the last, with the way back on it.
    #expect(daemon.lines.last?.contains(#""actions": ["resume", "Resume"]"#) == true)
    #expect(daemon.lines.allSatisfy { $0.contains(#""number": 1"#) })
    try daemon.act("invoke 1 resume")
    #expect(try await eventually { try service("status", "--format", "plain").output.hasPrefix("work") })
  }

  private static func asks(_ service: RunningService) throws -> Bool {
    try service("status", "--json").output.contains(#""opens_at""#)
  }

  @Test func aQuestionThatIsAnsweredElsewhereIsTakenAway() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let service = try RunningService(home: try makeHome(), environment: bus.variables)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { daemon.lines.last?.contains(#""title": "End Work?""#) == true })
    #expect(try service("keep").exitCode == 0)
    #expect(await eventually { daemon.lines.last == #"{"event": "close", "number": 1}"# })
    // Its own buttons are gone with it, and a refusal is told where the press was.
    try daemon.act("invoke 1 confirm")
    #expect(try service("resume").exitCode == 1)
    #expect(await eventually { daemon.lines.last?.contains(#""text": "You are not on a break.""#) == true })
    #expect(try service("status", "--format", "plain").output.hasPrefix("work"))
  }

  @Test func theDesktopIsQuietWhileThePersonFocusesAndIsGivenBackAfterACrash() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let music = try DesktopPart("player", "music", "Playing", on: bus, in: folder)
    let home = try makeHome("{doNotDisturb: true, pauseMedia: true}")
    func isQuiet() throws -> Bool { try dunst.ctl("is-paused").output == "true\n" }
    var service = try RunningService(home: home, environment: bus.variables)
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    #expect(try await eventually { try isQuiet() && music.lines == [#"{"event": "pause"}"#] })
    service.kill()
    service = try RunningService(home: home, environment: bus.variables)
    #expect(try isQuiet())
    #expect(try service("stop").exitCode == 0)
    #expect(
      try await eventually(within: .seconds(20)) { try service("confirm").exitCode == 0 })
    #expect(try await eventually { try !isQuiet() && music.lines.last == #"{"event": "play"}"# })
    #expect(await eventually { !Files.exists("\(home)/desktop.quiet") })
  }

  @Test func bannersOfGNOMEAreHiddenAndShownAgain() async throws {
    let schemas = "/usr/share/glib-2.0/schemas/org.gnome.desktop.notifications.gschema.xml"
    try ProgramShapeTests.require("gsettings")
    try #require(Files.exists(schemas), "gsettings-desktop-schemas: Sources/Setup/packages.sh tests")
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--gnome", on: bus, in: folder)
    // GNOME's settings in a file of the test, as its program keeps them where there is no dconf.
    let settings = ["GSETTINGS_BACKEND=keyfile", "XDG_CONFIG_HOME=\(folder("settings"))"]
    func banners() throws -> String {
      try BuiltProgram(at: "/usr/bin/gsettings").run(
        ["get", "org.gnome.desktop.notifications", "show-banners"], environment: bus.environment + settings
      ).output
    }
    let home = try makeHome("{doNotDisturb: true}")
    var service = try RunningService(
      home: home,
      environment: bus.variables.merging(
        ["GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder("settings")]) { $1 })
    #expect(try banners() == "true\n")
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await eventually { try banners() == "false\n" })
    service.kill()
    service = try RunningService(
      home: home,
      environment: bus.variables.merging(
        ["GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder("settings")]) { $1 })
    #expect(try banners() == "false\n")
    #expect(service.stop() == 0)
    #expect(try banners() == "true\n")
    #expect(daemon.lines.count >= 1)
  }

  @Test func withoutADesktopItIsToldOnceAndTheRestGoesOn() async throws {
    let service = try RunningService(home: try makeHome())
    for _ in 0..<3 {
      #expect(try service("start", "work").exitCode == 0)
      #expect(try service("stop").exitCode == 0)
      #expect(try service("keep").exitCode == 0)
    }
    service.stop()
    let log = String(decoding: try Files.read("\(folder("home"))/service.log"), as: UTF8.self)
    #expect(log.split(separator: "\n").filter { $0.contains("D-Bus") }.count == 1)
  }
}
