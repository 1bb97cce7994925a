internal import CommandShell
internal import FocusPorts
internal import Octets
internal import TagFormats

var watchCommand: ProgramCommand {
  ProgramCommand(
    "watch", "Show cards and readers coming and going",
    discussion: """
      Tells of each card that arrives and leaves, and of readers that are plugged in and out, until it is interrupted or the time given \
      with --timeout is over.

      $ keytool watch
      $ keytool watch --json --timeout 60s | jq .uid
      """, takes: [CardOptions.waiting]
  ) { context throws(Failure) in
    try await CardReaders.use(context) { station throws(Failure) in
      let isLimited = context.invocation[CardOptions.timeout] != nil
      if isLimited { station.startTimer() }
      while let event = await station.nextEvent() {
        try context.answer(try await report(of: event, &station))
        try context.flush()
      }
      return .done
    }
  }
}

/// Returns the event; a card that arrived is read for it.
private func report(of event: ReaderEvent, _ station: inout CardReaders) async throws(Failure) -> CardSeen {
  guard case .arrived(let reader, _, let atStart) = event else {
    return CardSeen(event: event, card: nil, atStart: false)
  }
  do throws(Failure) {
    let card = try await station.work(at: reader) { session throws(Failure) in
      try CardOperations.read(&session, .tap, at: reader.name)
    }
    return CardSeen(event: event, card: CardReport(reader: reader.name, contents: card), atStart: atStart)
  } catch {
    return CardSeen(event: event, card: nil, atStart: atStart)
  }
}

private struct CardSeen: PrintedAnswer {
  let event: ReaderEvent
  let card: CardReport?
  let atStart: Bool

  var text: String {
    switch event {
    case .ready(let reader): "\(reader.name) is ready"
    case .lost(let reader, let why): "\(reader.name) is gone: \(why)"
    case .arrived(let reader, let seen, _):
      card?.text ?? "\(HexText.text(of: seen.uid, uppercase: true)) on \(reader.name)"
    case .left(let reader, let uid): "\(HexText.text(of: uid, uppercase: true)) left \(reader.name)"
    case .severalCards(let reader): "several cards on \(reader.name): use one at a time"
    case .unreadable(let reader, _, let why): "a card on \(reader.name) could not be read: \(why)"
    }
  }

  var json: JSONValue {
    func object(_ name: String, _ reader: ReaderName, _ more: [(String, JSONValue)] = []) -> JSONValue {
      var object = JSONObject()
      object.append("event", .string(name))
      object.append("reader", .string(reader.name))
      for (name, value) in more { object.append(name, value) }
      return .object(object)
    }
    switch event {
    case .ready(let reader): return object("ready", reader)
    case .lost(let reader, let why): return object("lost", reader, [("why", .string(why))])
    case .left(let reader, let uid):
      return object("left", reader, [("uid", .string(HexText.text(of: uid, uppercase: true)))])
    case .severalCards(let reader): return object("several-cards", reader)
    case .unreadable(let reader, _, let why): return object("unreadable", reader, [("why", .string(why))])
    case .arrived(let reader, let seen, _):
      return object(
        "arrived", reader,
        [
          ("uid", .string(HexText.text(of: seen.uid, uppercase: true))), ("at_start", .bool(atStart)),
          ("card", card?.json ?? .null),
        ])
    }
  }
}
