internal import CommandShell
internal import ControlSocket
internal import FocusPorts
internal import Octets
internal import ServiceContract
internal import TagFormats

/// The running service's simulated reader; keytool works with its cards as with any others.
struct SimulatedBench: Sendable {
  static let reader = ReaderName(backend: "simulated", name: "Simulated reader")
  /// How often it is checked whether a card was put there.
  private static let pause = Duration.milliseconds(100)

  private let socket: String

  /// The card that is on it.
  struct Seen {
    let uid: [UInt8]
    let chip: String?
  }

  /// Whether a person who names a reader means the simulated one.
  static func isMeant(by name: String?) -> Bool { name == reader.backend || name == reader.name }

  /// Throws if no service runs there, or one without such a reader.
  init(_ home: Home) throws(Failure) {
    socket = home.socket
    _ = try card()
  }

  /// Returns the card on it; puts a blank one down if there is none and one is wanted.
  @discardableResult
  func card(orPutBlank: Bool = false) throws(Failure) -> Seen? {
    guard let card = try ask(TapRequests.card(orPutBlank))["card"], let text = card["uid"]?.string,
      let uid = try? HexText.octets(of: text)
    else { return nil }
    return Seen(uid: uid, chip: card["chip"]?.string)
  }

  /// Takes the card away from the reader.
  func lift() throws(Failure) {
    _ = try ask(TapRequests.tap(.lift))
  }

  /// Has the service keep what was written; one that is gone has kept it already.
  func release() {
    _ = try? ask(TapRequests.release())
  }

  func events() -> AsyncStream<ReaderEvent> {
    let (events, add) = AsyncStream.makeStream(of: ReaderEvent.self)
    let task = Task {
      var uid: [UInt8]?
      add.yield(.ready(Self.reader))
      while !Task.isCancelled {
        do throws(Failure) {
          let seen = try card()
          if let old = uid, seen?.uid != old { add.yield(.left(Self.reader, uid: old)) }
          if let seen, seen.uid != uid {
            add.yield(.arrived(Self.reader, PresentedCard(uid: seen.uid, chip: seen.chip), atStart: false))
          }
          uid = seen?.uid
        } catch {
          add.yield(.lost(Self.reader, why: error.what))
          return
        }
        try? await Task.sleep(for: Self.pause)
      }
    }
    add.onTermination = { _ in task.cancel() }
    return events
  }

  func session() throws(Failure) -> SimulatedSession {
    guard let seen = try card() else { throw .cardLeft }
    return SimulatedSession(try client(), uid: seen.uid)
  }

  private func client() throws(Failure) -> ControlClient {
    try renaming({ (_: ControlError) in Self.unreachable(socket) }, ControlClient(path: socket))
  }

  private func ask(_ request: SentRequest) throws(Failure) -> JSONNode {
    var client = try client()
    guard let line = try? client.ask(request.json.octets), let answer = try? JSONDocument(line).root else {
      throw Self.unreachable(socket)
    }
    guard answer["ok"]?.bool == true else {
      throw Failure(
        .unavailable, kind: answer["error"]?["kind"]?.string ?? "refused",
        what: answer["error"]?["message"]?.string ?? "the service refused the request",
        at: .text("--reader \(Self.reader.backend)"), advice: answer["error"]?["advice"]?.string ?? "")
    }
    return answer
  }

  private static func unreachable(_ socket: String) -> Failure {
    Failure(
      .unavailable, kind: "no-service", what: "no service is running whose simulated reader could be used",
      at: .text(socket), advice: "start one with: focuskey up")
  }
}

/// A conversation with the simulated card: each command goes to the service as it would on air.
struct SimulatedSession: ~Copyable, CardConversation {
  private var client: ControlClient
  let sighting: CardSighting
  let limits = CarrierLimits()

  init(_ client: consuming ControlClient, uid: [UInt8]) {
    self.client = client
    sighting = CardSighting(type: .type2, uid: uid)
  }

  mutating func exchange(_ command: CardCommand) -> CardAnswer {
    let frame: [UInt8]?
    switch command {
    case .reselect: frame = nil
    case .type2(let command): frame = command.frame
    case .type1, .type3, .type5, .classic, .apdu: return .notCarried
    }
    let request = TapRequests.exchange(sighting.uid, frame)
    guard let line = try? client.ask(request.json.octets), let answer = try? JSONDocument(line).root else {
      return .gone
    }
    switch answer["answer"]?.string {
    case "data": return (answer["hex"]?.string.flatMap { try? HexText.octets(of: $0) }).map { .data($0) } ?? .gone
    case "acknowledged": return .acknowledged
    case "refused": return .refused
    case "silent": return .silent
    case "not-carried": return .notCarried
    default: return .gone
    }
  }
}
