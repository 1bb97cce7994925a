import Catalogues
import CommandShell
import FocusKeyCommands
import Languages
import Testing

/// What help says of commands and options: short, in the imperative, under five headings.
@Suite struct CommandWordsTests {
  private static let root = FocusKey.program.spec.root

  private static func all(_ command: CommandSpec, _ path: String) -> [(path: String, command: CommandSpec)] {
    [(path, command)] + command.subcommands.flatMap { all($0, "\(path) \($0.name)") }
  }

  private static func words(_ text: String) -> Int { text.split(separator: " ").count }

  @Test func aSummaryHasAtMostEightWordsAndBeginsWithACapital() {
    for (path, command) in Self.all(Self.root, "focuskey").dropFirst() {
      #expect(Self.words(command.abstract) <= 8, "\(path): \(command.abstract)")
      #expect(command.abstract.first?.isUppercase == true, "\(path): \(command.abstract)")
      #expect(!command.abstract.hasSuffix("."), "\(path): \(command.abstract)")
    }
  }

  @Test func anOptionHasAtMostEightWords() {
    for (path, command) in Self.all(Self.root, "focuskey") {
      for option in command.options {
        #expect(Self.words(option.help) <= 8, "\(path) --\(option.name): \(option.help)")
      }
    }
  }

  @Test(arguments: [
    ("profile", "profile", "profiles"), ("key", "key", "keys"), ("category", "category", "categories"),
    ("schedule", "schedule", "schedules"),
  ])
  func listCommandsSayWhatTheyList(group: String, kind: String, list: String) throws {
    let commands = try #require(Self.root.subcommands.first { $0.name == group }).subcommands
    func abstract(_ name: String) -> String? { commands.first { $0.name == name }?.abstract }
    #expect(abstract("list") == "List \(list)")
    #expect(abstract("add")?.hasPrefix("Add a \(kind)") == true)
    #expect(abstract("show")?.hasPrefix("Show a \(kind)") == true)
    #expect(abstract("edit")?.hasPrefix("Change a \(kind)") == true)
    #expect(abstract("remove")?.hasPrefix("Remove a \(kind)") == true)
    #expect(abstract("import")?.hasPrefix("Import \(list) from a file") == true)
    #expect(abstract("export") == "Export \(list) to a file")
  }

  @Test func whatIsRunOftenIsTheSameCommandAlone() {
    let often = Self.root.subcommands.filter { FocusKey.often($0.name) != nil }
    #expect(often.count > 10 && often.contains { $0.name == "status" } && often.contains { $0.name == "tap" })
    for command in often {
      let alone = FocusKey.often(command.name)?.spec
      #expect(alone?.name == command.name && alone?.abstract == command.abstract)
      #expect(alone?.subcommands.map(\.name) == command.subcommands.map(\.name), "\(command.name)")
    }
  }

  @Test func helpShowsTheTwentyWordsOfADay() throws {
    let digest = try #require(FocusKey.program.spec.digest)
    #expect(digest.daily.count == 20 && Set(digest.daily).count == 20)
    let page = HelpPage.text(of: FocusKey.program.spec, isWhole: false)
    for command in Self.root.subcommands where !command.isHidden {
      let isShown = page.contains("\n  \(command.name) ")
      #expect(isShown == digest.daily.contains(command.name), "\(command.name)")
    }
    #expect(page.contains("focuskey --help --all"))
  }

  @Test func noSlipIsACommandOrLeadsNowhere() {
    let names = Set(Self.root.subcommands.map(\.name))
    for (slip, way) in FocusKey.program.spec.slips {
      #expect(!names.contains(slip))
      let named = way.split(separator: " ").indices.dropFirst().compactMap { index -> String? in
        let words = way.split(separator: " ")
        guard words[index - 1] == "focuskey" else { return nil }
        return String(words[index].filter { $0 != ";" && $0 != "," })
      }
      #expect(!named.isEmpty && named.allSatisfy { names.contains($0) || $0 == "--version" }, "\(slip): \(way)")
      let speech = Speech.speaking(.japanese)
      #expect(speech.say(way) != way, "\(slip): \(way)")
    }
  }

  @Test func helpGroupsTheCommands() {
    let page = HelpPage.text(of: FocusKey.program.spec)
    let headings = page.split(separator: "\n").filter {
      $0.hasSuffix(":") && !$0.hasPrefix(" ") && $0 == $0.uppercased()
    }
    #expect(
      headings == [
        "OPTIONS:", "SESSION:", "SEE:", "PLAN:", "SET UP:", "LEARN:", "MOVE:", "CARDS:", "SERVICE:", "OTHER:",
      ])
    let ungrouped = Self.root.subcommands.filter { $0.section.isEmpty && !$0.isHidden }.map(\.name)
    #expect(ungrouped == ["completion", "manual"])
  }
}
