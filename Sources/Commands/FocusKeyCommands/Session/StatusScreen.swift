internal import CommandShell
internal import ControlSocket
internal import Languages
internal import ServiceContract
internal import Session
internal import Spelling

/// What a terminal shows beside the status: names and colours of profiles, and today's focus.
struct StatusBackdrop {
  let faces: ProfileFaces
  let stats: JSONNode?

  init(_ context: CommandContext, for status: JSONNode) {
    faces = ProfileFaces(context)
    // Only an idle screen has room for the day.
    stats =
      status["state"]?.string == "idle" ? (try? ServiceCall(context).ask(PastRequests.statistics(nil)))?["stats"] : nil
  }
}

extension StatusAnswer {
  /// The state in colour, a bar that drains while the session runs, and a line for each detail.
  func screen(_ terminal: TerminalStyle) -> String {
    guard let backdrop else { return text }
    var lines = [headline(terminal, backdrop)]
    if let bar = bar(terminal, backdrop) { lines.append("  " + bar) }
    if let question { lines.append(sentence(question, .warning, terminal)) }
    if let visits { lines.append(sentence(visits, .faint, terminal)) }
    if let breaks { lines.append(sentence(breaks, .faint, terminal)) }
    if let next = next(backdrop) { lines.append(sentence(next, .faint, terminal)) }
    if let blocking = status["blocking"], let words = blocking["text"]?.string {
      lines.append(sentence(words, Self.tone(of: blocking), terminal))
    }
    if let incident = status["log"]?["text"]?.string { lines.append(sentence(incident, .bad, terminal)) }
    lines += readers.map { sentence($0.words, $0.isLost ? .warning : .faint, terminal) }
    lines += sessionsElsewhere(status).map { sentence($0, .faint, terminal) }
    return lines.joined(separator: "\n")
  }

  private static func tone(of blocking: JSONNode) -> TerminalStyle.Tone {
    switch blocking["state"]?.string {
    case "none": .bad
    case "partly", "crowded": .warning
    case "blocking": .good
    // Nothing is to be blocked now; a fix says that nothing could be.
    default: blocking["fix"]?.string == nil ? .faint : .warning
    }
  }

  /// Not broken into lines, so that the command at its end works when it is pasted.
  private func sentence(_ text: String, _ tone: TerminalStyle.Tone, _ terminal: TerminalStyle) -> String {
    "  " + terminal.paint(oneLine(terminal.speech.say(text)), tone)
  }

  private func headline(_ terminal: TerminalStyle, _ backdrop: StatusBackdrop) -> String {
    let profile = status["profile"]?.string ?? ""
    let name = backdrop.faces.name(of: profile)
    let tone = backdrop.faces.tone(of: profile)
    let task = status["task"]?.string.map { "  " + cutText(oneLine($0), to: 60, unicode: terminal.hasUnicode) } ?? ""
    switch status["state"]?.string {
    case "focusing":
      let time = terminal.speech.say("  \(words(status["focused_seconds"], .elapsed))")
      return terminal.paint("\(mark("\u{25CF}", "*", terminal)) \(name)", tone) + terminal.paint(time, .strong) + task
    case "break":
      let left = terminal.speech.say("  \(words(status["break"]?["remaining_seconds"], .left)) left")
      return terminal.paint("\(mark("\u{25D0}", "-", terminal)) " + terminal.speech.say("Break from \(name)"), tone)
        + terminal.paint(left, .strong) + task
    default:
      return terminal.paint("\(mark("\u{25CB}", "o", terminal)) " + terminal.speech.say("Idle"), .strong)
        + terminal.paint(terminal.speech.say(today(backdrop)), .faint)
    }
  }

  private func mark(_ sign: String, _ plain: String, _ terminal: TerminalStyle) -> String {
    terminal.hasUnicode ? sign : plain
  }

  /// What was done today, and for how many days in a row.
  private func today(_ backdrop: StatusBackdrop) -> String {
    guard let stats = backdrop.stats, let today = stats["today"]?["focused_seconds"]?.integer else { return "" }
    let streak = stats["streak"]?["days"]?.integer ?? 0
    return "  \(durationWords(seconds: today)) today"
      + (streak > 1 ? ", \(counted(streak, "day")) in a row" : "")
  }

  /// How much of a planned session is left: full at its start, empty at its end, as the dashboard's ring.
  private func bar(_ terminal: TerminalStyle, _ backdrop: StatusBackdrop) -> String? {
    guard status["state"]?.string == "focusing", let left = status["remaining_seconds"]?.integer,
      let focused = status["focused_seconds"]?.integer, left + focused > 0
    else { return nil }
    let whole = durationWords(seconds: left + focused, .left)
    let words = terminal.speech.say("\(durationWords(seconds: left, .left)) left of \(whole)")
    let columns = max(8, min(40, terminal.columns - terminalColumns(of: words) - 6))
    let bar = terminal.bar(
      Double(left) / Double(left + focused), columns: columns,
      backdrop.faces.tone(of: status["profile"]?.string ?? ""))
    return "\(bar)  \(words)"
  }

  private func next(_ backdrop: StatusBackdrop) -> String? {
    guard let next = status["next"], let profile = next["profile"]?.string, let at = clock(next["at"]) else {
      return nil
    }
    return "Next: \(backdrop.faces.name(of: profile)) at \(at.prefix(5))"
  }
}
