import FocusWire
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

extension Desk {
  /// Puts the log of a rehearsal into a home, as `focuskey import` takes it from a file, with other facts between its
  /// own.
  func moveIn(to home: String, with settings: Settings, and others: [(at: Int, line: String)] = []) throws {
    let lines = [LogLine.head, .settings(settings.storedJSON, at: log[0].stamp.moment.wall)]
    var facts = log.map { (at: Int($0.stamp.moment.wall.milliseconds), line: LogLine.fact($0).json.text) } + others
    facts.sort { $0.at < $1.at }
    let end: [LogLine] = [.alive(now), .end(facts: facts.count, settings: 1)]
    let text = lines.map { $0.json.text } + facts.map { $0.line } + end.map { $0.json.text }
    let folder = TemporaryFolder()
    try Files.replace(folder("in.jsonl"), with: Array(text.map { $0 + "\n" }.joined().utf8))
    let outcome = try BuiltProgram.focuskey("import", folder("in.jsonl"), "--home", home)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
