import CommandShell
import Testing

/// How answers are laid out and coloured, for terminals that can do more and less.
@Suite struct TerminalStyleTests {
  let plain = TerminalStyle(columns: 40, rows: 10, colours: .none, hasUnicode: false)
  let rich = TerminalStyle(columns: 40, rows: 10, colours: .many, hasUnicode: true)
  let few = TerminalStyle(columns: 40, rows: 10, colours: .eight, hasUnicode: true)

  @Test func coloursAreThoseOfTheTerminal() {
    #expect(plain.paint("up", .good) == "up")
    #expect(plain.paint("Work", .strong) == "Work")
    #expect(rich.paint("Work", .accent(0)) == "\u{1B}[38;5;36mWork\u{1B}[0m")
    #expect(few.paint("Work", .accent(0)) == "\u{1B}[32mWork\u{1B}[0m")
    #expect(rich.paint("Work", .accent(6)) == rich.paint("Work", .accent(0)), "there are six")
    #expect(Set((0..<6).map { rich.paint("x", .accent($0)) }).count == 6)
    #expect(Set((0..<6).map { few.paint("x", .accent($0)) }).count == 6)
    #expect(rich.paint("", .bad).isEmpty)
  }

  @Test(arguments: [0, 0.01, 0.125, 0.5, 0.99, 1, -3, 7, Double.nan])
  func aBarIsAlwaysAsWideAsItIsTold(fraction: Double) {
    var bare = rich
    bare.colours = .none
    #expect(bare.bar(fraction, columns: 12, .good).count == 12)
    #expect(plain.bar(fraction, columns: 12, .good).count == 14)
  }

  @Test func aBarIsFilledFromTheLeft() {
    var bare = rich
    bare.colours = .none
    #expect(bare.bar(0.5, columns: 4, .good) == "██░░")
    #expect(bare.bar(0.3125, columns: 4, .good) == "█▎░░")
    #expect(plain.bar(0.5, columns: 4, .good) == "[##..]")
  }

  @Test func columnsAreAlignedWhateverIsInThem() {
    let rows = [
      [TerminalCell("Übung"), TerminalCell("5 min", isNumber: true), TerminalCell(""), TerminalCell("one")],
      [TerminalCell("漢字"), TerminalCell("1 h 20 min", isNumber: true), TerminalCell(""), TerminalCell("two")],
    ]
    #expect(plain.table(rows) == ["Übung       5 min  one", "漢字   1 h 20 min  two"])
  }

  @Test func theLastColumnEndsWhereTheTerminalDoes() {
    let rows = [[TerminalCell("name"), TerminalCell(String(repeating: "x", count: 60))]]
    #expect(plain.table(rows)[0].count == 40)
    #expect(plain.table(rows)[0].hasSuffix("x..."))
    #expect(plain.table(rows, cutsLast: false)[0].count == 66, "a command at its end has to work as it is pasted")
  }

  @Test func whatATerminalWouldObeyIsShown() {
    let rows = [[TerminalCell("a\u{1B}[2Jb"), TerminalCell("c\nd")]]
    #expect(plain.table(rows) == ["a\\u{1B}[2Jb  c\\u{A}d"])
  }
}
