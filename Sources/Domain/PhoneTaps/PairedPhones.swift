internal import Octets

/// Judges requests of phones. A value: the caller stores ``phones`` before a verdict has effect.
package struct PairedPhones: Equatable, Sendable {
  /// How far a phone's clock may be off, in seconds.
  static let tolerance: Int64 = 90
  /// How long a challenge may be answered, in seconds.
  static let challengeValidity: Int64 = 30

  /// What this computer is called in every proof.
  package let desk: PhoneName
  package private(set) var phones: [Phone]
  package private(set) var offer: PairingOffer?
  /// Challenges are derived from it, so that none has to be kept.
  private let secret: [UInt8]
  /// Answered challenges, each with the time until which it could be answered again.
  private var answered: [[UInt8]: Int64] = [:]

  /// `secret` is random; challenges made with another secret are void.
  package init(desk: PhoneName, phones: [Phone] = [], secret: [UInt8]) {
    self.desk = desk
    self.phones = phones
    self.secret = secret
  }

  /// Whether any phone is paired or invited now.
  package func isOpen(at now: PhoneMoment) -> Bool {
    phones.contains { !$0.isRevoked } || (offer.map { now.steady < $0.closes } ?? false)
  }

  // MARK: What the person does

  /// Invites a phone by a code; an earlier invitation is void. The name is free, or that of a phone that is revoked.
  package mutating func invite(_ offer: PairingOffer) {
    self.offer = offer
  }

  /// Adds a phone whose key the person copies over by hand.
  package mutating func admit(_ phone: Phone) {
    phones.removeAll { $0.name == phone.name }
    phones.append(phone)
  }

  /// Refuses a phone for good. Returns whether there is such a phone.
  package mutating func revoke(_ name: PhoneName) -> Bool {
    if offer?.name == name { offer = nil }
    guard let index = phones.firstIndex(where: { $0.name == name }) else { return false }
    phones[index].isRevoked = true
    return true
  }

  package func freeName(for wish: PhoneName) -> PhoneName {
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
  /// Judges a request. The order of refusals is always the same: unknown, revoked, wrong proof, stale, replayed.
  ///
  /// A request without a right proof changes nothing here, so that no stranger can keep a phone out: a key has 256
  /// bits, which nobody guesses, and a challenge is kept nowhere.
  ///
  /// - Parameters:
  ///   - chance: four random octets, for a challenge.
  ///   - hashes: what proofs are made with.
  package mutating func judge(
    _ request: PhoneRequest, at now: PhoneMoment, chance: [UInt8], _ hashes: PhoneHashes
  ) -> PhoneVerdict {
    do throws(PhoneRefusal) {
      switch request {
      case .challenge:
        return .challenge(HexText.text(of: challenge(chance, hashes, at: now.steady)))
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
    let covered = "pair1|\(phone)|\(desk.text)|\(nonce)|\(box)"
    // What a page of ours covers with the code's key has these lengths.
    guard isSame(hashes.code(offer.key, Array(covered.utf8)), hexOctets(proof, count: 32) ?? []),
      hexOctets(nonce, count: 16) != nil, let box = hexOctets(box, count: 32)
    else { throw .badProof }
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
    let index = try proven(phone, .page) { key in
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
    let index = try proven(phone, .shortcut) { key in
      // Shortcuts hash text alone, so the key is text too.
      let key = Base64URLText.text(of: key)
      let inner = HexText.text(of: hashes.digest(Array("\(key)\(challenge)\(route)".utf8)))
      return isSame(hashes.digest(Array("\(key)\(inner)".utf8)), hexOctets(proof, count: 32) ?? [])
    }
    answered = answered.filter { now.steady < $0.value }
    guard let octets = hexOctets(challenge, count: 16), isOpen(octets, hashes, at: now.steady),
      answered.updateValue(now.steady + Self.challengeValidity, forKey: octets) == nil
    else { throw .replayed }
    return index
  }

  /// A challenge of this second: its time, four random octets, and half of the code that covers both.
  private func challenge(_ chance: [UInt8], _ hashes: PhoneHashes, at steady: Int64) -> [UInt8] {
    let second = UInt32(truncatingIfNeeded: steady)
    let front = (0..<4).map { UInt8(truncatingIfNeeded: second >> (24 - 8 * $0)) } + chance.prefix(4)
    return front + hashes.code(secret, Array("challenge1|".utf8) + front).prefix(16 - front.count)
  }

  private func isOpen(_ octets: [UInt8], _ hashes: PhoneHashes, at steady: Int64) -> Bool {
    let second = octets[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    let age = Int64(UInt32(truncatingIfNeeded: steady) &- second)
    return age < Self.challengeValidity
      && isSame(octets, challenge(Array(octets[4..<8]), hashes, at: steady - age))
  }

  /// The index of the phone, if its proof is right.
  private func proven(
    _ phone: String, _ way: Phone.Way, _ isRight: (_ key: [UInt8]) -> Bool
  ) throws(PhoneRefusal) -> Int {
    guard let index = phones.firstIndex(where: { $0.name.text == phone }) else { throw .unknownPhone }
    guard !phones[index].isRevoked else { throw .revoked }
    // The proof is computed in either case, so that the time tells nothing.
    let isProven = isRight(phones[index].key)
    guard isProven, phones[index].way == way else { throw .badProof }
    return index
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
