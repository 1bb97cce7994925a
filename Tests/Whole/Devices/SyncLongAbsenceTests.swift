import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A server that is away for long: the next sync brings all of the time over.
@Suite(.realParts, .serialized) struct SyncLongAbsenceTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

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
}
