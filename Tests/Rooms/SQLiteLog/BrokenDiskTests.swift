import FaultyDisk
import FocusPorts
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// Each call to the disk fails once, and from then on: what was answered is there after a restart, what was refused is
/// not, and the status says what is so.
@Suite(.realParts, .serialized) struct BrokenDiskTests {
  enum Call: CaseIterable {
    case write, sync, truncate, open

    var number: faulty_call {
      switch self {
      case .write: FAULTY_WRITE
      case .sync: FAULTY_SYNC
      case .truncate: FAULTY_TRUNCATE
      case .open: FAULTY_OPEN
      }
    }
  }

  private let folder = TemporaryFolder()
  private let facts = RandomDays.desk(seed: 51, steps: 60).log

  init() throws { try #require(faulty_disk_install() == 0) }

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  private func arm(_ path: String, _ call: Call, _ number: Int, lasts: Bool, full: Bool = false) {
    unsafe faulty_disk_arm(path, call.number, Int32(number), lasts ? 1 : 0, full ? 1 : 0)
  }

  /// The facts that a service finds which starts after a kill.
  private func found(_ path: String) async throws -> [String] {
    let copy = folder("found.sqlite")
    for ending in ["", "-wal", "-shm", "-anchor"] { try Files.remove(copy + ending) }
    for ending in ["", "-wal", "-anchor"] where Files.exists(path + ending) {
      try Files.replace(copy + ending, with: try Files.read(path + ending))
    }
    let log = try open(copy)
    _ = try await log.recall()
    #expect(log.incident == nil, "\(log.incident?.sentence ?? "")")
    return try LogReader(path: copy).bodies(after: 0, most: .max).map { $0.text }
  }

  private func text(_ fact: Fact) -> String { String(decoding: fact.json.octets, as: UTF8.self) }

  @Test("what was answered is there, what was refused is not", arguments: Call.allCases, [false, true])
  func eachCall(call: Call, lasts: Bool) async throws {
    var number = 0
    var refusals = 0
    var seen: Int32 = .max
    while seen >= number {
      number += 1
      let path = folder("\(number).sqlite")
      let log = try open(path)
      _ = try await log.recall()
      await log.beginTending()
      var kept: [String] = []
      func record(_ facts: ArraySlice<Fact>) async throws {
        for fact in facts {
          do throws(LogError) {
            try await log.record([fact], settings: nil, at: fact.stamp.moment)
            kept.append(text(fact))
            #expect(log.incident == nil)
          } catch {
            refusals += 1
            #expect(log.incident?.word == "failed" && log.incident?.cause == .unwritable, "\(error)")
            if case .uncertain = error { Issue.record("\(call) \(number): \(error)") }
            #expect(try await found(path) == kept, "\(call) \(number), after a refusal")
          }
          if kept.count % 7 == 0 { await log.tend() }
        }
      }
      try await record(facts.prefix(3))
      arm(path, call, number, lasts: lasts)
      try await record(facts.dropFirst(3).prefix(12))
      seen = faulty_disk_disarm()
      #expect(try await found(path) == kept, "\(call) \(number)")
      // It goes on by itself once the disk is well.
      #expect(await log.probe() == nil)
      try await record(facts.dropFirst(15).prefix(2))
      #expect(try await found(path) == kept, "\(call) \(number), afterwards")
      try await log.noteStop(at: facts[0].stamp.moment)
      let again = try open(path)
      _ = try await again.recall()
      let left = try LogReader(path: path).bodies(after: 0, most: .max).map { $0.text }
      #expect(left == kept && again.incident == nil, "\(call) \(number), after a stop")
    }
    if call == .write || call == .sync { #expect(refusals > 5) }
  }

  @Test("where the disk takes nothing back either, the answer is that nobody knows")
  func uncertain() async throws {
    let path = folder("log.sqlite")
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    try await log.record([facts[0]], settings: nil, at: facts[0].stamp.moment)
    unsafe faulty_disk_arm(path, FAULTY_DEATH, 1, 1, 0)
    await #expect(throws: LogError.uncertain(detail: "disk I/O error (SQLite 1034, COMMIT)")) {
      try await log.record([facts[1]], settings: nil, at: facts[1].stamp.moment)
    }
    #expect(await log.probe()?.sentence.hasPrefix("The log cannot be written: ") == true)
    // The next one is refused for certain: nothing was tried.
    await #expect(throws: LogError.self) {
      try await log.record([facts[2]], settings: nil, at: facts[2].stamp.moment)
    }
    _ = faulty_disk_disarm()
    #expect(await log.probe() == nil)
    try await log.record([facts[3]], settings: nil, at: facts[3].stamp.moment)
    #expect(try await found(path) == [text(facts[0]), text(facts[3])])
  }

  @Test("a log that is opened on a broken disk is refused or whole", arguments: Call.allCases)
  func opening(call: Call) async throws {
    let path = folder("log.sqlite")
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    for fact in facts { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    let right = try await found(path)
    for ending in ["", "-wal", "-anchor"] { try Files.replace(folder("k\(ending)"), with: Files.read(path + ending)) }
    var number = 0
    var seen: Int32 = .max
    while seen >= number {
      number += 1
      let next = folder("\(number).sqlite")
      for ending in ["", "-wal", "-anchor"] { try Files.replace(next + ending, with: Files.read(folder("k\(ending)"))) }
      arm(next, call, number, lasts: false)
      do {
        let log = try open(next)
        _ = try await log.recall()
        await log.beginTending()
        #expect(log.incident?.word != "incomplete")
      } catch is LogError {}
      seen = faulty_disk_disarm()
      #expect(try await found(next) == right, "\(call) \(number)")
    }
    #expect(number > 1)
  }

  @Test("a write-ahead log that is torn anywhere holds what came before, and the start tells what it lacks")
  func torn() async throws {
    let path = folder("log.sqlite")
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    for fact in facts { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    await log.tend()
    let texts = facts.map { text($0) }
    let parts = try ["", "-wal", "-anchor"].map { try Files.read(path + $0) }
    let copy = folder("torn.sqlite")
    var shortest = Int.max
    for sector in stride(from: 0, to: parts[1].count, by: 512 * 23) {
      for ending in ["", "-wal", "-shm", "-anchor"] { try Files.remove(copy + ending) }
      // A sector that never reached the disk, and all after it.
      let wal = parts[1][..<sector] + [UInt8](repeating: 0, count: parts[1].count - sector)
      for (ending, octets) in zip(["", "-wal", "-anchor"], [parts[0], Array(wal), parts[2]]) {
        try Files.replace(copy + ending, with: octets)
      }
      let again = try open(copy)
      _ = try await again.recall()
      let left = try LogReader(path: copy).bodies(after: 0, most: .max).map { $0.text }
      #expect(left == Array(texts.prefix(left.count)))
      let lacking = texts.count - left.count
      #expect(again.incident?.word == (lacking > 0 ? "incomplete" : nil))
      if lacking > 1 { #expect(again.incident?.sentence.contains("\(lacking) entries") == true) }
      shortest = min(shortest, left.count)
    }
    #expect(shortest == 0)
  }
}
