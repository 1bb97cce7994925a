import FocusHistory
import FocusPorts
import FocusSession
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// What is kept beside the facts is written later than they are. Whoever asks sees nothing of that.
@Suite(.realParts) struct KeepingTests {
  private let folder = TemporaryFolder()
  private let zone = CivilZone.utc

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  /// What an open log, another process, and a start after a power cut say.
  private func answers(_ log: SQLiteLog, _ path: String, at moment: Moment) async throws -> [Answer] {
    let reader = try LogReader(path: path)
    let days = try reader.days(in: zone).map { "\($0.day.number) \($0.focused.milliseconds)" }
    let copy = folder("copy.sqlite")
    for ending in ["", "-wal"] where Files.exists(path + ending) {
      try Files.replace(copy + ending, with: try Files.read(path + ending))
    }
    let restarted = try open(copy)
    _ = try await restarted.recall()
    let pages = try await pages(of: log)
    return [
      Answer(try await log.sessions(since: nil, until: nil, profile: nil), try await log.statistics(at: moment), days),
      Answer(pages, try await log.statistics(at: moment), days),
      Answer(
        try reader.sessions(since: nil, until: nil, profile: nil, withDetails: true),
        try await log.statistics(at: moment), days),
      Answer(
        try await restarted.sessions(since: nil, until: nil, profile: nil),
        try await restarted.statistics(at: moment), days),
    ]
  }

  /// What the facts say, read from the first to the last.
  private func answer(of facts: [Fact], _ log: SQLiteLog, at moment: Moment) -> Answer {
    var history = HistoryFold(zone: zone)
    var ended: [SessionRecord] = []
    var machine = SessionMachine(settings: .shipped)
    for fact in facts {
      machine.apply(fact)
      if let gone = fact.forgottenSession { ended.removeAll { $0.id == gone.id } }
      if case .plan(.noted(let session, let words)) = fact.body,
        let index = ended.firstIndex(where: { $0.id == session })
      {
        ended[index].details.note = words
      }
      for case .ended(let record) in history.fold(fact) { ended.append(record) }
    }
    let statistics = Statistics(of: facts, at: machine.stamp(at: moment), in: zone)
    var tail = HistoryTail(zone: zone)
    for fact in facts { tail.take(fact) }
    let days = tail.tally.days.filter { $0.value.focused > .zero }.sorted { $0.key < $1.key }
      .map { "\($0.key.number) \($0.value.focused.milliseconds)" }
    return Answer(ended + (history.current.map { [$0] } ?? []), statistics, days)
  }

  private struct Answer: Equatable {
    var sessions: [SessionRecord]
    var statistics: Statistics
    var days: [String]

    init(_ sessions: [SessionRecord], _ statistics: Statistics, _ days: [String]) {
      (self.sessions, self.statistics, self.days) = (sessions, statistics, days)
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
      let right = answer(of: facts, log, at: moment)
      for answer in try await answers(log, path, at: moment) { #expect(answer == right, "after fact \(facts.count)") }
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

  @Test("sessions that ended before somebody wrote over the log are in its history")
  func writtenOver() async throws {
    let path = folder("log.sqlite")
    let desk = RandomDays.desk(seed: 12, steps: 160)
    let half = desk.log.count / 2
    do {
      let log = try open(path)
      try await log.record(Array(desk.log[..<half]), settings: .shipped, at: desk.log[half - 1].stamp.moment)
      try await log.noteStop(at: desk.log[half - 1].stamp.moment)
    }
    #expect(try BuiltProgram(at: "/bin/cp").run([path, folder("old.sqlite")]).exitCode == 0)
    let log = try open(path)
    _ = try await log.recall()
    for fact in desk.log[half...] { try await log.record([fact], settings: nil, at: fact.stamp.moment) }
    let sessions = try await log.sessions(since: nil, until: nil, profile: nil)
    // All that came since is in the file itself when it goes.
    #expect(
      try BuiltProgram(at: "/usr/bin/sqlite3").run([path, "PRAGMA wal_checkpoint(TRUNCATE)"]).output.first == "0")
    #expect(try BuiltProgram(at: "/bin/cp").run([folder("old.sqlite"), path]).exitCode == 0)
    await log.look()
    #expect(log.incident?.cause == .overwritten)
    #expect(try await log.sessions(since: nil, until: nil, profile: nil) == sessions)
    try await log.noteStop(at: desk.now)
    let again = try open(path)
    _ = try await again.recall()
    #expect(try await again.sessions(since: nil, until: nil, profile: nil) == sessions)
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
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([
      path, "UPDATE projected SET seq = 9223372036854775807; PRAGMA user_version = 5",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
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
