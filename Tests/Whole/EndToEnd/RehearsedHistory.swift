import FocusSession
import FocusWire
import JSONText
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

extension Desk {
  /// Puts the log of a rehearsal into a home, as `focuskey import` takes it from a file.
  func moveIn(to home: String, with settings: Settings) throws {
    var lines = [LogLine.head, .settings(settings.storedJSON, at: log[0].stamp.moment.wall)]
    lines += log.map { .fact($0) } + [.alive(now), .end(facts: log.count, settings: 1)]
    let folder = TemporaryFolder()
    try Files.replace(folder("in.jsonl"), with: Array(lines.map { $0.json.text + "\n" }.joined().utf8))
    let outcome = try BuiltProgram.focuskey("import", folder("in.jsonl"), "--home", home)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
