import FocusHistory
import FocusPorts
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// What is kept beside the facts is written later than they are. Nobody who asks can tell.
@Suite(.realParts) struct KeepingTests {
  private let folder = TemporaryFolder()
  private let zone = CivilZone.utc

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  /// What an open log says, by itself and page by page, and a start after a power cut; and what another process reads.
  private func answers(_ log: SQLiteLog, _ path: String, at moment: Moment) async throws -> [Answer] {
    let copy = folder("copy.sqlite")
    for ending in ["", "-wal"] where Files.exists(path + ending) {
      try Files.replace(copy + ending, with: try Files.read(path + ending))
    }
    let restarted = try open(copy)
    _ = try await restarted.recall()
    let reader = try LogReader(path: path)
    return [
      Answer(try await log.sessions(since: nil, until: nil, profile: nil), try await log.statistics(at: moment)),
      Answer(try await pages(of: log)),
      Answer(
        try await restarted.sessions(since: nil, until: nil, profile: nil), try await restarted.statistics(at: moment)),
      Answer(
        try reader.sessions(since: nil, until: nil, profile: nil, withDetails: true), days: try reader.days(in: zone)),
    ]
  }

  /// What the facts say, each session and each day counted by itself.
  private func answer(of facts: [Fact], at moment: Moment) -> Answer {
    var history = HistoryFold(zone: zone)
    var ended: [SessionRecord] = []
    var machine = SessionMachine(settings: .shipped)
    var (over, underWay) = (Tally(), Tally())
    let gone = Set(facts.compactMap { $0.forgottenSession?.id })
    var notes: [SessionID: String] = [:]
    for fact in facts {
      machine.apply(fact)
      if case .plan(.noted(let session, let words)) = fact.body { notes[session] = words }
      for entry in history.fold(fact) {
        underWay.add(entry)
        guard case .ended(let record) = entry else { continue }
        if !gone.contains(record.id) {
          ended.append(record)
          over.add(underWay)
        }
        underWay = Tally()
      }
    }
    for index in ended.indices { ended[index].details.note = notes[ended[index].id] ?? ended[index].details.note }
    let days = over.days.filter { $0.value.focused > .zero }.sorted { $0.key < $1.key }
      .map { (day: $0.key, focused: $0.value.focused) }
    over.add(underWay)
    for entry in history.focusUnderWay(at: machine.stamp(at: moment)) { over.add(entry) }
    let counted = over.added(to: [], [Lapse](repeating: .zero, count: 24))
    let statistics = Statistics(
      days: counted.days, hours: counted.hours, today: zone.day(at: moment.wall), strays: StraySpan.all(of: facts),
      in: zone)
    return Answer(ended + (history.current.map { [$0] } ?? []), statistics, days: days)
  }

  private struct Answer {
    var sessions: [SessionRecord]
    var statistics: Statistics?
    var days: [String]?

    init(
      _ sessions: [SessionRecord], _ statistics: Statistics? = nil, days: [(day: CivilDay, focused: Lapse)]? = nil
    ) {
      (self.sessions, self.statistics) = (sessions, statistics)
      self.days = days?.map { "\($0.day.number) \($0.focused.milliseconds)" }
    }

    /// Whether all that it says is right.
    func agrees(with right: Answer) -> Bool {
      sessions == right.sessions && (statistics ?? right.statistics) == right.statistics
        && (days ?? right.days) == right.days
    }
  }

  private func pages(of log: SQLiteLog) async throws -> [SessionRecord] {
    var page = SessionPage(limit: 3)
    var seen: [SessionRecord] = []
    while let last = try await log.page(page).last {
      seen += try await log.page(page)
      page.before = SessionPage.Place(started: last.started, session: last.id)
    }
    return seen.reversed()
  }

  @Test("everybody sees all of it at any time", arguments: 1...6 as ClosedRange<UInt64>)
  func atAnyTime(seed: UInt64) async throws {
    let path = folder("log.sqlite")
    let log = try open(path)
    let isTended = seed % 2 == 0
    if isTended { await log.beginTending() }
    let desk = RandomDays.desk(seed: seed, steps: 260)
    var facts: [Fact] = []
    var over: [SessionRecord] = []
    var history = HistoryFold(zone: zone)
    for (number, fact) in desk.log.enumerated() {
      var news = [fact]
      for case .ended(let record) in history.fold(fact) { over.append(record) }
      // Now and then a word about a session, or it is forgotten: one that is long over, or the last.
      if number % 17 == 3, let record = number % 2 == 0 ? over.last : over.randomElement(by: number) {
        news.append(Fact(stamp: fact.stamp, body: .plan(.noted(record.id, "after \(number)"))))
      }
      if number % 23 == 5, let record = number % 2 == 1 ? over.last : over.randomElement(by: number) {
        let ended = try #require(record.ended)
        let gone = ForgottenSession(id: record.id, began: record.started, ended: ended)
        news.append(Fact(stamp: fact.stamp, body: .plan(.forgotten(gone))))
      }
      try await log.record(news, settings: nil, at: fact.stamp.moment)
      facts += news
      if isTended, number % 9 == 0 { await log.tend() }
      guard number % 19 == 7 || number == desk.log.count - 1 else { continue }
      let moment = Moment(
        wall: fact.stamp.moment.wall + .seconds(30), steady: fact.stamp.moment.steady + 30_000,
        boot: fact.stamp.moment.boot)
      let right = answer(of: facts, at: moment)
      for (place, answer) in try await answers(log, path, at: moment).enumerated() {
        #expect(answer.agrees(with: right), "answer \(place) after fact \(facts.count)")
      }
    }
    #expect(over.count > 10 && facts.count > 150)
  }

