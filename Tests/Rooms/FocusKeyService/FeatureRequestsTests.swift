import FeaturePorts
import FocusWire
import Nights
import RealParts
import SQLiteLog
import Sets
import Straying
import Study
import Syncing
import Tasking
import TestSupport
import Testing

/// The requests that features declare, as the service puts them into one table.
@Suite(.realParts) struct FeatureRequestsTests {
  /// The tables of the features that need no hardware.
  private func table(_ folder: TemporaryFolder) async throws -> RequestTable {
    let home = Home(folder: folder.path)
    try home.makeFolders()
    let log = try SQLiteLog(path: home.database, meaningOf: { _ in .fault("") })
    let engine = try await FocusEngine(
      log: log, shield: JournalShield(), clock: ManualClock(), settings: .shipped, zone: .utc,
      chance: { Entropy(high: 0, low: 0) })
    let tasks = TaskPlan(of: home, ServiceConfiguration(), log, .utc) { _ in nil }
    let inbox = SessionInbox(engine)
    return RequestTable(
      tasks.requests + StudyTable(home, .utc).requests(by: inbox) + NightReader(home, .utc).requests
        + StrayReader(home, .utc, past: { _, _ in .alone }).requests + CardLaps.requests(of: nil)
        + SetBeforeCamera(inbox, on: try EventLoop()).requests
        + HouseholdKeeper(home, .utc, SyncBell()).requests)
  }

  @Test func namesEachRequestOnceAndInTheContract() async throws {
    let names = try await table(TemporaryFolder()).names
    #expect(Set(names).count == names.count && names.count > 15)
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let contract = String(
      decoding: try Files.read(root + "/Sources/Documentation/Contract.md", limit: 1 << 20), as: UTF8.self)
    for name in names { #expect(contract.contains("`\(name)`") || contract.contains("\"\(name)\""), "\(name)") }
  }

  @Test(arguments: [
    (#"{"command":"cards","count":0}"#, "/count"), (#"{"command":"cards","count":51}"#, "/count"),
    (#"{"command":"strays","since":"monday"}"#, "/since"), (#"{"command":"move","reps":0}"#, "/reps"),
    (#"{"command":"task-add"}"#, ""), (#"{"command":"device-rename","name":1}"#, "/name"),
  ])
  func refusesAndNamesThePlace(_ line: String, _ place: String) async throws {
    let item = JSONItem(try JSONDocument(Array(line.utf8)).root)
    let table = try await table(TemporaryFolder())
    let request = try #require(table[item.node["command"]?.string ?? ""])
    let fault = #expect(throws: JSONShapeError.self) { try request.deed(item) }
    #expect(fault?.pointer.text == place)
  }

  @Test func answersAPartOfTheServiceToo() async throws {
    let answer = try await table(TemporaryFolder()).answer(
      to: StudyRequests.cards(nil, 1), at: Timestamp(milliseconds: 0))
    #expect(answer?.text.contains(#""cards":[]"#) == true)
    #expect(
      try await table(TemporaryFolder()).answer(to: StudyRequests.cards(nil, 99), at: .init(milliseconds: 0)) == nil)
  }
}
