internal import Octets

/// The phones of this computer, and who judges what claims to come from one.
///
/// A value: nothing of it acts. Whoever keeps it writes ``phones`` down before a verdict has any effect.
public struct PairedPhones: Equatable, Sendable {
  /// How many wrong proofs in a row lock a phone's name.
  static let mostWrongProofs = 5
  /// How long it stays locked, in seconds.
  static let lockLength: Int64 = 600
  /// How far a phone's clock may be off, in seconds.
  static let tolerance: Int64 = 90
  /// How long a challenge may be answered, in seconds.
  static let challengeValidity: Int64 = 30
  /// How many challenges may be open at once; the oldest is void first.
  static let mostChallenges = 64

  /// What this computer is called in every proof.
  public let desk: PhoneName
  /// The phones, in the order in which they were paired.
  public private(set) var phones: [Phone]
  /// The open invitation.
  public private(set) var offer: PairingOffer?
  private var trials: [PhoneName: Trials] = [:]
  private var challenges: [Challenge] = []

  /// Wrong proofs under one name.
  private struct Trials: Equatable, Sendable {
    var wrong = 0
    var lockedUntil: Int64 = .min
  }

  private struct Challenge: Equatable, Sendable {
    let text: String
    let closes: Int64
  }

  /// The phones as they were written down.
  public init(desk: PhoneName, phones: [Phone] = []) {
    self.desk = desk
    self.phones = phones
  }

  /// Whether anybody is to be listened to.
  ///
  /// - Parameter now: the moment.
  public func isOpen(at now: PhoneMoment) -> Bool {
    phones.contains { !$0.isRevoked } || (offer.map { now.steady < $0.closes } ?? false)
  }

  // MARK: What the person does

  /// Invites a phone by a code; an earlier invitation is void. The name is free, or that of a phone that is revoked.
  public mutating func invite(_ offer: PairingOffer) {
    self.offer = offer
  }

  /// Takes a phone in whose key the person carries over by hand.
  public mutating func admit(_ phone: Phone) {
    phones.removeAll { $0.name == phone.name }
    trials[phone.name] = nil
    phones.append(phone)
  }

  /// Takes a phone's rights away for good.
  ///
  /// - Returns: whether there is such a phone.
  public mutating func revoke(_ name: PhoneName) -> Bool {
    if offer?.name == name { offer = nil }
    guard let index = phones.firstIndex(where: { $0.name == name }) else { return false }
    phones[index].isRevoked = true
    return true
  }

  /// A name that no phone has, made from a wish.
  public func freeName(for wish: PhoneName) -> PhoneName {
    var name = wish
    var number = 2
    while phones.contains(where: { $0.name == name && !$0.isRevoked }) {
      let end = "-\(number)"
      name = PhoneName(String(wish.text.prefix(24 - end.utf8.count)) + end) ?? wish
      number += 1
    }
    return name
  }
}

// MARK: What comes over the network

extension PairedPhones {
  /// Judges a request. The order of refusals is always the same: unknown, revoked, locked, wrong proof, stale,
  /// replayed.
  ///
  /// - Parameters:
  ///   - chance: sixteen random octets, for a challenge.
  ///   - hashes: what proofs are made with.
  public mutating func judge(
    _ request: PhoneRequest, at now: PhoneMoment, chance: [UInt8], _ hashes: PhoneHashes
  ) -> PhoneVerdict {
    do throws(PhoneRefusal) {
      switch request {
      case .challenge:
        return .challenge(openChallenge(chance, at: now))
      case .pair(let phone, let nonce, let box, let proof):
        return .paired(try pair(phone, nonce, box, proof, at: now, hashes))
      case .tap(let phone, let number, let time, let route, let proof):
        let index = try tap(phone, number, time, route, proof, at: now, hashes)
        return .tapped(phones[index].name, route: route)
      case .answer(let phone, let challenge, let route, let proof):
        let index = try answer(phone, challenge, route, proof, at: now, hashes)
        return .tapped(phones[index].name, route: route)
      }
    } catch {
      return .refused(error)
    }
  }

  private mutating func pair(
    _ phone: String, _ nonce: String, _ box: String, _ proof: String, at now: PhoneMoment, _ hashes: PhoneHashes
  ) throws(PhoneRefusal) -> PhoneName {
    guard let offer, offer.name.text == phone else {
      guard let known = phones.first(where: { $0.name.text == phone }) else { throw .unknownPhone }
      throw known.isRevoked ? .revoked : .used
    }
    guard now.steady < offer.closes else { throw .expired }
    try checkLock(of: offer.name, at: now)
    let covered = "pair1|\(phone)|\(desk.text)|\(nonce)|\(box)"
    let isRight = isSame(hashes.code(offer.key, Array(covered.utf8)), hexOctets(proof, count: 32) ?? [])
    try count(isRight, of: offer.name, at: now)
    // What a page of ours covers with the code's key has these lengths.
    guard hexOctets(nonce, count: 16) != nil, let box = hexOctets(box, count: 32) else { throw .badProof }
    let pad = hashes.code(offer.key, Array("pair1-key|\(phone)|\(desk.text)|\(nonce)".utf8))
    guard pad.count == box.count else { throw .badProof }
    admit(Phone(name: offer.name, way: .page, key: zip(box, pad).map { $0 ^ $1 }, pairedAt: now.wall))
    self.offer = nil
    return offer.name
  }

