import FocusPorts
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// Somebody cuts the write-ahead log of a running service with truncate(2): no name changes, no file is closed, and the
/// service goes on writing behind the hole.
@Suite(.realParts) struct CutLogTests {
  enum Deed: CaseIterable {
    case emptied, cutToItsHead, cutInTheMiddle, emptiedAndLengthened, cutAndLengthened, roomTakenAway

    func act(on path: String) throws {
      var status = stat()
      try #require(unsafe stat(path, &status) == 0)
      let length = status.st_size
      let steps: [off_t] =
        switch self {
        case .emptied: [0]
        case .cutToItsHead: [32]
        case .cutInTheMiddle: [32 + 4120]
        case .emptiedAndLengthened: [0, length]
        case .cutAndLengthened: [32 + 4120, length]
        case .roomTakenAway: [length - 4120]
        }
      for step in steps { try #require(unsafe truncate(path, step) == 0) }
    }
  }

  private let folder = TemporaryFolder()
  private var path: String { folder("log.sqlite") }

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  /// The numbers of the facts that a computer without power would find.
  private func left(_ name: String) throws -> [String] {
    for ending in ["", "-wal"] where Files.exists(path + ending) {
      try Files.replace(folder(name + ending), with: try Files.read(path + ending))
    }
    return try LogReader(path: folder(name)).bodies(after: 0, most: .max).map { $0.text }
  }

  private func tended(_ facts: [Fact]) async throws -> SQLiteLog {
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    for fact in facts { try await log.record([fact], settings: .shipped, at: fact.stamp.moment) }
    await log.tend()
    return log
  }

  @Test("it is noticed at one glance, and nothing is lost", arguments: Deed.allCases, [20, 400])
  func glance(deed: Deed, steps: Int) async throws {
    let facts = RandomDays.desk(seed: 21, steps: steps).log
    let log = try await tended(facts)
    await log.glance()
    #expect(log.incident == nil)
    let whole = try left("whole.sqlite")
    #expect(whole.count == facts.count)
    try deed.act(on: path + "-wal")
    await log.glance()
    #expect(try left("copy.sqlite") == whole)
    guard deed != .roomTakenAway else {
      // Nothing was lost by that: nobody is told.
      #expect(log.incident == nil)
      return
    }
    #expect(log.incident?.cause == .overwritten && log.incident?.word == "restored")
    // And again.
    try await log.record([facts[0]], settings: nil, at: facts[0].stamp.moment)
    try deed.act(on: path + "-wal")
    #expect(await log.probe()?.word == "restored")
    #expect(try left("again.sqlite").count == whole.count + 1)
  }

  @Test("what is recorded next is in the new file, after all before it", arguments: Deed.allCases)
  func record(deed: Deed) async throws {
    let facts = RandomDays.desk(seed: 22, steps: 300).log
    let log = try await tended(Array(facts.dropLast(9)))
    try deed.act(on: path + "-wal")
    for fact in facts.suffix(9) { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    #expect(try left("copy.sqlite").count == facts.count)
    let again = try open(folder("copy.sqlite"))
    _ = try await again.recall()
    let moment = try #require(facts.last).stamp.moment
    #expect(
      try await again.sessions(since: nil, until: nil, profile: nil)
        == log.sessions(since: nil, until: nil, profile: nil))
    #expect(try await again.statistics(at: moment) == log.statistics(at: moment))
  }

  @Test("a log that was killed before lost nothing to it either")
  func afterAKill() async throws {
    let facts = RandomDays.desk(seed: 23, steps: 300).log
    let log = try await tended(Array(facts.dropLast(5)))
    for ending in ["", "-wal"] {
      try Files.replace(folder("next.sqlite\(ending)"), with: try Files.read(path + ending))
    }
    withExtendedLifetime(log) {}
    let next = try open(folder("next.sqlite"))
    _ = try await next.recall()
    await next.beginTending()
    for fact in facts.suffix(5) { try await next.record([fact], settings: nil, at: fact.stamp.moment) }
    try Deed.emptied.act(on: folder("next.sqlite-wal"))
    #expect(await next.probe()?.word == "restored")
    #expect(try LogReader(path: folder("next.sqlite")).bodies(after: 0, most: .max).count == facts.count)
  }

  @Test("a file that was deleted after its write-ahead log was emptied keeps what is configured and going on")
  func emptiedAndDeleted() async throws {
    let desk = RandomDays.desk(seed: 24, steps: 30)
    let log = try await tended(desk.log)
    try Deed.emptied.act(on: path + "-wal")
    for ending in ["", "-wal", "-shm"] { try Files.remove(path + ending) }
    await log.look()
    #expect(log.incident?.word == "rebuilt")
    let again = try open(path)
    let recollection = try await again.recall()
    var machine = SessionMachine(settings: .shipped, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    #expect(machine.state == desk.machine.state)
  }
}
