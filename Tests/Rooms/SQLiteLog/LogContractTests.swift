import FocusHistory
import FocusLinks
import FocusPorts
import FocusWire
import LinuxRuntime
import RealParts
import SQLiteLog
import TestSupport
import Testing

/// What every log keeps to: the one in memory that other tests lean on, and the real one on the disk.
@Suite(.realParts) struct LogContractTests {
  enum Kind: CaseIterable { case memory, disk }

  private func log(_ kind: Kind, in folder: TemporaryFolder) throws -> any FactLog {
    switch kind {
    case .memory: MemoryLog()
    case .disk: try SQLiteLog(path: folder("log.sqlite")) { _ in .fault("no links here") }
    }
  }

  private let moment = Moment(wall: Timestamp(milliseconds: 1_790_000_000_123), steady: 77, boot: BootID("boot"))

  /// The facts of a session with a break and its end, made by the machine itself.
  private func someFacts() -> [Fact] {
    var machine = SessionMachine(settings: .shipped)
    var facts: [Fact] = []
    var now = moment
    let commands: [Command] = [
      .serviceStarted(lastAlive: nil),
      .ask(.start(StartRequest(profile: "work", minutes: 90, task: "Übung")), by: .localUser),
      .attempt(Attempt(kind: .site, name: "example.org")), .ask(.stop, by: .localUser), .confirm,
    ]
    for command in commands {
      let decision = machine.decide(command, at: now, entropy: Entropy(high: 1, low: 2))
      facts += decision.facts
      machine = decision.after
      now = Moment(wall: now.wall + .seconds(6), steady: now.steady + 6000, boot: now.boot)
    }
    return facts
  }

  @Test(arguments: Kind.allCases) func aNewLogRemembersNothing(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let recollection = try await log(kind, in: folder).recall()
    #expect(recollection.facts.isEmpty)
    #expect(recollection.settings == nil)
    #expect(recollection.lastAlive == nil)
  }

  @Test(arguments: Kind.allCases) func whatIsRecordedIsRecalledInOrder(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let log = try log(kind, in: folder)
    let facts = someFacts()
    #expect(facts.count >= 5)
    try await log.record(Array(facts[..<3]), settings: .shipped, at: facts[2].stamp.moment)
    try await log.record(Array(facts[3...]), settings: nil, at: moment)
    let recollection = try await log.recall()
    #expect(recollection.facts == facts)
    #expect(recollection.settings?.profiles == Settings.shipped.profiles)
    #expect(recollection.lastAlive == facts.last?.stamp.moment)
  }

  @Test(arguments: Kind.allCases) func theLastMomentIsThatOfTheStop(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let log = try log(kind, in: folder)
    try await log.record(someFacts(), settings: nil, at: moment)
    let stop = Moment(wall: Timestamp(milliseconds: 1_790_009_999_000), steady: 99_999, boot: BootID("boot"))
    try await log.noteStop(at: stop)
    #expect(try await log.recall().lastAlive == stop)
  }

  @Test(arguments: Kind.allCases) func aSignOfLifeIsKept(kind: Kind) async throws {
    let folder = TemporaryFolder()
    let log = try log(kind, in: folder)
    try await log.record(someFacts(), settings: nil, at: moment)
    let sign = Moment(wall: Timestamp(milliseconds: 1_790_009_999_000), steady: 99_999, boot: BootID("boot"))
    try await log.noteAlive(at: sign)
    #expect(try await log.recall().lastAlive == sign)
  }

  @Test func theDiskRemembersAfterTheLogIsGone() async throws {
    let folder = TemporaryFolder()
    let facts = someFacts()
    try await log(.disk, in: folder).record(facts, settings: .shipped, at: moment)
    #expect(try await log(.disk, in: folder).recall().facts == facts)
  }

