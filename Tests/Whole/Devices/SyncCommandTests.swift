import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `sync`: homes as those of several computers, and the database that they share.
@Suite(.realParts, .serialized) struct SyncCommandTests {
  private let folder = TemporaryFolder()
  private let server: PrivatePostgres

  init() throws { server = try PrivatePostgres() }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", folder(home)])
  }

  private func status(_ home: String) throws -> JSONNode {
    try JSONDocument(try run("status", "--json", home: home).output).root
  }

  private func device(_ name: String, seenBy home: String) throws -> JSONNode? {
    try status(home)["devices"]?.array?.first { $0["name"]?.string == name }
  }

  /// A desk that began the household, and an invitation of it.
  private func begin() throws {
    let done = try run("init", server.address(), "--name", "desk", home: "desk")
    #expect(done.exitCode == 0, "\(done.errors)")
  }

  private func invite() throws -> String {
    try JSONDocument(try run("invite", "--json", home: "desk").output).root["link"]?.string ?? ""
  }

  /// A session that came and went, in the log of a home.
  private func focus(in home: String) async throws {
    let service = try RunningService(home: folder(home))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
  }

  @Test func twoDevicesReadEachOther() async throws {
    #expect(try status("desk")["state"]?.string == "off")
    try begin()
    for file in ["sync.json", "sync.sqlite"] {
      var info = stat()
      #expect(unsafe stat(folder("desk/\(file)"), &info) == 0 && info.st_mode & 0o777 == 0o600, "\(file)")
    }
    let link = try invite()
    #expect(try run("join", link, "--name", "laptop", home: "laptop").exitCode == 0)
    try await focus(in: "desk")
    #expect(try run("now", home: "desk").exitCode == 0)
    #expect(try status("desk")["pending"]?.integer == 0)
    let sent = try #require(try device("desk", seenBy: "desk")?["head"]?.integer)
    #expect(sent >= 3)
    #expect(try run("now", home: "laptop").exitCode == 0)
    let heard = try #require(try device("desk", seenBy: "laptop"))
    #expect(heard["head"]?.integer == sent && heard["seen_at"]?.string != nil && heard["revoked"]?.bool == false)
    // An invitation lets one device in; nothing that anybody can read is in the database.
    let again = try run("join", link, home: "third")
    #expect(again.exitCode == 1 && again.errors.contains("used or is over"))
    #expect(!Files.exists(folder("third/sync.json")))
    let dump = try server.ask("pg_dump", []).output
    #expect(dump.contains("CREATE TABLE focuskey.envelope"))
    for word in ["work", "desk", "laptop", "session-started"] { #expect(!dump.contains(word), "\(word)") }
  }

  @Test func aServerThatIsAwayHoldsUpNothingAndLosesNothing() async throws {
    try begin()
    #expect(try run("join", try invite(), "--name", "laptop", home: "laptop").exitCode == 0)
    server.stop(SIGQUIT)
    try await focus(in: "desk")
    let away = try run("now", home: "desk")
    #expect(away.exitCode == 69 && away.errors.contains("does not answer"))
    let status = try status("desk")
    #expect(status["state"]?.string == "offline" && status["why"]?.string?.isEmpty == false)
    try server.start()
    #expect(try run("now", home: "desk").exitCode == 0)
    #expect(try run("now", home: "laptop").exitCode == 0)
    let sent = try device("desk", seenBy: "desk")?["head"]?.integer ?? 0
    #expect(sent >= 3)
    #expect(try device("desk", seenBy: "laptop")?["head"]?.integer == sent)
  }

  @Test func aMailboxThatAltersIsNamed() async throws {
    try begin()
    #expect(try run("join", try invite(), "--name", "laptop", home: "laptop").exitCode == 0)
    try await focus(in: "desk")
    #expect(try run("now", home: "desk").exitCode == 0)
    _ = try server.sql(
      "UPDATE focuskey.envelope SET box = set_byte(box, 40, get_byte(box, 40) # 1) WHERE seq = 3")
    #expect(try run("now", home: "laptop").exitCode == 0)
    #expect(
      try status("laptop")["why"]?.string
        == "Message 3 from desk cannot be opened. The sealed message was altered or moved, or is sealed with another key."
    )
    #expect(try device("desk", seenBy: "laptop")?["head"]?.integer == 2)
  }

  @Test func leavingAndForgetting() throws {
    try begin()
    #expect(try run("join", try invite(), "--name", "laptop", home: "laptop").exitCode == 0)
    #expect(try run("leave", home: "laptop").exitCode == 0)
    #expect(Folder.names(in: folder("laptop")).allSatisfy { !$0.hasPrefix("sync") })
    #expect(try run("leave", home: "laptop").exitCode == 66)
    #expect(try run("now", home: "desk").exitCode == 0)
    #expect(try device("laptop", seenBy: "desk")?["revoked"]?.bool == true)
    // Without an agreement nothing happens.
    #expect(try run("forget", "--all", home: "desk").exitCode == 64)
    #expect(try run("forget", "--yes", home: "desk").exitCode == 64)
    #expect(try server.sql("SELECT count(*) FROM focuskey.device") == "2\n")
    #expect(try run("forget", "--all", "--yes", home: "desk").exitCode == 0)
    for table in ["owner", "device", "envelope", "snapshot", "ticket"] {
      #expect(try server.sql("SELECT count(*) FROM focuskey.\(table)") == "0\n")
    }
    #expect(try status("desk")["state"]?.string == "off")
    #expect(try run("forget", "--all", "--yes", home: "desk").exitCode == 66)
  }

  @Test func aLoginOfItsOwnBeginsToo() throws {
    #expect(try server.sql(try run("schema", home: "desk").output) == "")
    _ = try server.sql("CREATE ROLE ours LOGIN PASSWORD 'short' IN ROLE focuskey_device")
    let address = server.address(of: "ours", password: "short")
    #expect(try run("init", address, "--name", "desk", home: "desk").exitCode == 0)
    #expect(try run("join", try invite(), "--name", "laptop", home: "laptop").exitCode == 0)
    // The password that was typed is worth nothing any more.
    let other = try run("init", address, home: "other")
    #expect(other.exitCode == 77 && other.errors.contains("refuses the login"))
  }

  /// Others on this computer see a command line, and nothing of standard input.
  @Test func readsSecretsFromStandardInput() throws {
    func type(_ words: String..., lines: String, home: String) throws -> BuiltProgram.Outcome {
      let words = ["sync"] + words + ["--home", folder(home)]
      return try BuiltProgram.focuskey.run(words, input: Array(lines.utf8))
    }
    let begun = try type("init", "-", "--name", "desk", lines: " \(server.address())\r\n", home: "desk")
    #expect(begun.exitCode == 0 && begun.errors.isEmpty, "\(begun.errors)")
    let joined = try type("join", "-", "--name", "laptop", lines: try invite() + "\n", home: "laptop")
    #expect(joined.exitCode == 0 && joined.errors.isEmpty, "\(joined.errors)")
    let sheet = try JSONDocument(try run("recovery", "--json", home: "desk").output).root
    let (link, words) = (sheet["link"]?.string ?? "", sheet["words"]?.string ?? "")
    let third = try type("join", "-", "--words", "-", "--name", "tablet", lines: "\(link)\n\(words)\n", home: "tablet")
    #expect(third.exitCode == 0 && third.errors.isEmpty, "\(third.errors)")
    #expect(try status("tablet")["devices"]?.array?.count == 3)
    let silent = try type("join", "-", lines: "", home: "fourth")
    #expect(silent.exitCode == 64 && silent.errors.contains("nothing came from standard input"))
    // The line works as before, and who wrote it there is told once.
    let seen = try run("join", try invite(), "--name", "fourth", home: "fourth")
    #expect(seen.exitCode == 0 && seen.errors.split(separator: "\n").count == 1)
    #expect(seen.errors.contains("others on this computer could see the link"), "\(seen.errors)")
  }

  @Test func badInputIsOneClearLine() throws {
    for (words, code, part) in [
      (["init", "postgresql://ada@db.example:6543/focus"], 64, "pools transactions"),
      (["init", "nonsense"], 64, "cannot be used"), (["init", ""], 64, ""),
      (["init", "postgresql:///x?host=/nowhere"], 69, "does not answer"),
      (["init", server.address(password: "wrong")], 77, "refuses"), (["init"], 64, ""),
      (["init", server.address(), "--name", ""], 64, "name"),
      (["join", "https://focuskey.app/join#v1."], 65, "not an invitation"), (["join", "x"], 65, "not an invitation"),
      (["join", "https://focuskey.app/join#v1.AQAA"], 65, "damaged"), (["join"], 64, ""),
      (["now"], 66, "in no household"), (["invite"], 66, "in no household"), (["leave"], 66, ""),
      (["forget", "--all", "--yes"], 66, ""), (["what"], 64, ""),
    ] as [([String], Int32, String)] {
      let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", folder("desk")])
      #expect(done.exitCode == code, "\(words): \(done.errors)")
      #expect(done.output.isEmpty && done.errors.split(separator: "\n").count == 1, "\(words)")
      #expect(done.errors.contains(part), "\(words): \(done.errors)")
    }
    try begin()
    #expect(try run("init", server.address(), home: "desk").exitCode == 77)
    #expect(try run("join", try invite(), home: "desk").exitCode == 77)
    try Files.replace(folder("desk/sync.json"), with: Array("{".utf8))
    #expect(try run("status", home: "desk").exitCode == 65)
    #expect(try run("leave", home: "desk").exitCode == 0)
  }
}
