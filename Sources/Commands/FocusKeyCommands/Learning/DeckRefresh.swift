internal import CommandShell
internal import DeckFiles
internal import Learning
internal import Study
internal import WebCalls

enum DeckRefresh {
  private static let deck = Operand<String>(
    .text("DECK", wordList: "decks"), "which deck (default: all from an address)", count: .optional)

  static let command = ProgramCommand(
    "refresh", "Fetch decks from their addresses again",
    discussion: """
      Only decks that were imported from an address are fetched, and only when you ask. A deck that has not changed there, or that cannot be read any \
      more, stays as it is.
      """, takes: [deck],
    run: { context throws(Failure) in try await run(context) })

  private static func run(_ context: CommandContext) async throws(Failure) -> ExitCode {
    let room = try StudyRoom(context)
    let all = try shelved(room.shelf.decks())
    var wanted = all.filter { RemoteDeck.isAddress($0.source) }
    if let name = context.invocation[deck] {
      _ = try room.deck(named: name)
      wanted.removeAll { $0.name != name }
      guard !wanted.isEmpty else {
        throw Failure(
          .no, kind: "not-remote", what: "this deck did not come from an address", at: .text(name),
          advice: "import it again from its file")
      }
    }
    for old in wanted {
      let remote = try await RemoteDeck.fetch(old.source, version: old.version)
      if remote.isUnchanged {
        try context.answer(DeckAnswer(text: "\(old.name) has not changed."))
        continue
      }
      let shown = try shelved(room.shelf.shown(by: old.name))
      let content = try DeckImport.read(.octets(remote.octets), old.source, old.name, shown, context)
      let (deck, media) = (content.deck, content.media)
      _ = try shelved(room.shelf.put(deck, from: old.source, version: remote.version, media: media))
      try context.answer(ImportedDeck(deck: deck))
    }
    return .done
  }
}

struct RemoteDeck {
  /// The fetched bytes; empty if nothing changed.
  let octets: [UInt8]
  let isUnchanged: Bool
  /// What to ask with next time (`ETag`).
  let version: String

  /// Whether a source is an address: https, or http on this computer.
  static func isAddress(_ source: String) -> Bool {
    source.hasPrefix("https://")
      || ["http://127.0.0.1", "http://localhost"].contains { host in
        source.hasPrefix(host + ":") || source.hasPrefix(host + "/")
      }
  }

  static func fetch(_ address: String, version: String) async throws(Failure) -> RemoteDeck {
    if let fault = WebCaller.fault {
      throw Failure(
        .unavailable, kind: "no-libcurl", what: fault, at: .text(address), advice: "install Debian's package libcurl4")
    }
    var call = WebCall(address, schemes: address.hasPrefix("https:") ? ["https"] : ["http"], userAgent: "focuskey")
    if !version.isEmpty { call.headers.append(WebCall.Header(name: "If-None-Match", value: version)) }
    call.mostOctets = 64 << 20
    let reply = await WebCaller(named: "deck").make(call)
    switch reply.outcome {
    case .answer(200):
      let found = reply.headers.first { $0.name == "etag" }?.value ?? ""
      return RemoteDeck(octets: reply.body, isUnchanged: false, version: found.utf8.count <= 300 ? found : "")
    case .answer(304): return RemoteDeck(octets: [], isUnchanged: true, version: version)
    case .answer(let status):
      throw Failure(
        .noInput, kind: "not-fetched", what: "the server answered \(status)", at: .text(address),
        advice: "check the address; the deck stays as it was")
    case .tooLarge:
      throw Failure(
        .badData, kind: "too-large", what: "the deck is too large", at: .text(address), advice: "nothing was imported")
    case .timedOut:
      throw Failure(.timedOut, kind: "timed-out", what: "no answer", at: .text(address), advice: "try again")
    case .badCertificate(let why), .noEncryption(let why), .notResolved(let why), .notConnected(let why),
      .broken(let why):
      throw Failure(
        .unavailable, kind: "not-fetched", what: "the deck cannot be fetched", at: .text(address), advice: why)
    }
  }
}
