import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A server that is away for long: it is tried now and then, and the next sync brings all of the time over.
@Suite(.realParts, .serialized) struct SyncLongAbsenceTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  @Test func aServerThatIsAwayIsTriedWithPauses() async throws {
    let desk = try household.begin("desk")
    #expect(await eventually { desk.line == "live" })
    household.server.stop(SIGQUIT)
    #expect(await eventually { desk.line == "offline" })
    // Each try opens a database beside the file that is watched: that is not news of the household.
    let before = try processorTicks(of: desk.id)
    sleep(4)
    #expect(try processorTicks(of: desk.id) - before < 40)
    try household.server.start()
    #expect(await eventually { desk.line == "live" })
  }

  @Test func aWeekIsCaughtUpByOneSync() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop", "sync: { follow: true }")
    #expect(try desk("start", "work", "--minutes", "60").exitCode == 0)
    #expect(await eventually { laptop.state == "focusing" })
    household.server.stop(SIGQUIT)
    var speaker = try ControlClient(path: "\(desk.home)/control.sock")
    for _ in 0..<2000 { _ = try speaker.ask(Array(#"{"command":"extend","minutes":1}"#.utf8)) }
    try household.server.start()
    let now = Array(#"{"command":"sync-now"}"#.utf8)
    _ = try speaker.ask(now)
    #expect(desk.pending == 0)
    var listener = try ControlClient(path: "\(laptop.home)/control.sock")
    _ = try listener.ask(now)
    #expect(laptop.head(of: "desk") == desk.head(of: "desk"))
    let planned = desk.status?["planned_end"]?.string
    #expect(await eventually { planned != nil && laptop.status?["planned_end"]?.string == planned })
  }

  /// User and system time of a process in hundredths of a second (proc(5): fields 14 and 15 of stat).
  private func processorTicks(of process: Int32) throws -> Int {
    let text = String(decoding: try Files.read("/proc/\(process)/stat"), as: UTF8.self)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}
