package import FocusPorts
package import FocusWire
internal import Glibc
internal import LinuxRuntime
internal import SQLiteFiles

/// Makes a log from the lines of another one, in a file of its own: what is refused leaves nothing behind, and what is
/// whole can be put in a log's place by one renaming.
package struct LogImport: ~Copyable {
  private let path: String
  private let meaning: (String) -> LinkMeaning
  private let database: Connection
  private var table: FactTable
  private var projection: Projection
  private var waiting: [(fact: Fact, body: [UInt8])]
  private var stage = Stage.head
  private var counts = (facts: 0, settings: 0)

  private enum Stage {
    case head
    case body
    case over
  }

  /// How many facts go into one transaction: few enough for memory, enough for few syncs.
  private static let portion = 10_000

  /// Begins a file where none exists yet; `zone` decides which day focus is counted on.
  package init(
    path: String, zone: CivilZone, meaningOf meaning: @escaping (String) -> LinkMeaning
  ) throws(LogError) {
    let database = try Connection.openLog(at: path)
    // Until it is whole nobody relies on the file: it is synced once, at the end.
    try Connection.faults(of: path) { () throws(SQLiteError) in try database.execute("PRAGMA synchronous=OFF") }
    let table = try Connection.faults(of: path) { () throws(SQLiteError) in try FactTable(database) }
    let projection = try Connection.faults(of: path) { () throws(SQLiteError) in
      try Projection(database, zone: zone)
    }
    self.path = path
    self.meaning = meaning
    self.database = database
    self.table = table
    self.projection = projection
    waiting = []
  }

  package mutating func importLine(_ line: [UInt8]) throws(LogImportError) {
    if line.isEmpty { return }
    let read = try renaming(LogImportError.line, LogLine(octets: line, meaningOf: meaning))
    switch (stage, read) {
    case (.head, .head): stage = .body
    case (.head, _): throw .notAnExport
    case (.over, _): throw .behindTheEnd
    case (.body, .head): throw .secondHead
    case (.body, .settings(let settings, let at)):
      try writing { (work: inout LogImport) throws(SQLiteError) in try work.table.add(settings: settings.text, at: at) }
      counts.settings += 1
    case (.body, .fact(let fact)):
      waiting.append((fact, line))
      counts.facts += 1
      if waiting.count >= Self.portion { try store() }
    case (.body, .alive(let moment)):
      try writing { (work: inout LogImport) throws(SQLiteError) in try work.table.note(moment) }
    case (.body, .end(let facts, let settings)):
      guard facts == counts.facts, settings == counts.settings else {
        throw .incomplete(facts: facts, settings: settings, foundFacts: counts.facts, foundSettings: counts.settings)
      }
      try store()
      stage = .over
    }
  }

  /// Completes the file on the disk; returns how many facts and settings it contains.
  package consuming func finish() throws(LogImportError) -> (facts: Int, settings: Int) {
    guard stage == .over else { throw stage == .head ? .notAnExport : .cutOff }
    let (path, counts) = (path, counts)
    try writing { (work: inout LogImport) throws(SQLiteError) in
      // As a log that nobody has open is there: one file.
      _ = try work.database.number("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDWR)
      guard fsync(file.number) == 0 else { throw .last("fsync", on: path) }
    } catch {
      throw .log(.failed(detail: error.reason))
    }
    return counts
  }

  private mutating func store() throws(LogImportError) {
    let facts = waiting
    waiting.removeAll(keepingCapacity: true)
    try writing { (work: inout LogImport) throws(SQLiteError) in
      try work.database.execute("BEGIN IMMEDIATE")
      for (fact, body) in facts { try work.table.add(fact, body: body) }
      work.projection.take(facts.map(\.fact), last: work.database.lastSequence)
      try work.projection.keep(after: work.table.ends.facts)
      try work.database.execute("COMMIT")
      work.projection.noteKept()
    }
  }

  private mutating func writing(_ body: (inout LogImport) throws(SQLiteError) -> Void) throws(LogImportError) {
    do throws(SQLiteError) { try body(&self) } catch { throw .log(error.logFault(path)) }
  }
}

package enum LogImportError: Error, Equatable, Sendable {
  case line(TextError)
  case notAnExport
  /// A second export begins in the middle of the first.
  case secondHead
  case behindTheEnd
  case cutOff
  case incomplete(facts: Int, settings: Int, foundFacts: Int, foundSettings: Int)
  case log(LogError)
}
