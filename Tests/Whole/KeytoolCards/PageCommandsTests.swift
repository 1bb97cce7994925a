import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The first five commands of somebody who has a card, a site and an app, as the page says them.
@Suite(.realParts, .timeLimit(.minutes(2))) struct PageCommandsTests {
  /// The lines of code below a heading of the page.
  private static func commands(below heading: String) throws -> [String] {
    let page = String(decoding: try Files.read(Repository.path("Sources/Documentation/keytool.md")), as: UTF8.self)
    let rest = page.split(separator: "\n## \(heading)\n", maxSplits: 1).last ?? ""
    let part = rest.split(separator: "\n## ", maxSplits: 1).first ?? ""
    return part.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  @Test func theFirstFiveCommandsDoWhatThePageSays() throws {
    let home = TemporaryFolder()
    let service = try RunningService(home: home.path)
    defer { service.stop() }
    let folder = TemporaryFolder()
    let commands = try Self.commands(below: "The first five commands")
    #expect(commands.count == 5)
    var outcomes: [BuiltProgram.Outcome] = []
    for command in commands {
      var words = command.split(separator: " ").map(String.init)
      #expect(words.removeFirst() == "keytool")
      // The reader is the one without hardware.
      if words[0] == "write" { words += ["--reader", "simulated", "--home", home.path] }
      let outcome = try BuiltProgram(at: "/usr/bin/env").run(
        ["-C", folder.path, BuiltProgram.keytool.path] + words, environment: TrialEnvironment.lines())
      #expect(outcome.exitCode == 0, "\(command): \(outcome)")
      outcomes.append(outcome)
    }
    #expect(outcomes.last?.output.contains("It starts Work.") == true, "\(outcomes)")
    #expect(outcomes[2].output.contains("valid: 1 app"))
    #expect(outcomes[3].output.hasPrefix("opens ABCDE12345.org.example.app"))
    #expect(Files.exists(folder("site/focus/index.html")))
  }

  /// Every command that the page names is one, with the options that it has.
  @Test func thePageNamesWhatThereIs() throws {
    let page = String(decoding: try Files.read(Repository.path("Sources/Documentation/keytool.md")), as: UTF8.self)
    let named =
      page.split(separator: "`").filter { $0.hasPrefix("keytool ") }
      + page.split(separator: "\n").compactMap {
        $0.hasPrefix("    keytool ") ? $0.dropFirst(4) : nil
      }
    #expect(named.count > 15)
    for command in named {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let path = words.prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-") }
      let help = try BuiltProgram.keytool.run(Array(path.prefix(2)) + ["--help"])
      #expect(
        help.exitCode == 0 && help.output.contains("keytool \(path.prefix(2).joined(separator: " "))"), "\(command)")
      for option in words where option.hasPrefix("--") { #expect(help.output.contains(option), "\(command)") }
    }
  }
}
