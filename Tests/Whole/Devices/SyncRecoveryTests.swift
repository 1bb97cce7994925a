import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `sync recovery`: the way back in where every device is lost.
@Suite(.realParts, .serialized) struct SyncRecoveryTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func run(_ words: String..., input: String = "", home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder(home)], input: Array(input.utf8))
  }

  private func sheet(of home: String) throws -> (link: String, words: String) {
    let done = try run("recovery", "--json", home: home)
    #expect(done.exitCode == 0, "\(done.errors)")
    let root = try JSONDocument(done.output).root
    return (try #require(root["link"]?.string), try #require(root["words"]?.string))
  }

  private func heads(seenBy home: String) throws -> [String: Int64] {
    let root = try JSONDocument(try run("status", "--json", home: home).output).root
    var heads: [String: Int64] = [:]
    for device in root["devices"]?.array ?? [] {
      heads[device["name"]?.string ?? ""] = device["head"]?.integer
    }
    return heads
  }

  @Test func aSheetAndItsWordsLetComputersInWhenEveryDeviceIsLost() throws {
    #expect(try run("init", household.server.address(), "--name", "desk", home: "desk").exitCode == 0)
    let (link, words) = try sheet(of: "desk")
    #expect(link.hasPrefix("https://focuskey.app/recover#v1.") && words.split(separator: " ").count == 6)
    #expect(try run("leave", home: "desk").exitCode == 0)
    // Asked, as a person types: in any case, with anything between.
    let typed = words.uppercased().split(separator: " ").joined(separator: ", ")
    let first = try run("join", link, "--name", "laptop", input: typed + "\n", home: "laptop")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(try (heads(seenBy: "laptop")["desk"] ?? 0) > 0)
    // More than one, for scripts too; what is in is a device as any other.
    let second = try run("join", link, "--name", "tablet", "--words", words, "--json", home: "tablet")
    #expect(second.exitCode == 0 && second.errors.isEmpty, "\(second.errors)")
    #expect(try JSONDocument(second.output).root["devices"]?.array?.count == 3)
    #expect(try run("invite", home: "tablet").exitCode == 0)
    #expect(try run("now", home: "laptop").exitCode == 0)
    #expect(try heads(seenBy: "laptop")["tablet"] == heads(seenBy: "tablet")["tablet"])
    // Another sheet voids it, and so does a new key.
    let (again, others) = try sheet(of: "tablet")
    let void = try run("join", link, "--words", words, home: "fourth")
    #expect(void.exitCode == 1 && void.errors.contains("this sheet is void"), "\(void.errors)")
    let revoked = try run("revoke", "laptop", "--json", home: "tablet")
    #expect(try JSONDocument(revoked.output).root["sheet_void"]?.bool == true)
    #expect(try run("join", again, "--words", others, home: "fourth").exitCode == 1)
    #expect(!Files.exists(household.folder("fourth/sync.json")))
    let (last, itsWords) = try sheet(of: "tablet")
    #expect(try run("join", last, "--words", itsWords, "--name", "fourth", home: "fourth").exitCode == 0)
    #expect(try heads(seenBy: "fourth").count == 4)
    // The sheet says nothing to somebody who has the database, nor the words to anybody.
    let dump = try household.server.ask("pg_dump", []).output
    for word in words.split(separator: " ") { #expect(!dump.contains(word)) }
  }

  @Test func wrongWordsAndSheetsAreOneClearLine() throws {
    #expect(try run("recovery", home: "desk").exitCode == 66)
    #expect(try run("init", household.server.address(), "--name", "desk", home: "desk").exitCode == 0)
    let (_, others) = try sheet(of: "desk")
    let (link, words) = try sheet(of: "desk")
    let slip = (words.first == "b" ? "d" : "b") + words.dropFirst()
    for (link, words, code, part) in [
      (link, slip, 65, "one letter is wrong"), (link, "six", 65, "not the six words"),
      (link, "", 65, "not the six words"),
      (link, others, 77, "do not open this sheet"), (String(link.dropLast(9)), words, 65, "damaged"),
      ("https://focuskey.app/recover#v1.", words, 65, "damaged"), ("https://focuskey.app/recover#v2.", words, 65, ""),
    ] as [(String, String, Int32, String)] {
      let done = try run("join", link, "--words", words, home: "laptop")
      #expect(done.exitCode == code && done.errors.contains(part), "\(words) \(done.exitCode): \(done.errors)")
      #expect(done.output.isEmpty && done.errors.split(separator: "\n").count == 1)
      #expect(!Files.exists(household.folder("laptop/sync.json")))
    }
    // Nobody is there to type them.
    let silent = try run("join", link, home: "laptop")
    #expect(silent.exitCode == 64 && silent.errors.contains("six words"), "\(silent.errors)")
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.device") == "1\n")
    // Who is in already is told before being asked.
    #expect(try run("join", link, home: "desk").exitCode == 77)
    #expect(try run("forget", "--all", "--yes", home: "desk").exitCode == 0)
    let gone = try run("join", link, "--words", words, home: "laptop")
    #expect(gone.exitCode == 1 && gone.errors.contains("forgotten"), "\(gone.errors)")
    #expect(!Files.exists(household.folder("laptop/sync.json")))
  }
}
