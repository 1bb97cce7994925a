internal import TagFormats

/// How a DESFire and the NTAG 4xx let a key be proven and changed.
extension Type4Card {
  struct Proof: Equatable, Sendable {
    var riddle: [UInt8]
    var isAES: Bool
    var isLRP: Bool
    var number: UInt8
  }

  enum Session: Equatable, Sendable {
    case des(DESSession)
    case aes(AESSession)
  }

  /// The key with this number in the application or card that is selected.
  func key(_ number: UInt8) -> [UInt8] {
    guard number > 0 else { return isSelected ? keys.application : keys.card }
    return keys.others[number] ?? [UInt8](repeating: 0, count: 16)
  }

  mutating func beginProof(_ command: CommandAPDU) -> CardAnswer {
    session = nil
    let isAES = command.ins == 0x71
    guard let ciphers, let number = command.data.first, isAES != chip.isLikeDESFire || chip == .desfireEV3,
      command.data.count == (isAES ? 2 + Int(command.data.dropFirst().first ?? 0) : 1)
    else { return status(0x911C) }
    let key = key(number)
    guard number <= (isAES ? lastKey : 0) else { return status(0x9140) }
    guard key.count == (isAES ? 16 : 8) else { return status(0x91AE) }
    // A reader that does not say that it can do LRP is refused in that mode; one that does is answered in the card's.
    let knowsLRP = command.data.count > 2 && command.data[2] & 0x02 != 0
    guard knowsLRP || !speaksLRP else { return status(0x919D) }
    let riddle = ciphers.chance(isAES ? 16 : 8)
    proof = Proof(riddle: riddle, isAES: isAES, isLRP: speaksLRP, number: number)
    if speaksLRP { return status(0x91AF, after: [0x01] + riddle) }
    let hidden =
      isAES
      ? ciphers.aes(riddle, key, [UInt8](repeating: 0, count: 16), .enciphering)
      : ciphers.des(riddle, key, .enciphering)
    return status(0x91AF, after: hidden)
  }

  mutating func finishProof(_ octets: [UInt8]) -> CardAnswer {
    guard let proof, let ciphers else { return status(0x911C) }
    self.proof = nil
    let size = proof.riddle.count
    guard octets.count == 2 * size else { return status(0x917E) }
    let zero = [UInt8](repeating: 0, count: 16)
    let key = key(proof.number)
    if proof.isLRP { return finishLRP(proof, octets, key, ciphers) }
    let plain =
      proof.isAES
      ? ciphers.aes(octets, key, zero, .deciphering) : DESSession.received(octets, key: key, ciphers)
    let reader = Array(plain[0..<size])
    let turned = Array(reader.dropFirst()) + reader.prefix(1)
    guard plain[size...].elementsEqual(proof.riddle.dropFirst() + proof.riddle.prefix(1)) else { return status(0x91AE) }
    provenKey = proof.number
    guard proof.isAES else {
      session = .des(DESSession(reader: reader, card: proof.riddle, ciphers: ciphers))
      return status(0x9100, after: ciphers.des(turned, key, .enciphering))
    }
    let identifier = ciphers.chance(4)
    session = .aes(AESSession(key: key, reader: reader, card: proof.riddle, identifier: identifier, ciphers: ciphers))
    let answer = identifier + turned + [UInt8](repeating: 0, count: 12)
    return status(0x9100, after: ciphers.aes(answer, key, zero, .enciphering))
  }

  private mutating func finishLRP(
    _ proof: Proof, _ octets: [UInt8], _ key: [UInt8], _ ciphers: CardCiphers
  ) -> CardAnswer {
    let reader = Array(octets[0..<16])
    var aes = AESSession(lrp: key, reader: reader, card: proof.riddle, ciphers: ciphers)
    guard aes.proof(of: reader + proof.riddle) == Array(octets[16...]) else { return status(0x91AE) }
    let told = aes.telling(ciphers.chance(4))
    let code = aes.proof(of: proof.riddle + reader + told)
    provenKey = proof.number
    session = .aes(aes)
    return status(0x9100, after: told + code)
  }

  var lastKey: UInt8 {
    if chip == .desfireEV3 { return max(1, keys.told & 0x0F) - 1 }
    return chip == .ntag413DNA ? 2 : 4
  }

  /// Turns LRP mode on. The open session goes on as it began; the answer has no code.
  mutating func configure(_ data: [UInt8]) -> CardAnswer {
    guard chip.knowsLRP, case .aes(var aes) = session, provenKey == 0 else { return status(0x91AE) }
    guard data.first == 0x05, let plain = aes.opened(0x5C, data, headCount: 1), plain.count == 10 else {
      return refusedForGood(0x911E)
    }
    if plain[4] & 0x02 != 0 { speaksLRP = true }
    aes.advance()
    session = .aes(aes)
    return status(0x9100)
  }

  mutating func counted(_ answer: CardAnswer) -> CardAnswer {
    if case .aes(var aes) = session {
      aes.advance()
      session = .aes(aes)
    }
    return answer
  }

  /// Changes a key other than 0, under key 0.
  mutating func changeKey(_ data: [UInt8]) -> CardAnswer {
    guard case .aes(var aes) = session, provenKey == 0 else { return status(0x91AE) }
    guard let number = data.first, 1...max(1, lastKey) ~= number, let plain = aes.opened(0xC4, data, headCount: 1),
      plain.count == 21
    else { return refusedForGood(0x911E) }
    let new = zip(plain, key(number)).map { $0 ^ $1 }
    guard SigningKeys.checksum(new) == Array(plain[17...]) else { return refusedForGood(0x911E) }
    keys.others[number] = new
    aes.advance()
    session = .aes(aes)
    return status(0x9100, after: aes.code(ofAnswer: 0x00))
  }

  mutating func refusedForGood(_ word: UInt16) -> CardAnswer {
    session = nil
    return status(word)
  }
}
