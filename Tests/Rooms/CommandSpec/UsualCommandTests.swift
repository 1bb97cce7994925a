import CommandSpec
import Testing

/// A group of which one command is meant where none is named.
@Suite struct UsualCommandTests {
  private let day = Operand<String>(.text("DAY"), "the day", count: .optional)

  private func program(usual: String?) -> ProgramSpec {
    let show = CommandSpec("show", "Show a night", takes: [day])
    let rebuild = CommandSpec("rebuild", "Make them again")
    return ProgramSpec(
      "sample", version: "1", date: "today", "a sample",
      commands: [CommandSpec(group: "night", "Nights", subcommands: [show, rebuild], usual: usual)])
  }

  private func command(_ words: String..., usual: String? = "show") throws -> [String] {
    guard case .run(let invocation) = try program(usual: usual).parse(words) else { return [] }
    return invocation.command + [invocation[day] ?? "-"]
  }

  @Test("its operand may follow the group's name, or nothing")
  func meant() throws {
    #expect(try command("night") == ["night", "show", "-"])
    #expect(try command("night", "2026-11-21") == ["night", "show", "2026-11-21"])
    #expect(try command("night", "show", "2026-11-21") == ["night", "show", "2026-11-21"])
    #expect(try command("night", "rebuild") == ["night", "rebuild", "-"])
  }

  @Test("without a usual command one has to be named")
  func named() {
    #expect(throws: UsageError.self) { try command("night", usual: nil) }
    #expect(throws: UsageError.self) { try command("night", "2026-11-21", usual: nil) }
  }
}
