internal import CommandShell
internal import FocusHistory
internal import FocusWire
internal import ServiceContract
internal import Session

private let words = Operand<String>(.text("TEXT"), "what to remember; empty removes the note", count: .optional)
private let session = Option("session", value: .text("ID"), "the session, as history --json names it")
private let list = Flag("list", "list the sessions that have a note")

var noteCommand: ProgramCommand {
  ProgramCommand(
    "note", "Write a note about a session",
    discussion: """
      Without --session the note is about the session that is running, or about the last one. A new note takes the place of the
      old one. History shows it.

      $ focuskey note "The second half went well: phone in the kitchen."
      $ focuskey note --list
      """, takes: [words, session, list]
  ) { context throws(Failure) in
    let said = context.invocation[words]
    guard context.invocation[list] else {
      guard let said else {
        throw Failure(
          .usage, "no-note", "a note needs words", at: "TEXT", advice: "say what to remember, or use --list")
      }
      return try context.relay(PastRequests.note(said, context.invocation[session]))
    }
    if said != nil || context.invocation[session] != nil {
      throw Failure(.usage, "conflict", "--list goes with no other words", at: "--list", advice: "leave out the rest")
    }
    let zone = try context.zone()
    for session in try context.sessions(withDetails: true) {
      guard let note = session.details.note else { continue }
      let row = NotedSession(session: session, note: note, zone: zone)
      try context.write((context.wantsJSON ? row.json.text : row.text) + "\n")
    }
    return .done
  }
}

private struct NotedSession: PrintedAnswer {
  let session: SessionRecord
  let note: String
  let zone: CivilZone

  var text: String {
    let start = "\(ISO8601.text(zone.day(at: session.started))) \(clockTime(session.started, in: zone).prefix(5))"
    return "\(start)  \(session.profile.text)  \(oneLine(note))"
  }

  var json: JSONValue {
    [
      "session": .string(session.id.text), "started_at": .string(ISO8601.text(session.started, in: zone)),
      "profile": .string(session.profile.text), "note": .string(note),
    ]
  }
}
