import FocusPorts
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// What is done for a log between two records, so that the next one need not wait for it.
@Suite(.realParts) struct TendingTests {
  let folder = TemporaryFolder()

  private func open(_ name: String) throws -> SQLiteLog {
    try SQLiteLog(path: folder(name)) { _ in .fault("no links") }
  }

  private func tended() async throws -> SQLiteLog {
    let log = try open("log.sqlite")
    _ = try await log.recall()
    await log.beginTending()
    return log
  }

  /// How many octets the write-ahead log of a file takes.
  private func length(of name: String) -> Int64 {
    var status = stat()
    return unsafe stat(folder("\(name)-wal"), &status) == 0 ? Int64(status.st_size) : 0
  }

  @Test("a record writes over what is there: the write-ahead log does not grow by it")
  func room() async throws {
    let log = try await tended()
    let facts = RandomDays.desk(seed: 7, steps: 150).log
    let first = length(of: "log.sqlite")
    var grown = 0
    for fact in facts {
      let before = length(of: "log.sqlite")
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
      if length(of: "log.sqlite") > before { grown += 1 }
      await log.tend()
    }
    #expect(grown == 0)
    // A page or more for each record: the first room was used up, and more was made.
    #expect(facts.count > 100 && length(of: "log.sqlite") > first)
  }

  @Test("a long write-ahead log goes into the file, and is used again from its beginning")
  func length() async throws {
    let log = try await tended()
    let facts = RandomDays.desk(seed: 8, steps: 1500).log
    var longest: Int64 = 0
    for fact in facts {
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
      longest = max(longest, length(of: "log.sqlite"))
    }
    // Twice what SQLite lets it grow to by itself, if the keeper is late.
    #expect(longest > 264_000 && longest < 2 * 1000 * 4120)
    #expect(facts.count > 1000)
  }

  @Test("a computer that loses its power finds every fact, with the room that was made behind them")
  func power() async throws {
    let log = try await tended()
    let facts = RandomDays.desk(seed: 9, steps: 60).log
    for (number, fact) in facts.enumerated() {
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
      if number % 7 == 0 { await log.tend() }
    }
    for ending in ["", "-wal"] {
      try Files.replace(folder("copy.sqlite\(ending)"), with: try Files.read(folder("log.sqlite\(ending)")))
    }
    let copy = try open("copy.sqlite")
    #expect(try await copy.recall().facts == facts)
  }

  @Test("what a stranger writes to the file is noticed by the next record, also while he keeps it open")
  func stranger() async throws {
    let log = try await tended()
    let facts = RandomDays.desk(seed: 14, steps: 20).log
    for fact in facts.dropLast() { try await log.record([fact], settings: .shipped, at: fact.stamp.moment) }
    // All of it is in the file itself.
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([
      folder("log.sqlite"), "PRAGMA wal_checkpoint(TRUNCATE)",
    ])
    #expect(outcome.output.first == "0")
    await log.tend()
    #expect(log.incident == nil)
    let file = try Descriptor.open(folder("log.sqlite"), O_WRONLY)
    try Files.write([UInt8](repeating: 7, count: 9000), to: file.number)
    let last = try #require(facts.last)
    try await log.record([last], settings: nil, at: last.stamp.moment)
    #expect(log.incident?.cause == .overwritten && log.incident?.word == "rebuilt")
    let again = try open("log.sqlite")
    #expect(try await again.recall().facts == facts)
    withExtendedLifetime(file) {}
  }

  @Test("nothing is written to a log that is at rest, or not in its place")
  func rest() async throws {
    let log = try await tended()
    let desk = RandomDays.desk(seed: 10, steps: 20)
    for fact in desk.log { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    try Files.remove(folder("log.sqlite-wal"))
    await log.tend()
    #expect(!Files.exists(folder("log.sqlite-wal")))
    try await log.noteStop(at: desk.now)
    await log.tend()
    #expect(length(of: "log.sqlite") == 0)
  }

  /// Such as what a session's end is counted from, while the service stops.
  @Test func whoReadsWhileItStopsLeavesNothingBesideIt() async throws {
    let log = try await tended()
    let desk = RandomDays.desk(seed: 10, steps: 20)
    for fact in desk.log { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    let reader = try LogReader(path: folder("log.sqlite"))
    try await log.noteStop(at: desk.now)
    #expect(Files.exists(folder("log.sqlite-wal")))
    #expect(try reader.holdsAnything())
    end(reader)
    await log.leaveOneFile()
    #expect(!Files.exists(folder("log.sqlite-wal")) && !Files.exists(folder("log.sqlite-shm")))
    withExtendedLifetime(log) {}
  }

  private func end(_ reader: consuming LogReader) {}
}