  private mutating func tap(
    _ phone: String, _ number: String, _ time: String, _ route: String, _ proof: String, at now: PhoneMoment,
    _ hashes: PhoneHashes
  ) throws(PhoneRefusal) -> Int {
    let covered = "tap1|\(phone)|\(desk.text)|\(number)|\(time)|\(route)"
    let index = try proven(phone, .page, at: now) { key in
      isSame(hashes.code(key, Array(covered.utf8)), hexOctets(proof, count: 32) ?? [])
    }
    // A page of ours covers whole numbers, so a right proof over anything else is a mistake of somebody's own.
    guard let number = decimal(number), let time = decimal(time).flatMap({ Int64(exactly: $0) }) else {
      throw .badProof
    }
    let (ahead, isFar) = time.subtractingReportingOverflow(now.wall)
    guard !isFar, -Self.tolerance...Self.tolerance ~= ahead else { throw .stale(seconds: isFar ? .max : ahead) }
    guard number > phones[index].counter else { throw .replayed }
    phones[index].counter = number
    return index
  }

  private mutating func answer(
    _ phone: String, _ challenge: String, _ route: String, _ proof: String, at now: PhoneMoment, _ hashes: PhoneHashes
  ) throws(PhoneRefusal) -> Int {
    let index = try proven(phone, .shortcut, at: now) { key in
      // Shortcuts hash text alone, so the key is text too.
      let key = Base64URLText.text(of: key)
      let inner = HexText.text(of: hashes.digest(Array("\(key)\(challenge)\(route)".utf8)))
      return isSame(hashes.digest(Array("\(key)\(inner)".utf8)), hexOctets(proof, count: 32) ?? [])
    }
    guard let place = challenges.firstIndex(where: { $0.text == challenge && now.steady < $0.closes }) else {
      throw .replayed
    }
    challenges.remove(at: place)
    return index
  }

  private mutating func openChallenge(_ chance: [UInt8], at now: PhoneMoment) -> String {
    challenges.removeAll { now.steady >= $0.closes }
    if challenges.count >= Self.mostChallenges { challenges.removeFirst() }
    let text = HexText.text(of: chance)
    challenges.append(Challenge(text: text, closes: now.steady + Self.challengeValidity))
    return text
  }

  /// The place of a phone whose proof is right.
  private mutating func proven(
    _ phone: String, _ way: Phone.Way, at now: PhoneMoment, _ isRight: (_ key: [UInt8]) -> Bool
  ) throws(PhoneRefusal) -> Int {
    guard let index = phones.firstIndex(where: { $0.name.text == phone }) else { throw .unknownPhone }
    guard !phones[index].isRevoked else { throw .revoked }
    try checkLock(of: phones[index].name, at: now)
    // The proof is computed in either case, so that the time tells nothing.
    let isProven = isRight(phones[index].key)
    try count(isProven && phones[index].way == way, of: phones[index].name, at: now)
    return index
  }

  private func checkLock(of name: PhoneName, at now: PhoneMoment) throws(PhoneRefusal) {
    if let until = trials[name]?.lockedUntil, now.steady < until { throw .locked(seconds: until - now.steady) }
  }

  private mutating func count(_ isRight: Bool, of name: PhoneName, at now: PhoneMoment) throws(PhoneRefusal) {
    guard !isRight else {
      trials[name] = nil
      return
    }
    var trial = trials[name] ?? Trials()
    trial.wrong += 1
    if trial.wrong >= Self.mostWrongProofs { trial = Trials(lockedUntil: now.steady + Self.lockLength) }
    trials[name] = trial
    throw .badProof
  }
}

/// The octets of exactly `count` pairs of hexadecimal digits.
private func hexOctets(_ text: String, count: Int) -> [UInt8]? {
  guard text.utf8.count == 2 * count, let octets = try? HexText.octets(of: text), octets.count == count else {
    return nil
  }
  return octets
}

/// A number in decimal digits alone, without a zero in front.
private func decimal(_ text: String) -> UInt64? {
  guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
    text == "0" || text.utf8.first != UInt8(ascii: "0")
  else { return nil }
  return UInt64(text)
}
