import RealParts
import TestSupport
import Testing

/// `night eye`: the picture on standard output (Contract.md).
@Suite(.realParts) struct NightEyeCommandTests {
  private func eye(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["night", "eye"] + arguments)
  }

  @Test func theSameNightIsTheSamePicture() throws {
    let one = try eye("--minutes", "47", "--date", "2026-11-21")
    #expect(one.exitCode == 0)
    #expect(one.output.hasPrefix("<svg "))
    #expect(one.output.contains("<title>Awake for 47 minutes</title>"))
    #expect(try eye("--minutes", "47", "--date", "2026-11-21").output == one.output)
    #expect(try eye("--minutes", "47", "--date", "2026-11-22").output != one.output)
    #expect(try eye("--minutes", "3").exitCode == 0)
  }

  @Test func badInputIsRefused() throws {
    #expect(try eye().exitCode == 64)
    #expect(try eye("--minutes", "-1").exitCode == 64)
    #expect(try eye("--minutes", "many").exitCode == 64)
    #expect(try eye("--minutes", "5", "--date", "2026-02-30").exitCode == 64)
  }
}
