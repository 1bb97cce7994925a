package import FocusSession
internal import Octets
internal import PostgresMailbox
internal import Sealing
package import ServiceContract
internal import SyncProtocol

/// What to do with a card that travels between a joining computer and a member.
package enum KeyCardDeed: Equatable, Sendable {
  case write(hex: String, answer: JSONValue)
  /// Do nothing: the card waits for the other computer.
  case wait(answer: JSONValue)
  /// This computer has joined; the card is erased.
  case erase(answer: JSONValue)
}

package struct CardRequest: Equatable, Sendable {
  let publicKey: [UInt8]
  /// The six digits that the asking computer showed.
  package let digits: String
}

/// Joining by a card, on both sides. Only the computer that asked can read the card's secrets.
extension Household {
  /// How long an answer can be used, in seconds: the card has to be carried.
  private static let cardSeconds = 900

  /// The joining computer's step; `hex` is `nil` for an empty card, `url` completes a short form.
  package func joinStep(
    card hex: String?, url: String?, called name: String?, at wall: Timestamp
  ) throws(SyncFault) -> KeyCardDeed {
    try mustBeOff()
    let sodium = try sodium()
    let known = JoiningNote(at: home.joining, sodium)
    switch KeyCardContents(hex: hex) {
    case .damaged: throw .damagedCard
    case .other: throw .usedCard
    case .blank: return try ask(known, sodium)
    case .card(.request(let key)):
      guard key == known?.keys.publicKey else { throw .busyCard }
      return .wait(answer: Self.asked(try Self.digits(of: key, sodium)))
    case .card(.answer(let box)):
      guard let keys = known?.keys, let octets = sodium.open(box, with: keys) else { throw .strangersCard }
      let invitation = try renaming(SyncFault.invitation, Invitation(octets: octets))
      if invitation.isOver(at: UInt64(clamping: wall.milliseconds / 1000)) { throw .over }
      return .erase(answer: try joined(invitation, ticket: nil, called: name))
    case .card(.shortAnswer(let box)):
      guard let keys = known?.keys, let octets = sodium.open(box, with: keys) else { throw .strangersCard }
      guard let url else { throw .needsAddress }
      let short = try renaming(SyncFault.invitation, ShortInvitation(octets: octets))
      return .erase(
        answer: try joined(
          Self.invitation(short, url, sodium), ticket: Self.ticket(of: short, keys.publicKey, sodium), called: name))
    }
  }

  package func request(onCard hex: String?) throws(SyncFault) -> CardRequest {
    try mustBeIn()
    switch KeyCardContents(hex: hex) {
    case .damaged: throw .damagedCard
    case .blank, .other, .card(.answer), .card(.shortAnswer): throw .noRequest
    case .card(.request(let key)): return CardRequest(publicKey: key, digits: try Self.digits(of: key, try sodium()))
    }
  }

  /// The invitation, or its short form if it exceeds the card's `capacity` in octets.
  package func answer(
    _ request: CardRequest, on capacity: Int, at wall: Timestamp
  ) throws(SyncFault) -> (hex: String, answer: JSONValue) {
    // With the key that counts now.
    _ = try sync(at: wall)
    let (note, sodium) = (try note(), try sodium())
    let expires = wall.milliseconds / 1000 + Int64(Self.cardSeconds)
    let invitation = try invitation(of: note, until: UInt64(clamping: expires))
    let mailbox = try mailbox(of: note)
    let whole = KeyCardContents.message(.answer(sealed: try Self.seal(invitation.octets, to: request, sodium)))
    if whole.count <= capacity {
      try SyncFault.asking { () throws(MailboxError) in
        try mailbox.invite(Self.ticket(of: invitation, sodium), seconds: Self.cardSeconds)
      }
      return (HexText.text(of: whole), ["ok": true, "form": "whole", "digits": .string(request.digits)])
    }
    // The short form has one key, so what was sealed with an older one could never be read.
    guard note.keys.count == 1, let key = note.keys.first, key.epoch == .first,
      let short = ShortInvitation(group: key.group, owner: note.owner)
    else { throw .smallCard(needed: whole.count, capacity: capacity) }
    let message = KeyCardContents.message(.shortAnswer(sealed: try Self.seal(short.octets, to: request, sodium)))
    guard message.count <= capacity else { throw .smallCard(needed: message.count, capacity: capacity) }
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.invite(Self.ticket(of: short, request.publicKey, sodium), seconds: Self.cardSeconds)
    }
    return (
      HexText.text(of: message),
      [
        "ok": true, "form": "minimal", "digits": .string(request.digits),
        "url": .string(note.folder == nil ? "\(note.url) password='\(note.password)'" : note.url),
      ]
    )
  }

  private func ask(_ known: JoiningNote?, _ sodium: Sodium) throws(SyncFault) -> KeyCardDeed {
    let keys: DeviceKeys
    if let known {
      keys = known.keys
    } else {
      try renaming(SyncFault.system, home.makeFolders())
      keys = try renaming(SyncFault.system, JoiningNote(makingAt: home.joining, sodium).keys)
    }
    return .write(
      hex: HexText.text(of: KeyCardContents.message(.request(publicKey: keys.publicKey))),
      answer: Self.asked(try Self.digits(of: keys.publicKey, sodium)))
  }

  private func joined(
    _ invitation: Invitation, ticket: [UInt8]?, called name: String?
  ) throws(SyncFault) -> JSONValue {
    let status = try join(invitation, ticket: ticket, called: name)
    // The key was good for this once.
    try? Files.remove(home.joining)
    return status
  }

  /// Completes the short form with what a person typed.
  private static func invitation(
    _ short: ShortInvitation, _ url: String, _ sodium: Sodium
  ) throws(SyncFault) -> Invitation {
    let keys = [Invitation.Key(epoch: .first, group: short.group)]
    if FolderURL.path(of: url) != nil {
      let password = sodium.chance(Invitation.passwordCount)
      guard
        let invitation = Invitation(keys: keys, owner: short.owner, password: password, expires: .max, url: url)
      else { throw .mailbox(.badAddress("it is too long")) }
      return invitation
    }
    let address = try SyncFault.asking { () throws(MailboxError) in try MailboxAddress(url) }
    guard let password = Base64URLText.octets(of: address.password),
      let invitation = Invitation(keys: keys, owner: short.owner, password: password, expires: .max, url: address.text)
    else { throw .mailbox(.badAddress("the password is not the one that sync invite --card showed")) }
    return invitation
  }

  private static func asked(_ digits: String) -> JSONValue { ["ok": true, "step": "asked", "digits": .string(digits)] }

  private static func digits(of key: [UInt8], _ sodium: Sodium) throws(SyncFault) -> String {
    return try renaming(SyncFault.sealing, sodium.checkDigits(of: key))
  }

  private static func seal(
    _ octets: [UInt8], to request: CardRequest, _ sodium: Sodium
  ) throws(SyncFault) -> [UInt8] {
    return try renaming(SyncFault.sealing, sodium.seal(octets, to: request.publicKey))
  }

  private static func ticket(of short: ShortInvitation, _ key: [UInt8], _ sodium: Sodium) -> [UInt8] {
    Array(sodium.functions.hash(short.octets + key, [], 32).prefix(16))
  }
}
