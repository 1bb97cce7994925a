import CommandSpec
import Testing

@Suite struct ManualTests {
  static let page = ManualPage.mdoc(of: Sample.program)

  @Test(.enabled(if: Shell.isInstalled("mandoc")))
  func mandocFindsNothingToSay() throws {
    #expect(try Shell.run("mandoc -T lint -W style $SCRIPT", script: Self.page).output == "")
  }

  @Test func thePage() {
    #expect(
      Self.page == """
        .Dd November 21, 2026
        .Dt TOOL 1
        .Os
        .Sh NAME
        .Nm tool
        .Nd does what tests need
        .Sh SYNOPSIS
        .Nm
        .Ar command
        .Op Ar option ...
        .Op Ar operand ...
        .Sh DESCRIPTION
        A sample.
        It's "quoted", has a \\e and a [bracket]: and $dollars.
        .Pp
        These options go with every command:
        .Bl -tag -width Ds
        .It Fl \\-home Ar DIR
        Where everything lies.
        .It Fl \\-json
        Answer as JSON.
        .It Fl h , Fl \\-help
        Show this help.
        .El
        .Pp
        The program by itself also knows
        .Fl \\-version .
        .Sh COMMANDS
        .Ss ndef encode
        .Bd -ragged
        .Nm
        .Cm ndef encode
        .Op Fl \\-uri Ar URI ...
        """ + Self.page.dropFirst(Self.page.range(before: "\n.Op Fl \\-text"))
    )
    #expect(Self.page.contains(".Dl $ tool ndef encode --uri https://focuskey.app/stop --text \\(dqit's over\\(dq\n"))
    #expect(!Self.page.contains("ghost") && !Self.page.contains("secret"))
  }
}

extension String {
  fileprivate func range(before mark: String) -> Int {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(mark) { rest = rest.dropFirst() }
    return count - rest.count
  }
}
