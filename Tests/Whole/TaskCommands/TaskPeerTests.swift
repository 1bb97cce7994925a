import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Other programs that share the tasks: Taskwarrior, `icalendar`, todoman, vdirsyncer and a CalDAV server.
@Suite(.realParts) struct TaskPeerTests {
  static let peers = ["icalendar==7.3.0", "todoman==4.7.0", "vdirsyncer==0.21.0", "radicale==3.9.0"]

  @Test func urgenciesAreTaskwarriorsForRandomTasks() throws {
    let program = BuiltProgram(at: "/usr/bin/task")
    try #require(Files.exists(program.path), "no taskwarrior here: Sources/Setup/packages.sh tests")
    let seed = UInt64.random(in: 0...UInt64.max)
    var trial = try TaskwarriorTrial(program: program, seed: seed)
    let difference = try trial.greatestDifference(count: 300)
    #expect(difference.number < 0.001, "seed \(seed): \(difference.of)")
    #expect(difference.compared > 250, "seed \(seed)")
  }

  @Test func icalendarReadsEveryFileThatWeWrite() throws {
    let venv = try PeerVenv("tasks", packages: Self.peers)
    let home = TaskHome()
    let words = "Ünï, \"quoted\"; back\\slash: 🙂 " + String(repeating: "long ", count: 40)
    try home(
      "add", words, "--due", "2026-11-26", "--tag", "a,b", "--tag", "c;d", "--repeat", "weekly", "--estimate", "6h")
    try home("add", "second", "--due", "2026-11-26T09:00:00Z", "--scheduled", "2026-11-25T09:00:00Z", "--note", "n")
    try home("edit", "second", "--note", "another: one", "--site", "a.example", "--wait", "2026-11-24")
    try home("done", "ünï")
    let outcome = try venv.program("python3").run(
      ["\(Repository.root)/Tests/Kit/Peers/icalendar_tasks.py"] + home.files)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let read = try outcome.lines.map { try JSONDocument($0).root }
    #expect(read.count == 3)
    #expect(read.allSatisfy { $0["errors"]?.array?.isEmpty == true })
    let trimmed = String(words.dropLast())
    let long = read.filter { ($0["summary"]?.string ?? "").hasPrefix(trimmed.prefix(20)) }
    #expect(long.count == 2 && long.allSatisfy { $0["tags"]?.array?.compactMap { $0.string } == ["a,b", "c;d"] })
    #expect(Set(long.compactMap { $0["due"]?.string }) == ["20261126", "20261203"])
    #expect(read.contains { $0["comments"]?.integer == 2 && $0["due"]?.string == "20261126T090000Z" })
  }

  @Test func tasksGoToACalDAVServerAndBackWithNothingLost() async throws {
    let trial = try await CalDAVTrial(PeerVenv("tasks", packages: Self.peers))
    let home = trial.home
    let uid = try home.json("add", "shared", "--due", "2026-11-26", "--estimate", "6h", "--list", "list")[0]["uid"]?
      .string
    let name = "list/\(uid ?? "").ics"
    try home.put("foreign.ics", "UID:foreign", "DTSTAMP:20261101T000000Z", "SUMMARY:theirs", "X-THEIRS;A=\"b:c\":kept")
    try trial.sync(discovers: true)
    // Another computer has them, completes one and makes one.
    try trial.todoman("done", try trial.todomanID(of: "shared"))
    try trial.todoman("new", "--list", "list", "from elsewhere")
    try trial.syncOther()
    try trial.sync()
    let text = try home.text(name)
    #expect(text.contains("STATUS:COMPLETED") && text.contains("X-FOCUSKEY-ESTIMATE:PT6H"))
    let rows = try home.json("list", "--all")
    #expect(Set(rows.compactMap { $0["summary"]?.string }) == ["shared", "theirs", "from elsewhere"])
    // Back the other way: our change keeps what is theirs.
    try home("edit", "foreign", "--priority", "H")
    #expect(try home.text("list/foreign.ics").contains("X-THEIRS;A=\"b:c\":kept\r\n"))
    try trial.sync()
    try trial.syncOther()
    #expect(try trial.otherFiles().contains { $0.contains("X-THEIRS") && $0.contains("PRIORITY:1") })
  }

  @Test func killsWhileWritingLeaveTheOldOrTheNew() throws {
    let home = TaskHome()
    try home.put("u.ics", "UID:u", "SUMMARY:s", "X-THEIRS:kept")
    for round in 0..<40 {
      let child = try ChildProcess.start(
        BuiltProgram.focuskey.path,
        ["task", "edit", "u", "--note", "note \(round)", "--home", home.folder.path],
        environment: TrialEnvironment.lines(), output: .nothing, errors: .nothing)
      usleep(UInt32.random(in: 0...30_000))
      child.signal(SIGKILL)
      child.wait()
      let text = try home.text("list/u.ics")
      #expect(text.hasSuffix("END:VCALENDAR\r\n") && text.contains("X-THEIRS:kept"))
      #expect(try home.json("list")[0]["uid"]?.string == "u")
    }
    // And nobody waits for a program that was killed.
    #expect(try home("edit", "u", "--note", "last").exitCode == 0)
    #expect(try home.text("list/u.ics").contains(":last"))
  }
}
