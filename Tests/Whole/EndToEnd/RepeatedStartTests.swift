import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The same start, said several times at once: by a link that is opened twice, by an impatient hand.
@Suite(.realParts) struct RepeatedStartTests {
  private let folder = TemporaryFolder()

  @Test("Starts within the same second are one session, also after a kill.")
  func once() throws {
    try Files.replace(folder("config.json5"), with: Array("{ port: 0 }".utf8))
    var service = try RunningService(home: folder.path)
    let link = "https://focuskey.app/start?profile=work"
    let starts = try (0..<8).map { number in
      try ChildProcess.start(
        BuiltProgram.focuskey.path,
        (number % 2 == 0 ? ["open", link] : ["start", "work"]) + ["--home", folder.path], output: .nothing,
        errors: .nothing)
    }
    for start in starts { start.wait() }
    func sessions() throws -> [JSONNode] {
      try service("history", "--json").lines.map { try JSONDocument($0).root }
    }
    #expect(try sessions().count == 1)
    #expect(try sessions().first?["profile"]?.string == "work")
    #expect(try JSONDocument(try service("status", "--json").output).root["layers"]?.array?.count == 1)
    service.kill()
    service = try RunningService(home: folder.path)
    #expect(try sessions().count == 1)
    service.stop()
  }

  @Test("A schedule is in force again after a crash and a reboot, and ends at its own time.")
  func schedules() throws {
    let profiles = """
      { profiles: [{ id: "work", schedules: [{ id: "am", days: "weekdays", start: "09:00", end: "12:00" }] },
          { id: "study", schedules: [{ id: "mid", days: "every-day", start: "11:00", end: "11:30" }] }] }
      """
    let script = """
      2026-11-23T08:00:00+01:00 reboot 90m
      +0s expect state focusing
      +0s expect profile work
      +10m crash 5m
      +0s expect planned_end 2026-11-23T12:00:00+01:00
      +0s reboot 80m
      +0s expect layers.1 study
      +0s crash 30m
      +0s expect layers.1 null
      +0s reboot 40m
      +0s expect state idle
      +21h look
      +0s expect state focusing
      """
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    let outcome = try BuiltProgram.focuskey.run([
      "simulate", folder("script"), "--profiles", folder("profiles.json5"), "--zone", "Europe/Berlin",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
