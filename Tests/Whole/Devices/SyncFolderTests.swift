import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// Several computers with a folder in place of a database: each has its own copy, and a hand carries files between
/// them.
@Suite(.realParts, .serialized) struct SyncFolderTests {
  private let place = TemporaryFolder()

  init() throws { for name in ["one", "two", "three"] { try Files.makeFolder(place(name)) } }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", place(home)])
  }

  private func done(_ words: String..., home: String) throws {
    let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", place(home)])
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
  }

  private func status(_ home: String) throws -> JSONNode {
    try JSONDocument(try run("status", "--json", home: home).output).root
  }

  private func head(_ name: String, seenBy home: String) throws -> Int64 {
    try status(home)["devices"]?.array?.first { $0["name"]?.string == name }?["head"]?.integer ?? -1
  }

  private func invite(_ home: String = "desk") throws -> String {
    try JSONDocument(run("invite", "--json", home: home).output).root["link"]?.string ?? ""
  }

  private func files(_ folder: String) throws -> [String] { try Files.names(inFolder: place(folder)) }

  /// Brings what is in one copy of the folder to another, but for some.
  private func carry(_ from: String, _ to: String, but isLeft: (String) -> Bool = { _ in false }) throws {
    for name in try files(from) where !isLeft(name) {
      try Files.replace("\(place(to))/\(name)", with: Files.read("\(place(from))/\(name)"))
    }
  }

  private func begin() throws {
    try done("init", "folder:\(place("one"))", "--name", "desk", home: "desk")
    try done("join", try invite(), "--url", "folder:\(place("two"))", "--name", "laptop", home: "laptop")
  }

  /// A session that came and went, in the log of a home.
  private func focus(in home: String) async throws {
    let service = try RunningService(home: place(home))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
  }

  @Test func twoComputersHearOfEachOtherWhateverTheOrder() async throws {
    try begin()
    try await focus(in: "desk")
    try done("now", home: "desk")
    #expect(try head("desk", seenBy: "laptop") == -1)
    try carry("one", "two")
    try carry("two", "one")
    for home in ["desk", "laptop", "desk"] { try done("now", home: home) }
    #expect(try head("desk", seenBy: "laptop") == head("desk", seenBy: "desk"))
    #expect(try head("laptop", seenBy: "desk") >= 1)
    let status = try status("laptop")
    #expect(status["carrier"]?.string == "folder" && status["why"]?.string == "")
    #expect(status["folder"]?.string == Files.real(place("two")))
    let words = try run("status", home: "laptop").output
    #expect(words.contains("folder"), "\(words)")
    let sizes = Set(try files("one").map { try Files.read("\(place("one"))/\($0)").count })
    #expect(sizes.count <= 8)
  }

  @Test func whatVanishedIsWrittenAgainAndWhatWasChangedIsNamed() async throws {
    try begin()
    try await focus(in: "desk")
    try done("now", home: "desk")
    let before = try files("one")
    let contents = try before.map { try Files.read("\(place("one"))/\($0)") }
    for name in before { try Files.remove("\(place("one"))/\(name)") }
    try done("now", home: "desk")
    #expect(try files("one") == before)
    #expect(try before.map { try Files.read("\(place("one"))/\($0)") } == contents)
    // Half a file, a copy and a stranger's file say nothing; one that was changed does.
    try carry("one", "two")
    let message = try #require(before.first { $0.contains("-m") })
    let octets = try Files.read("\(place("two"))/\(message)")
    try Files.replace("\(place("two"))/\(message)", with: Array(octets.prefix(300)))
    try Files.replace("\(place("two"))/holiday.jpg", with: [1, 2, 3])
    let stem = message.prefix { $0 != "." }
    try Files.replace("\(place("two"))/\(stem).sync-conflict-20261126-101010-ABCDEFG.focuskey", with: [1])
    try done("now", home: "laptop")
    #expect(try status("laptop")["why"]?.string == "")
    var changed = octets
    changed[200] ^= 1
    try Files.replace("\(place("two"))/\(message)", with: changed)
    try done("now", home: "laptop")
    #expect(try status("laptop")["why"]?.string?.contains("was changed or moved") == true)
    try Files.replace("\(place("two"))/\(message)", with: octets)
    try done("now", home: "laptop")
    #expect(try status("laptop")["why"]?.string == "")
    #expect(try head("desk", seenBy: "laptop") == head("desk", seenBy: "desk"))
  }

  @Test func aRevokedComputerHasNotTheNewKeyAndNothingOfTheOthersIsLost() async throws {
    try begin()
    try carry("two", "one")
    try done("join", try invite(), "--url", "folder:\(place("three"))", "--name", "tablet", home: "tablet")
    for (from, to) in [("three", "one"), ("one", "two"), ("one", "three")] { try carry(from, to) }
    for home in ["desk", "laptop", "tablet"] { try done("now", home: home) }
    for (from, to) in [("two", "one"), ("three", "one"), ("one", "two"), ("one", "three")] { try carry(from, to) }
    for home in ["desk", "laptop", "tablet"] { try done("now", home: home) }
    // The tablet writes with the old key: it has not heard yet.
    try await focus(in: "tablet")
    let said = try run("revoke", "laptop", home: "desk")
    #expect(said.exitCode == 0 && said.output.contains("folder"), "\(said.errors)")
    try done("now", home: "tablet")
    try carry("three", "one")
    try carry("one", "three")
    try carry("one", "two")
    for home in ["desk", "tablet", "desk"] { try done("now", home: home) }
    #expect(try head("tablet", seenBy: "desk") >= 3)
    let refused = try run("now", home: "laptop")
    #expect(refused.exitCode == 1 && refused.errors.contains("revoked"), "\(refused.errors)")
    try await focus(in: "desk")
    try done("now", home: "desk")
    try carry("one", "three")
    try done("now", home: "tablet")
    #expect(try head("desk", seenBy: "tablet") == head("desk", seenBy: "desk"))
    #expect(try status("tablet")["why"]?.string == "" && status("desk")["why"]?.string == "")
    try done("leave", home: "tablet")
    try carry("three", "one")
    try done("now", home: "desk")
    let device = try status("desk")["devices"]?.array?.first { $0["name"]?.string == "tablet" }
    #expect(device?["revoked"]?.bool == true)
  }

  @Test func twoRevocationsAtOnceLeaveNobodyWithTheKeyWhoIsOut() async throws {
    let names = ["desk", "laptop", "tablet", "phone"]
    try Files.makeFolder(place("four"))
    try begin()
    try carry("two", "one")
    for (name, folder) in [("tablet", "three"), ("phone", "four")] {
      try done("join", try invite(), "--url", "folder:\(place(folder))", "--name", name, home: name)
      try carry(folder, "one")
    }
    func everywhere(_ folders: [String] = ["one", "two", "three", "four"]) throws {
      for from in folders { for to in folders where to != from { try carry(from, to) } }
    }
    for _ in 0..<2 {
      try everywhere()
      for home in names { try done("now", home: home) }
    }
    try done("revoke", "tablet", home: "desk")
    try done("revoke", "phone", home: "laptop")
    // What each goes on with, before it hears of the other; and what one sends that does not know that it is out.
    for home in ["desk", "laptop", "tablet"] { try await focus(in: home) }
    for home in ["desk", "laptop", "tablet"] { try done("now", home: home) }
    let before = try head("tablet", seenBy: "desk")
    for _ in 0..<3 {
      for home in ["desk", "laptop"] { try done("now", home: home) }
      try everywhere()
    }
    for home in ["desk", "laptop"] { try done("now", home: home) }
    func keys(_ home: String) throws -> [String] {
      let keys = try JSONDocument(Files.read(place("\(home)/sync.json"))).root["keys"]?.array ?? []
      return keys.compactMap { $0["group"]?.string }
    }
    #expect(try keys("desk") == keys("laptop") && keys("desk").count >= 4)
    for home in ["tablet", "phone"] {
      #expect(try run("now", home: home).errors.contains("revoked"))
      #expect(try !keys(home).contains(keys("desk").last ?? ""), "\(home)")
    }
    for name in ["desk", "laptop"] {
      #expect(try head(name, seenBy: "desk") == head(name, seenBy: "laptop"), "\(name)")
    }
    for home in ["desk", "laptop"] { #expect(try status(home)["why"]?.string == "", "\(home)") }
    #expect(try head("tablet", seenBy: "desk") == before && head("tablet", seenBy: "laptop") == before)
    // It goes on: another one joins, and reads all of it.
    try done("join", try invite(), "--url", "folder:\(place("one"))", "--name", "watch", home: "watch")
    for name in ["desk", "laptop"] { #expect(try head(name, seenBy: "desk") == head(name, seenBy: "watch"), "\(name)") }
    #expect(try status("watch")["why"]?.string == "")
  }

  @Test func badFoldersAreOneLineEach() throws {
    try begin()
    for (words, home, code, part) in [
      (["init", "folder:\(place("nowhere"))"], "new", 66, "not there"),
      (["init", "folder:\(place("one"))"], "new", 77, "has a household"),
      (["init", "folder:"], "new", 66, "not there"), (["init", "folder:\(place("three"))"], "desk", 77, "already"),
      (["join", try invite(), "--url", "folder:\(place("nowhere"))"], "new", 66, "not there"),
    ] as [([String], String, Int32, String)] {
      let refused = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", place(home)])
      #expect(refused.exitCode == code && refused.output.isEmpty, "\(words): \(refused.errors)")
      #expect(refused.errors.contains(part) && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    #expect(!Files.exists(place("new/sync.json")))
  }

  @Test func servicesHearAtOnceOfWhatIsInTheFolder() async throws {
    try Files.makeFolder(place("shared"))
    try done("init", "folder:\(place("shared"))", "--name", "desk", home: "desk")
    try done("join", try invite(), "--name", "laptop", home: "laptop")
    let desk = try RunningService(home: place("desk"))
    let laptop = try RunningService(home: place("laptop"))
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    #expect(try desk("start", "work").exitCode == 0)
    #expect(await eventually { laptop.head(of: "desk") >= 2 && laptop.head(of: "desk") == desk.head(of: "desk") })
    #expect(laptop.sync?["why"]?.string == "", "\(String(describing: laptop.sync))")
    // Nothing happens, and nothing is done.
    let process = ProcessEntry.of(desk.id)
    #expect(
      await eventually {
        let before = process.wakeupsOfAllThreads
        sleep(2)
        return process.wakeupsOfAllThreads == before
      })
    // A stick that is pulled out and put in again.
    #expect(unsafe rename(place("shared"), place("away")) == 0)
    #expect(try laptop("start", "work").exitCode == 0)
    #expect(await eventually { laptop.line == "offline" })
    #expect(unsafe rename(place("away"), place("shared")) == 0)
    #expect(try laptop("sync", "now").exitCode == 0)
    #expect(await eventually { desk.head(of: "laptop") >= 2 && laptop.pending == 0 })
  }

  @Test func doctorNamesWhatIsWrongWithTheFolder() throws {
    func found() throws -> [String] {
      let done = try BuiltProgram.focuskey.run(["doctor", "--json", "--home", place("desk")])
      let findings = try JSONDocument(done.output).root["findings"]?.array ?? []
      return findings.compactMap { $0["kind"]?.string }.filter { $0.hasPrefix("sync-") }
    }
    try begin()
    #expect(try found() == [])
    let file = try #require(try files("one").first)
    try Files.replace(
      "\(place("one"))/\(file.prefix { $0 != "." }).sync-conflict-20261126-101010-ABCDEFG.focuskey", with: [1])
    #expect(try found() == ["sync-copies"])
    #expect(unsafe rename(place("one"), place("gone")) == 0)
    #expect(try found() == ["sync-no-folder"])
  }
}
