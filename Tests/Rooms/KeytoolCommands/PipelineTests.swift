import CommandShell
import Glibc
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// `keytool ci` writes into a person's repository, and only what is not there.
@Suite(.realParts) struct PipelineTests {
  let keytool = Rehearsal(Keytool.program)

  private func text(_ name: String) throws -> String {
    String(decoding: try Files.read(keytool.folder(name)), as: UTF8.self)
  }

  @Test func aRepositoryGetsItsFiles() async throws {
    let outcome = try await keytool("ci", "--github", "--pre-commit", "--json")
    #expect(outcome.exitCode == .done, "\(outcome)")
    let files = try JSONDocument(outcome.lines[0]).root["files"]?.array?.compactMap { $0.string }
    #expect(files == ["action.yml", ".github/workflows/keytool.yml", ".pre-commit-config.yaml"])
    #expect(try text("action.yml").contains("focuskey-keytool aasa validate --format github"))
    #expect(try text(".github/workflows/keytool.yml").contains("uses: ./"))
    #expect(try text(".pre-commit-config.yaml").contains("entry: keytool aasa validate\n"))
    // A tab, or a line that is indented by an odd number, is not YAML of ours.
    for name in files ?? [] {
      for line in try text(name).split(separator: "\n") {
        #expect(!line.contains("\t") && line.prefix { $0 == " " }.count % 2 == 0, "\(name): \(line)")
      }
    }
  }

  @Test func whatIsThereIsKept() async throws {
    try Files.replace(keytool.folder(".pre-commit-config.yaml"), with: Array("mine".utf8))
    let kept = try await keytool("ci", "--github", "--pre-commit")
    #expect(kept.exitCode == .no && kept.errors.contains("--force"), "\(kept)")
    #expect(try text(".pre-commit-config.yaml") == "mine")
    #expect(!Files.exists(keytool.folder("action.yml")), "all or nothing")
    #expect(try await keytool("ci", "--pre-commit", "--force").exitCode == .done)
    #expect(try text(".pre-commit-config.yaml").contains("repos:"))
  }

  @Test func nothingIsWrittenThroughALink() async throws {
    let elsewhere = TemporaryFolder()
    try Files.replace(elsewhere("victim"), with: Array("mine".utf8))
    #expect(unsafe symlink(elsewhere("victim"), keytool.folder(".pre-commit-config.yaml")) == 0)
    #expect(unsafe symlink(elsewhere.path, keytool.folder(".github")) == 0)
    for words in [["--pre-commit"], ["--pre-commit", "--force"], ["--github"], ["--github", "--force"]] {
      let outcome = try await keytool.run(["ci"] + words)
      #expect(outcome.exitCode == .no && outcome.errors.contains("a link is in the way"), "\(outcome)")
    }
    #expect(try Files.read(elsewhere("victim")) == Array("mine".utf8))
    #expect(try Files.names(inFolder: elsewhere.path) == ["victim"])
    #expect(!Files.exists(keytool.folder("action.yml")))
  }

  @Test func theRepositoryIsFoundFromInside() async throws {
    try Files.makeFolder(keytool.folder("site/.git"))
    try Files.makeFolder(keytool.folder("site/public"))
    #expect(try await keytool("ci", "--pre-commit", "site").exitCode == .done)
    #expect(Files.exists(keytool.folder("site/.pre-commit-config.yaml")))
    #expect(try await keytool("ci", "--pre-commit", "nowhere").exitCode == .noInput)
    #expect(try await keytool("ci").exitCode == .usage)
  }

  /// What pre-commit finds in this repository for those who name it as theirs.
  @Test func thisRepositoryOffersTheSameHooks() throws {
    let root = String(#filePath.prefix(#filePath.count - "Tests/Rooms/KeytoolCommands/PipelineTests.swift".count))
    let hooks = String(decoding: try Files.read(root + ".pre-commit-hooks.yaml"), as: UTF8.self)
    for line in ["- id: keytool-aasa", "- id: keytool-assetlinks", "entry: keytool aasa validate"] {
      #expect(hooks.contains(line))
    }
  }
}