  /// How many octets the write-ahead log takes.
  private func length(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  @Test("the end of a session writes a page, as other facts do")
  func onePage() async throws {
    let path = folder("log.sqlite")
    let log = try open(path)
    var ends: [Int] = []
    for fact in RandomDays.desk(seed: 11, steps: 400).log {
      let before = length(of: path)
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
      let grown = length(of: path) - before
      if case .sessionEnded = fact.body, grown > 0 { ends.append(grown) }
    }
    ends.sort()
    #expect(ends.count > 20)
    // A second page where the first is full; the line of a session would take four more.
    #expect(ends[ends.count / 2] == 24 + 4096 && ends[ends.count * 3 / 4] <= 2 * (24 + 4096))
  }

  /// An older copy of the log is written over it: one of a log that was stopped, or of one that never was.
  @Test("the history is whole after an older copy was written over the log", arguments: [true, false])
  func writtenOver(stopped: Bool) async throws {
    let path = folder("log.sqlite")
    let desk = RandomDays.desk(seed: 12, steps: 160)
    let half = desk.log.count / 2
    let begin = desk.log[half - 1].stamp.moment
    try await open(path).noteStop(at: desk.log[0].stamp.moment)
    var log = try open(path)
    _ = try await log.recall()
    try await log.record(Array(desk.log[..<half]), settings: .shipped, at: begin)
    if stopped {
      try await log.noteStop(at: begin)
      log = try open(path)
      _ = try await log.recall()
    }
    _ = try sqlite(path, "VACUUM INTO '\(folder("old.sqlite"))'")
    for fact in desk.log[half...] { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    let right = answer(of: desk.log, at: desk.now)
    // All that came since is in the file itself when it goes.
    #expect(try sqlite(path, "PRAGMA wal_checkpoint(TRUNCATE)").first == "0")
    #expect(try BuiltProgram(at: "/bin/cp").run([folder("old.sqlite"), path]).exitCode == 0)
    await log.look()
    #expect(log.incident?.cause == .overwritten)
    for answer in try await answers(log, path, at: desk.now) { #expect(answer.agrees(with: right)) }
    try await log.noteStop(at: desk.now)
    let again = try open(path)
    _ = try await again.recall()
    for answer in try await answers(again, path, at: desk.now) { #expect(answer.agrees(with: right)) }
    #expect(try sqlite(path, "SELECT count(*) FROM facts") == "\(desk.log.count)\n")
  }

  private func sqlite(_ path: String, _ sql: String) throws -> String {
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([path, sql])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("a log whose history was kept with its facts goes on as it is", arguments: [true, false])
  func layoutBefore(inSession: Bool) async throws {
    let path = folder("log.sqlite")
    var facts = RandomDays.desk(seed: 13, steps: 300).log
    if inSession {
      let last = try #require(
        facts.lastIndex { fact in if case .sessionStarted = fact.body { true } else { false } })
      facts = Array(facts[...last])
    }
    let moment = try #require(facts.last).stamp.moment
    let log = try open(path)
    try await log.record(facts, settings: .shipped, at: moment)
    let sessions = try await log.sessions(since: nil, until: nil, profile: nil)
    let statistics = try await log.statistics(at: moment)
    try await log.noteStop(at: moment)
    _ = try sqlite(
      path,
      """
      UPDATE projected SET seq = 9223372036854775807; ALTER TABLE facts DROP COLUMN chain;
      ALTER TABLE settings DROP COLUMN chain; ALTER TABLE checkpoint DROP COLUMN chain;
      ALTER TABLE projected DROP COLUMN sum; DROP TABLE seams;
      ALTER TABLE days DROP COLUMN visits; ALTER TABLE days DROP COLUMN visit_time;
      DROP INDEX excused; DROP INDEX taken_back;
      PRAGMA user_version = 5
      """)
    let again = try open(path)
    _ = try await again.recall()
    #expect(try await again.sessions(since: nil, until: nil, profile: nil) == sessions)
    #expect(try await again.statistics(at: moment) == statistics)
    #expect(try await again.page(SessionPage(limit: 1000)) == sessions.reversed())
  }
}

extension [SessionRecord] {
  /// One of them, the same for the same number.
  fileprivate func randomElement(by number: Int) -> SessionRecord? { isEmpty ? nil : self[number * 31 % count] }
}
