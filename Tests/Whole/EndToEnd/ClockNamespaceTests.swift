import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real service in time namespaces, which anybody may make: no session ends early, no focus is credited that did
/// not pass, and what a lying clock recorded is healed at the next start.
@Suite(.realParts) struct ClockNamespaceTests {
  /// How the namespace shows itself to the service.
  enum Disguise: CaseIterable {
    /// As the kernel tells it.
    case open
    /// With a file over the kernel's that says that nothing is off.
    case hidden
  }

  private let folder = TemporaryFolder()

  /// The program, in a time namespace two hours ahead.
  private func ahead(_ disguise: Disguise) throws -> BuiltProgram {
    let cover =
      disguise == .open
      ? ""
      : """
      printf 'monotonic 0 0\\nboottime 0 0\\n' >'\(folder("offsets"))'
      mount --bind '\(folder("offsets"))' /proc/$$/timens_offsets
      """
    let script = """
      #!/bin/sh
      exec unshare -U --map-root-user -m --time --boottime 7200 --monotonic 0 --fork --kill-child \\
        /bin/sh '\(folder("inside"))' "$@"
      """
    try Files.replace(folder("inside"), with: Array("\(cover)\nexec '\(BuiltProgram.focuskey.path)' \"$@\"\n".utf8))
    try Files.replace(folder("ahead"), with: Array("\(script)\n".utf8), mode: 0o755)
    return BuiltProgram(at: folder("ahead"))
  }

  private func status(_ service: RunningService) throws -> JSONNode {
    try JSONDocument(try BuiltProgram.focuskey("status", "--json", "--home", service.home).output).root
  }

  private func focused(_ service: RunningService) throws -> Int64 {
    let status = try status(service)
    #expect(try JSONItem(#require(status["state"])).string() == "focusing")
    return try JSONItem(#require(status["focused_seconds"])).integer()
  }

  @Test("a service two hours ahead neither ends a session nor credits it", arguments: Disguise.allCases)
  func sessionGoesOn(disguise: Disguise) throws {
    let home = folder.path
    var service = try RunningService(home: home)
    #expect(try service("start", "work", "--minutes", "60").exitCode == 0)
    service.kill()
    service = try RunningService(home: home, program: try ahead(disguise))
    #expect(try focused(service) < 30)
    service.kill()
    service = try RunningService(home: home)
    #expect(try focused(service) < 30)
    service.stop()
  }

  @Test("what a service ahead left behind harms no later session", arguments: Disguise.allCases)
  func nothingIsLeft(disguise: Disguise) throws {
    let home = folder.path
    var service = try RunningService(home: home, program: try ahead(disguise))
    service.kill()
    service = try RunningService(home: home)
    #expect(try service("start", "work", "--minutes", "60").exitCode == 0)
    service.kill()
    service = try RunningService(home: home)
    #expect(try focused(service) < 30)
    service.stop()
  }
}
