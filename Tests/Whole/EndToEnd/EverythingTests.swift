import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SessionRehearsal
import TestSupport
import Testing

/// `export`, `import` and `forget`: everything out, everything in, everything gone.
@Suite(.realParts) struct EverythingTests {
  private let folder = TemporaryFolder()

  /// The lines of a log with all kinds of days in it, as `export` writes them.
  private func lines(steps: Int = 200) -> [String] {
    let desk = RandomDays.desk(seed: 12, steps: steps)
    var lines = [LogLine.head, .settings(desk.machine.settings.storedJSON, at: desk.log[0].stamp.moment.wall)]
    lines += desk.log.map { .fact($0) }
    lines += [.alive(desk.now), .end(facts: desk.log.count, settings: 1)]
    return lines.map(\.json.text)
  }

  private func write(_ lines: [String], _ name: String = "in.jsonl") throws -> String {
    try Files.replace(folder(name), with: Array((lines.joined(separator: "\n") + "\n").utf8))
    return folder(name)
  }

  private func focuskey(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(arguments + ["--home", folder("home")])
  }

  @Test func everythingGoesOutAndInAndOutAgainUnchanged() throws {
    let file = try write(lines())
    let imported = try focuskey("import", file, "--json")
    #expect(imported.exitCode == 0, "\(imported.errors)")
    #expect(try JSONDocument(imported.output).root["settings"]?.integer == 1)
    let first = try focuskey("export")
    #expect(first.output == String(decoding: try Files.read(file), as: UTF8.self))

    let other = folder("other")
    let again = try BuiltProgram.focuskey.run(["import", "-", "--home", other], input: Array(first.output.utf8))
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try BuiltProgram.focuskey.run(["export", folder("out.jsonl"), "--home", other]).exitCode == 0)
    #expect(try Files.read(folder("out.jsonl")) == Array(first.output.utf8))
    #expect(!Files.exists(folder("out.jsonl.new")))
  }

  @Test func aRunningServiceIsExportedAndTakesALogUp() throws {
    let file = try write(lines())
    try Files.makeFolder(folder("home"))
    let service = try RunningService(home: folder("home"))
    #expect(try focuskey("export").exitCode == 0)
    let imported = try focuskey("import", file)
    #expect(imported.exitCode == 0, "\(imported.errors)")
    #expect(try focuskey("promise", "show").output.contains("thesis"))
    #expect(try focuskey("history", "--json").lines.count > 5)
    // The service is the same process as before, and what happens from now on follows what was.
    #expect(kill(service.id, 0) == 0)
    #expect(try focuskey("start", "work").exitCode == 0)
    let facts = try focuskey("export").lines
    #expect(facts.dropLast(2).last?.contains("session-started") == true)
    #expect(facts.prefix(100) == lines().prefix(100))
    service.stop()
  }

  @Test func oneBadEntryAmongAHundredRefusesAllOfThem() throws {
    var spoilt = lines()
    let place = try #require(spoilt[50...].firstIndex { $0.contains(#""fact":"session-ended""#) })
    spoilt[place] = spoilt[place].replacing(#""why":"#, with: #""wy":"#)
    #expect(spoilt.count > 100)
    let file = try write(spoilt)
    for isServed in [false, true] {
      try Files.makeFolder(folder("home"))
      let service = isServed ? try RunningService(home: folder("home")) : nil
      let before = isServed ? try focuskey("export").output : ""
      let outcome = try focuskey("import", file, "--json")
      #expect(outcome.exitCode == 65)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.contains("line \(place + 1)") == true, "\(outcome.errors)")
      #expect(outcome.errors.contains("nothing was changed"))
      let error = try JSONDocument(outcome.output).root["error"]
      #expect(error?["line"]?.integer == Int64(place + 1))
      #expect(error?["path"]?.string == "/wy")
      #expect(isServed ? try focuskey("export").output == before : !Files.exists(folder("home/focuskey.sqlite")))
      #expect(try Files.names(inFolder: folder("home")).allSatisfy { !$0.contains("import") })
      service?.stop()
    }
  }

  @Test func aHomeInUseKeepsWhatItHasUnlessToldOtherwise() throws {
    let file = try write(lines())
    #expect(try focuskey("import", file).exitCode == 0)
    let second = try write(lines(steps: 90), "second.jsonl")
    let before = try focuskey("export").output
    let refused = try focuskey("import", second)
    #expect(refused.exitCode == 1 && refused.errors.contains("--replace"))
    #expect(try focuskey("export").output == before)
    #expect(try focuskey("import", second, "--replace").exitCode == 0)
    #expect(try focuskey("export").output == String(decoding: try Files.read(second), as: UTF8.self))
  }

  @Test func nothingIsTakenAwayFromASessionUnderWay() throws {
    let file = try write(lines())
    try Files.makeFolder(folder("home"))
    let service = try RunningService(home: folder("home"))
    #expect(try focuskey("start", "work", "--minutes", "50").exitCode == 0)
    for isServed in [true, false] {
      if !isServed { service.kill() }
      for arguments in [["import", file, "--replace"], ["forget", "--yes"]] {
        let outcome = try BuiltProgram.focuskey.run(arguments + ["--home", folder("home")])
        #expect(outcome.exitCode == 1, "\(outcome.output)")
        #expect(outcome.errors.contains("a session is running"))
      }
    }
    let back = try RunningService(home: folder("home"))
    #expect(try JSONDocument(try focuskey("status", "--json").output).root["state"]?.string == "focusing")
    back.stop()
  }

  @Test func forgettingLeavesNothing() throws {
    // RandomDays' promise; a service that is killed leaves it in the write-ahead log too.
    let secret = "thesis"
    let file = try write(lines())
    for isServed in [true, false] {
      #expect(try focuskey("import", file).exitCode == 0)
      try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
      try Files.replace(folder("home/focuskey.sqlite.backup"), with: Array(secret.utf8))
      try Files.replace(folder("home/tap-counters.json"), with: Array("{}".utf8))
      // What is made by itself is forgotten, too.
      let byItself = ["backups/focuskey-2026-11-26.tar.gz", "screen-time/2026-11-26.json"]
      for name in byItself {
        try Files.makeFolder(folder("home/\(name.prefix { $0 != "/" })"))
        try Files.replace(folder("home/\(name)"), with: Array(secret.utf8))
      }
      try RunningService(home: folder("home")).kill()
      let service = isServed ? try RunningService(home: folder("home")) : nil
      let outcome = try focuskey("forget", "--yes", "--json")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try JSONDocument(outcome.output).root["ok"]?.bool == true)
      #expect(try Files.read(folder("home/config.json5")) == Array("{port: 0}".utf8))
      if isServed {
        #expect(try focuskey("history").output.isEmpty)
        #expect(try focuskey("promise", "show").output.contains("no promise"))
        #expect(try focuskey("profile", "list").lines.count == 3)
      }
      service?.stop()
      for name in try Files.names(inFolder: folder("home")) where !name.hasSuffix(".sock") {
        let content = String(decoding: try Files.read(folder("home/\(name)")), as: UTF8.self)
        #expect(!content.contains(secret), "\(name)")
      }
      #expect(!Files.exists(folder("home/focuskey.sqlite.backup")))
      #expect(!Files.exists(folder("home/tap-counters.json")))
      for name in byItself { #expect(!Files.exists(folder("home/\(name)"))) }
      if isServed { try Files.remove(folder("home/focuskey.sqlite")) }
    }
    #expect(try focuskey("forget", "--yes").exitCode == 66)
    #expect(try focuskey("export").exitCode == 66)
  }

  @Test func forgettingAsksForAWord() throws {
    #expect(try focuskey("import", try write(lines(steps: 40))).exitCode == 0)
    let before = try focuskey("export").output
    #expect(try focuskey("forget").exitCode == 64)
    let no = try BuiltProgram.focuskey.run(["forget", "--home", folder("home")], input: Array("no\n".utf8))
    #expect(no.exitCode == 1 && no.errors.contains("nothing was done"))
    #expect(try focuskey("export").output == before)
    let yes = try BuiltProgram.focuskey.run(["forget", "--home", folder("home")], input: Array("forget\n".utf8))
    #expect(yes.exitCode == 0, "\(yes.errors)")
    #expect(!Files.exists(folder("home/focuskey.sqlite")))
  }
}
