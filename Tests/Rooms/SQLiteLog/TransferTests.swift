import FocusPorts
import FocusWire
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// A log as text, out and in.
@Suite(.realParts) struct TransferTests {
  private func log(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  private func lines(_ path: String) throws -> [String] {
    var lines: [String] = []
    try LogReader(path: path).lines(orThrow: { $0 }) { line throws(LogError) in lines.append(line) }
    return lines
  }

  private func take(_ lines: [String], into path: String) throws(LogImportError) -> (facts: Int, settings: Int) {
    var work: LogImport
    do throws(LogError) {
      work = try LogImport(path: path, zone: .utc) { _ in .fault("no links here") }
    } catch {
      throw .log(error)
    }
    for line in lines { try work.importLine(Array(line.utf8)) }
    return try work.finish()
  }

  private func filled(_ path: String, seed: UInt64 = 3, steps: Int = 250) async throws -> Desk {
    let desk = RandomDays.desk(seed: seed, steps: steps)
    let log = try log(path)
    try await log.record([], settings: .shipped, at: desk.log[0].stamp.moment)
    for fact in desk.log { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    try await log.record([], settings: desk.machine.settings, at: desk.now)
    try await log.noteStop(at: desk.now)
    return desk
  }

  @Test("out, in and out again: every octet the same, and the state too", arguments: 1...3 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) async throws {
    let folder = TemporaryFolder()
    let desk = try await filled(folder("one.sqlite"), seed: seed)
    let first = try lines(folder("one.sqlite"))
    let counts = try take(first, into: folder("two.sqlite"))
    #expect(counts == (desk.log.count, 2))
    #expect(try lines(folder("two.sqlite")) == first)
    let (one, two) = (try log(folder("one.sqlite")), try log(folder("two.sqlite")))
    let (old, new) = (try await one.recall(), try await two.recall())
    #expect(new.settings == old.settings)
    #expect(new.lastAlive == desk.now)
    #expect(new.checkpoint?.ledger == old.checkpoint?.ledger || new.checkpoint != nil)
    #expect(
      try await two.sessions(since: nil, until: nil, profile: nil) == one.sessions(since: nil, until: nil, profile: nil)
    )
    #expect(try await two.statistics(at: desk.now) == one.statistics(at: desk.now))
    #expect(try Files.names(inFolder: folder.path).filter { $0.hasPrefix("two") }.count >= 1)
  }

  @Test("a session under way goes over as it stands")
  func underWay() async throws {
    let folder = TemporaryFolder()
    var desk = Desk(.shipped)
    desk.start("work", minutes: 300)
    desk.pass(.minutes(40))
    desk.ask(.takeBreak(minutes: 5))
    let source = try log(folder("one.sqlite"))
    try await source.record(desk.log, settings: desk.machine.settings, at: desk.now)
    _ = try take(try lines(folder("one.sqlite")), into: folder("two.sqlite"))
    let recollection = try await log(folder("two.sqlite")).recall()
    var machine = SessionMachine(settings: .shipped, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    #expect(machine.state == desk.machine.state)
  }

  @Test("an export is that of one moment, while the log goes on")
  func oneMoment() async throws {
    let folder = TemporaryFolder()
    let desk = try await filled(folder("one.sqlite"), steps: 60)
    let log = try log(folder("one.sqlite"))
    _ = try await log.recall()
    let export = try LogReader(path: folder("one.sqlite"))
    var count = 0
    var last = ""
    try export.lines(orThrow: { $0 }) { line throws(LogError) in
      count += 1
      last = line
    }
    try await log.record([desk.log[0]], settings: nil, at: desk.now)
    #expect(last == LogLine.end(facts: desk.log.count, settings: 2).json.text)
    #expect(try lines(folder("one.sqlite")).count == count + 1)
  }

  @Test("what is wrong anywhere refuses all of it")
  func refusals() async throws {
    let folder = TemporaryFolder()
    _ = try await filled(folder("one.sqlite"), steps: 40)
    let good = try lines(folder("one.sqlite"))
    func fault(_ change: (inout [String]) -> Void) -> LogImportError? {
      var lines = good
      change(&lines)
      let path = folder("\(Int.random(in: 0...Int.max)).sqlite")
      do throws(LogImportError) { _ = try take(lines, into: path) } catch { return error }
      return nil
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0.removeFirst() } == .notAnExport)
    #expect(fault { $0 = [] } == .notAnExport)
    #expect(fault { $0 = ["{\"profiles\":[]}"] } != nil)
    #expect(fault { $0.removeLast() } == .cutOff)
    #expect(fault { $0.append($0[0]) } == .behindTheEnd)
    #expect(fault { $0.insert($0[0], at: 2) } == .secondHead)
    let facts = good.filter { $0.contains("\"fact\"") }.count
    #expect(
      fault { $0.remove(at: 5) }
        == .incomplete(facts: facts, settings: 2, foundFacts: facts - 1, foundSettings: 2))
    let spoilt: [(String, String)] = [
      ("\"fact\":\"recovered\"", "\"fact\":\"recoverd\""), ("\"tick\":", "\"tik\":"), ("\"v\":1", "\"v\":99"),
      ("\"profiles\"", "\"profile\""), ("{\"alive\"", "{\"alive"), ("\"why\":\"completed\"", "\"why\":\"complete\""),
    ]
    for (old, new) in spoilt {
      let index = good.firstIndex { $0.contains(old) } ?? 0
      let found = fault { $0[index] = $0[index].replacing(old, with: new, maxReplacements: 1) }
      guard case .line = found else {
        Issue.record("\(old) as \(new): \(String(describing: found))")
        continue
      }
    }
  }

  @Test("nothing is no log, and another program's file is refused")
  func notOurs() throws {
    let folder = TemporaryFolder()
    #expect(throws: LogError.self) { _ = try LogReader(path: folder("none.sqlite")) }
    #expect(!Files.exists(folder("none.sqlite")))
    _ = try BuiltProgram(at: "/usr/bin/sqlite3").run([folder("wine.sqlite"), "CREATE TABLE wine (name)"])
    #expect(throws: LogError.notOurs(path: folder("wine.sqlite"))) { _ = try LogReader(path: folder("wine.sqlite")) }
  }

  @Test("a log is nobody else's to read")
  func rights() async throws {
    let folder = TemporaryFolder()
    _ = try log(folder("log.sqlite"))
    let outcome = try BuiltProgram(at: "/usr/bin/stat").run(["-c", "%a", folder("log.sqlite")])
    #expect(outcome.output == "600\n")
  }
}