  @Test func aSessionsLineFollowsItsFacts() async throws {
    let folder = TemporaryFolder()
    let log = try SQLiteLog(path: folder("log.sqlite")) { _ in .fault("no links here") }
    try await log.record(someFacts(), settings: nil, at: moment)
    let sessions = try await log.sessions(since: nil, until: nil, profile: nil)
    #expect(sessions.count == 1)
    #expect(sessions.first?.profile == "work")
    #expect(sessions.first?.task == "Übung")
    #expect(sessions.first?.why == .confirmed)
    #expect(sessions.first?.attempts == 1)
    #expect(sessions.first?.focused == .seconds(18))
    #expect(try await log.sessions(since: nil, until: moment.wall, profile: nil).isEmpty)
    #expect(try await log.sessions(since: nil, until: nil, profile: "study").isEmpty)
  }

  /// Pages are the whole history, newest first, without a gap or a repetition, also where sessions began together.
  @Test func pagesAddUpToTheHistory() async throws {
    let folder = TemporaryFolder()
    let log = try SQLiteLog(path: folder("log.sqlite")) { _ in .fault("no links here") }
    let insert = (0..<25).map { number in
      "('S\(number)', '\(number % 3 == 0 ? "study" : "work")', \(1000 + number / 4), 2000)"
    }
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([
      folder("log.sqlite"),
      "INSERT INTO sessions (id, profile, started, ended) VALUES \(insert.joined(separator: ", "))",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for profile in [nil, "study"] as [ProfileID?] {
      let all = try await log.sessions(since: nil, until: nil, profile: profile)
      for limit in [1, 2, 7, 100] {
        var page = SessionPage(limit: limit, profile: profile)
        var seen: [SessionRecord] = []
        while true {
          let sessions = try await log.page(page)
          seen += sessions
          #expect(sessions.count <= limit)
          guard let last = sessions.last else { break }
          page.before = SessionPage.Place(started: last.started, session: last.id)
        }
        #expect(seen.map(\.started) == all.map(\.started).reversed())
        #expect(Set(seen.map(\.id.text)) == Set(all.map(\.id.text)) && seen.count == all.count)
      }
    }
  }

  @Test func aDatabaseFromTheFutureOrOfAnotherProgramIsRefused() throws {
    let folder = TemporaryFolder()
    _ = try log(.disk, in: folder)
    let sqlite = BuiltProgram(at: "/usr/bin/sqlite3")
    #expect(try sqlite.run([folder("log.sqlite"), "PRAGMA user_version = 77"]).exitCode == 0)
    #expect {
      _ = try log(.disk, in: folder)
    } throws: { error in
      if case LogError.newerVersion(found: 77, known: _, path: _) = error { true } else { false }
    }
    #expect(try sqlite.run([folder("wine.sqlite"), "CREATE TABLE wine (name)"]).exitCode == 0)
    #expect(throws: LogError.notOurs(path: folder("wine.sqlite"))) {
      _ = try SQLiteLog(path: folder("wine.sqlite")) { _ in .fault("") }
    }
  }

  @Test func whatIsWrittenOverWhileTheLogIsLookedAtIsNoticed() async throws {
    for _ in 0..<10 {
      let folder = TemporaryFolder()
      let path = folder("log.sqlite")
      let log = try SQLiteLog(path: path) { _ in .fault("no links here") }
      let facts = someFacts()
      for _ in 0..<100 { try await log.record(facts, settings: .shipped, at: moment) }
      try Files.replace(folder("noise"), with: (0..<200_000).map { _ in UInt8.random(in: 0...255) })
      // Somebody's tool leaves the log whole: it is copied and judged, and meanwhile another one writes over it.
      let tidying = try BuiltProgram(at: "/usr/bin/sqlite3").run([path, "PRAGMA wal_checkpoint(TRUNCATE)"])
      #expect(tidying.exitCode == 0)
      async let first: Void = log.look()
      let writing = try BuiltProgram(at: "/bin/sh").run(["-c", "cat '\(folder("noise"))' > '\(path)'"])
      #expect(writing.exitCode == 0)
      await first
      await log.look()
      #expect(log.incident?.cause == .overwritten)
    }
  }
}
