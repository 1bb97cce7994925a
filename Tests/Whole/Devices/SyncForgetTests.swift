import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A session that is forgotten on one device is forgotten on all, also on one that joins later.
@Suite(.realParts) struct SyncForgetTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func sessions(_ service: RunningService) throws -> [String] {
    try service("history", "--json").lines.compactMap { try JSONDocument($0).root["session"]?.string }
  }

  @Test func aSessionIsForgottenEverywhere() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    try desk.hurry("work")
    for _ in 0..<2 {
      #expect(try desk("start", "work").exitCode == 0 && desk("stop").exitCode == 0)
      #expect(await eventually { (try? desk("confirm").exitCode) == 0 })
    }
    #expect(await eventually { laptop.counted() == 2 })
    let ids = try sessions(desk)
    try #require(ids.count == 2)

    // Wished for on the other device, while the one that it was on is off.
    desk.stop()
    #expect(try laptop("forget", "--session", ids[0], "--yes").exitCode == 0)
    #expect(await eventually { laptop.counted() == 1 && laptop.pending == 0 })
    #expect(try laptop("forget", "--session", ids[0], "--yes").exitCode == 66)
    let again = try household.service("desk")
    #expect(try await eventually { try sessions(again) == [ids[1]] && again.counted() == 1 })

    let tablet = try household.join("tablet")
    #expect(await eventually { tablet.counted() == 1 })
    // Nothing goes round in circles.
    #expect(await eventually { again.pending == 0 && laptop.pending == 0 && tablet.pending == 0 })
    let head = again.head(of: "laptop")
    try await Task.sleep(for: .seconds(1))
    #expect(again.head(of: "laptop") == head && laptop.head(of: "desk") == again.head(of: "desk"))
    #expect(again.counted("--device", "desk") == 1 && tablet.counted("--device", "desk") == 1)
  }
}
