import CommandSpec
import Testing

@Suite struct HelpTests {
  @Test func theProgram() {
    #expect(
      HelpPage.text(of: Sample.program) == """
        OVERVIEW: does what tests need

        A sample. It's "quoted", has a \\ and a [bracket]: and $dollars.

        USAGE: tool SUBCOMMAND ...

        OPTIONS:
          --home DIR              where everything lies
          --json                  answer as JSON
          -h, --help              show this help
          --version               show the version

        SUBCOMMANDS:
          ndef                    messages
          start                   begin
          move                    three operands

        More about each: tool help SUBCOMMAND

        """)
  }

  @Test func aGroup() {
    #expect(HelpPage.text(of: Sample.program, path: ["ndef"]).hasSuffix("More about each: tool help ndef SUBCOMMAND\n"))
  }

  @Test func aCommandWithAllItsArguments() {
    #expect(
      HelpPage.text(of: Sample.program, path: ["ndef", "encode"]) == """
        OVERVIEW: write a message

        Records stand in the message in the order in which they stand on the command
        line.

          $ tool ndef encode --uri https://focuskey.app/stop --text "it's over"

        USAGE: tool ndef encode [--uri URI] ... [--text TEXT] ... [--out FILE]
               [INPUT ...]

        ARGUMENTS:
          INPUT                   what to add

        OPTIONS:
          -u, --uri URI           a link
          --text TEXT             a text
          -o, --out FILE          where the message goes
          --home DIR              where everything lies
          --json                  answer as JSON
          -h, --help              show this help

        """)
    #expect(
      HelpPage.text(of: Sample.program, path: ["start"]) == """
        OVERVIEW: begin

        USAGE: tool start --minutes N [--format FORM] [--wait TIME] [PROFILE]

        ARGUMENTS:
          PROFILE                 which profile

        OPTIONS:
          --minutes N             how long (1 to 1440) (required)
          --format FORM           the form of the answer: table, json, csv
          --wait TIME             how long to wait (90s, 5m, 2h, 3d)
          --home DIR              where everything lies
          --json                  answer as JSON
          -h, --help              show this help

        """)
  }
}
