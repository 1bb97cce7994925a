import FocusWire
import Foundation
import TestSupport
import Testing

extension FactFormatTests {
  /// What is in people's logs and what their programs read. A new kind of fact adds lines; no line ever changes.
  /// `FOCUSKEY_GOLDEN=1` writes the file again.
  @Test("each kind of fact is kept, told and said as it always was")
  func golden() throws {
    let file = Repository.root + "/Tests/Rooms/FocusWire/facts.jsonl"
    let lines = facts().map { fact in
      let event = Event(at: fact.stamp.moment.wall, kind: .recorded(fact))
      let line: JSONValue = [
        "kept": fact.json, "told": event.json(in: settings.zone), "said": JSONValue(event.sentence(settings)),
      ]
      return line.text
    }
    if ProcessInfo.processInfo.environment["FOCUSKEY_GOLDEN"] == "1" {
      try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { String($0) }
    for (line, known) in zip(lines, golden) { #expect(line == known) }
    #expect(lines.count == golden.count)
  }
}
