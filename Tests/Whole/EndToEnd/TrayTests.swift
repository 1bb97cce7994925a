import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real service in a tray.
@Suite(.realParts, .timeLimit(.minutes(2))) struct TrayTests {
  let folder = TemporaryFolder()

  /// What the tray shows now.
  private func look(_ tray: DesktopPart) async throws -> JSONNode {
    let count = tray.lines.filter { $0.contains(#""face""#) }.count
    try tray.act("look")
    #expect(await eventually { tray.lines.filter { $0.contains(#""face""#) }.count > count })
    return try JSONDocument(try #require(tray.lines.last { $0.contains(#""face""#) })).root
  }

  private func lines(_ face: JSONNode) -> [String] { (face["menu"]?.array ?? []).compactMap { $0.array?[1].string } }

  private func choose(_ words: String, in tray: DesktopPart) async throws {
    let line = try #require(try await look(tray)["menu"]?.array?.first { $0.array?[1].string == words }, "\(words)")
    guard case .integer(let number)? = line.array?[0].content else { return }
    try tray.act("click \(number)")
  }

  @Test func aSessionIsStartedRestedAndKeptFromTheTray() async throws {
    let bus = try PrivateBus(in: folder)
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: folder("home"), environment: bus.variables)
    #expect(try await eventually { try service("status", "--json").output.contains(#""tray":"no-tray""#) })
    #expect(try service("doctor", "--json").output.contains("tray-missing"))
    let profiles = #"{ profiles: [{ id: "work", name: "Work", breaks: { minutes: 5, perSession: 3 } }] }"#
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    let tray = try DesktopPart("tray", on: bus, in: folder)
    #expect(await eventually { tray.lines.contains { $0.contains("registered") } })
    let idle = try await look(tray)
    #expect(idle["title"]?.string == "FocusKey: No session" && idle["status"]?.string == "Active")
    #expect(idle["sizes"]?.array?.count == 2 && idle["same"]?.bool == true)
    #expect(lines(idle) == ["No session", "-", "Start Work", "Start Study", "Start Sleep", "-", "Open FocusKey"])

    try await choose("Start Work", in: tray)
    func state() throws -> String? { try JSONDocument(try service("status", "--json").output).root["state"]?.string }
    #expect(try await eventually { try state() == "focusing" })
    #expect(await eventually { tray.lines.contains { $0.contains("LayoutUpdated") } })
    let focusing = try await look(tray)
    #expect(focusing["title"]?.string?.hasPrefix("FocusKey: Work since ") == true)
    #expect(lines(focusing).contains("Take a break") && lines(focusing).contains("End…"), "\(lines(focusing))")
    try await choose("End…", in: tray)
    #expect(try await eventually { try await look(tray)["status"]?.string == "NeedsAttention" })
    try await choose("Keep going", in: tray)
    #expect(try await eventually { try await look(tray)["status"]?.string == "Active" })
    try await choose("Take a break", in: tray)
    #expect(try await eventually { try state() == "break" })
    try await choose("Resume", in: tray)
    #expect(try await eventually { try state() == "focusing" })
    #expect(try service("status", "--json").output.contains(#""tray":"shown""#))
    #expect(service.stop() == 0)
  }
}
