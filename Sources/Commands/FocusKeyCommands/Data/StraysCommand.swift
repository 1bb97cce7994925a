internal import CommandShell
internal import ControlSocket
internal import FocusHistory
internal import FocusPorts
internal import FocusWire
internal import Guarding
internal import SQLiteLog
internal import ServiceContract
internal import Spelling

private let since = Option("since", value: .text("DAY"), "first day: 2026-11-21, today, or Nd (days ago)")

var straysCommand: ProgramCommand {
  ProgramCommand(
    "strays", "List episodes of straying",
    discussion: """
      Each with its causes, how it ended, and how often the alarm rang. What you excused is listed and does not count.

      $ focuskey strays --since 7d
      """, takes: [since]
  ) { context throws(Failure) in
    let zone = try context.zone()
    let from = try context.invocation[since].map { text throws(Failure) in
      try zone.startOfDay(historyDay(text, zone, "--since"))
    }
    let strays = StraySpan.all(of: try context.facts(StraySpan.facts)).filter { $0.began >= from ?? $0.began }
    if let terminal = context.terminal {
      try context.writeInPages(screen(strays, zone, terminal).map { $0 + "\n" }.joined())
      return .done
    }
    for stray in strays {
      if context.wantsJSON {
        try context.write(octets: stray.json(in: zone).octets + [0x0A])
      } else {
        try context.write(row(stray, zone) + "\n")
      }
    }
    return .done
  }
}

private func row(_ stray: StraySpan, _ zone: CivilZone) -> String {
  let began = "\(ISO8601.text(zone.day(at: stray.began))) \(clockTime(stray.began, in: zone).prefix(5))"
  let causes = stray.causes.map { $0.word }.joined(separator: ", ")
  let rings = stray.rings == 0 ? "" : "  \(counted(stray.rings, "ring"))"
  return "\(began)  \(spokenLength(stray.length))  \(causes)  \(stray.why.word)\(rings)"
}

/// In columns, with counted straying set apart from what was excused.
private func screen(_ strays: [StraySpan], _ zone: CivilZone, _ terminal: TerminalStyle) -> [String] {
  guard !strays.isEmpty else { return [terminal.paint("No straying.", .faint)] }
  let rows = strays.map { stray in
    [
      TerminalCell(ISO8601.text(zone.day(at: stray.began)), .faint),
      TerminalCell(String(clockTime(stray.began, in: zone).prefix(5))),
      TerminalCell(spokenLength(stray.length), stray.isCounted ? .strong : .faint, isNumber: true),
      TerminalCell(stray.causes.map { $0.word }.joined(separator: ", "), stray.isCounted ? .warning : .faint),
      TerminalCell(stray.why.word),
      TerminalCell(stray.rings == 0 ? "" : counted(stray.rings, "ring"), .faint),
    ]
  }
  let length = strays.filter(\.isCounted).reduce(Int64(0)) { $0 + $1.length.wholeSeconds }
  let sum = "\(counted(strays.count, "episode")), \(durationWords(seconds: length)) that count"
  return terminal.table(rows) + [terminal.paint(sum, .faint)]
}

extension CommandContext {
  /// Reads facts where they are kept: the service need not run.
  func facts(_ kinds: [String]) throws(Failure) -> [Fact] {
    guard Files.exists(home.database) else { throw .control(.nobodyThere(path: home.socket)) }
    return try renaming({ Failure.log($0, home) }, LogReader(path: home.database).facts(of: kinds))
  }
}
