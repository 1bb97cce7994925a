import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A night on a fresh computer, from the setting of the bedtime on: the real service on a real screen with a pointer.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct NightBedtimeTests {
  private let folder = TemporaryFolder()

  private func makeHome() throws -> String {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    return folder("home")
  }

  private static let nowhere: [String: String?] = [
    "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
    "TZ": "UTC",
  ]

  /// A time of day in UTC, some minutes from now.
  private func clock(_ minutes: Int) -> String {
    let minute = (Int(time(nil)) / 60 + minutes) % 1440
    let (hour, rest) = (minute / 60, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
  }

  private func night(_ service: RunningService) throws -> JSONNode? {
    try JSONDocument(try service("status", "--json").output).root["night"]
  }

  private func input(_ service: RunningService) throws -> String? {
    let signals = try JSONDocument(try service("signals", "--json").output).root["signals"]?.array ?? []
    return signals.first { $0["name"]?.string == "input" }?["state"]?.string
  }

  @Test("Setting a bedtime turns on what notices use, and says what that is; a pointer that moves now and then is use.")
  func aFreshHomeNoticesItsNight() async throws {
    let screen = try HiddenScreen()
    var places = Self.nowhere
    places["DISPLAY"] = screen.name
    let service = try RunningService(home: try makeHome(), environment: places)
    #expect(try input(service) == "off")
    let set = try service("night", "bedtime", clock(-2), clock(120))
    #expect(set.exitCode == 0)
    #expect(set.errors.contains("use in these hours is noticed"))
    #expect(try input(service) == "in-force")
    #expect(try await eventually { try night(service)?["noticed"]?.bool == true })
    var minutes: [Int64] = []
    for step in 1...14 {
      _ = try ChildProcess.start(
        "/usr/bin/xdotool", ["mousemove", "\(step * 10)", "10"],
        environment: ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin"], output: .nothing, errors: .nothing
      ).wait()
      // Longer than a source waits until it calls that idle.
      try await Task.sleep(for: .seconds(11))
      minutes.append(try night(service)?["minutes"]?.integer ?? -1)
      if minutes.last == 2 { break }
    }
    #expect(minutes.last == 2 && minutes == minutes.sorted(), "\(minutes)")
    #expect(try night(service)?["awake"]?.bool == true)
    #expect(try service("night", "bedtime", "off").exitCode == 0)
    #expect(try night(service)?.isNull == true)
    #expect(try await eventually { try input(service) == "off" })
  }

  @Test("Where nothing can watch for input, every mouth says not noticed, and never that the computer was at rest.")
  func whatNobodySeesIsNotRest() throws {
    let service = try RunningService(home: try makeHome(), environment: Self.nowhere)
    let set = try service("night", "bedtime", clock(-2), clock(120))
    #expect(set.errors.contains("not noticed here"))
    #expect(try night(service)?["noticed"]?.bool == false)
    let status = try service("status")
    #expect(status.output.contains("use is not noticed"))
    let up = try service("up")
    #expect(up.output.contains("was not noticed"))
    #expect(!up.output.contains("not used"))
    let shown = try JSONDocument(try service("night", "--json").output).root
    #expect(shown["noticed"]?.bool == false)
    #expect(try service("night").output.contains("not noticed"))
    // The times have to be times, and both are needed.
    #expect(try service("night", "bedtime", "soon", "07:00").exitCode == 65)
    #expect(try service("night", "bedtime", "23:00").exitCode == 64)
  }
}
