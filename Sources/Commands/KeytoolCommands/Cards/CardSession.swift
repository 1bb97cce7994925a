internal import LibNFCReader
internal import PCSCReader
internal import TagFormats

/// A conversation with the card on a reader, over PC/SC, libnfc or to the simulated one.
enum CardSession: ~Copyable, CardConversation {
  case pcsc(PCSCSession)
  case libnfc(LibNFCSession)
  case simulated(SimulatedSession)

  var sighting: CardSighting {
    switch self {
    case .pcsc(let session): session.sighting
    case .libnfc(let session): session.sighting
    case .simulated(let session): session.sighting
    }
  }

  var limits: CarrierLimits {
    switch self {
    case .pcsc(let session): session.limits
    case .libnfc(let session): session.limits
    case .simulated(let session): session.limits
    }
  }

  mutating func exchange(_ command: CardCommand) -> CardAnswer {
    switch consume self {
    case .pcsc(var session):
      let answer = session.exchange(command)
      self = .pcsc(session)
      return answer
    case .libnfc(var session):
      let answer = session.exchange(command)
      self = .libnfc(session)
      return answer
    case .simulated(var session):
      let answer = session.exchange(command)
      self = .simulated(session)
      return answer
    }
  }

  mutating func beginReading() throws(TagError) {
    switch consume self {
    case .pcsc(let session): self = .pcsc(session)
    case .simulated(let session): self = .simulated(session)
    case .libnfc(var session):
      let outcome = Result { () throws(TagError) in try session.beginReading() }
      self = .libnfc(session)
      try outcome.get()
    }
  }

  static func over<Outcome>(_ session: inout PCSCSession, _ body: (inout CardSession) -> Outcome) -> Outcome {
    var card = CardSession.pcsc(session)
    let outcome = body(&card)
    switch consume card {
    case .pcsc(let back): session = back
    case .libnfc: preconditionFailure("a conversation does not change its reader")
    case .simulated: preconditionFailure("a conversation does not change its reader")
    }
    return outcome
  }

  static func over<Outcome>(_ session: inout LibNFCSession, _ body: (inout CardSession) -> Outcome) -> Outcome {
    var card = CardSession.libnfc(session)
    let outcome = body(&card)
    switch consume card {
    case .libnfc(let back): session = back
    case .pcsc: preconditionFailure("a conversation does not change its reader")
    case .simulated: preconditionFailure("a conversation does not change its reader")
    }
    return outcome
  }

  static func over<Outcome>(_ session: consuming SimulatedSession, _ body: (inout CardSession) -> Outcome) -> Outcome {
    var card = CardSession.simulated(session)
    return body(&card)
  }
}
