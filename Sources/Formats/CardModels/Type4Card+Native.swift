internal import TagFormats

/// The language of the DESFire and of the NTAG 4xx: what a plan that formats or closes a card needs of it.
extension Type4Card {
  /// A riddle that the reader has still to solve.
  struct Proof: Equatable, Sendable {
    var riddle: [UInt8]
    var isAES: Bool
    var number: UInt8
  }

  /// What a solved riddle allows.
  enum Session: Equatable, Sendable {
    case des(DESSession)
    case aes(AESSession)
  }

  mutating func native(_ command: CommandAPDU) -> CardAnswer {
    switch command.ins {
    case 0x5A: return status(selectNumber(command.data))
    case 0x0A, 0x71: return beginProof(command)
    case 0x6E:
      return chip.isLikeDESFire ? status(0x9100, after: Self.lowFirst(freeMemory, count: 3)) : status(0x911C)
    case 0xCA: return status(createApplication(command.data))
    case 0xCD: return status(createFile(command.data))
    case 0x3D where chip.isLikeDESFire, 0x8D: return counted(status(write(command.data)))
    case 0xF5: return fileSettings(command.data)
    case 0x5F: return changeFileSettings(command.data)
    case 0xC4: return changeKey(command.data)
    default: return status(0x911C)
    }
  }

  // MARK: - Conditions

  /// Whether one of these conditions is fulfilled now: free, or the key that was proven.
  private func isFulfilled(_ conditions: UInt8...) -> Bool {
    conditions.contains { $0 == 0xE || session != nil && $0 == provenKey }
  }

  private func numbers(of identifier: UInt16) -> NumberedFile? {
    numbered.values.first { $0.identifier == identifier }
  }

  func mayRead(_ identifier: UInt16) -> Bool {
    guard let file = numbers(of: identifier) else { return true }
    return isFulfilled(file.settings[2] >> 4, file.settings[1] >> 4)
  }

  /// Whether a file may be written now; `nil` if it has no settings.
  func mayWrite(_ identifier: UInt16) -> Bool? {
    guard let file = numbers(of: identifier) else { return nil }
    return isFulfilled(file.settings[2] & 0xF, file.settings[1] >> 4)
  }

  // MARK: - What is laid over a file

  /// A file as it reads: UID and counter in the clear where the settings have them. The first reading of each selection
  /// counts.
  mutating func asRead(_ octets: [UInt8], of identifier: UInt16) -> [UInt8] {
    guard let file = numbers(of: identifier),
      let overlay = Type4FileSettings([0x00] + file.settings.prefix(3) + [0, 0, 0] + file.settings.dropFirst(3))?
        .overlay
    else { return octets }
    if !hasCounted {
      hasCounted = true
      counter = min(counter + 1, 0xFF_FFFF)
    }
    var shown = octets
    func lay(_ digits: [UInt8], at place: Int?) {
      guard let place, place + digits.count <= shown.count else { return }
      shown.replaceSubrange(place..<place + digits.count, with: digits)
    }
    lay(MirrorOverlay.digits(of: uid), at: overlay.uid)
    lay(MirrorOverlay.digits(of: Self.lowFirst(Int(counter), count: 3).reversed()), at: overlay.counter)
    if let ciphers, file.settings.count > 5, uid.count == 7 {
      let (metaNumber, fileNumber) = (file.settings[5] >> 4, file.settings[5] & 0xF)
      let tap = uid + Self.lowFirst(Int(counter), count: 3)
      if let place = overlay.cipherText {
        let plain = [0xC7] + tap + ciphers.chance(5)
        let zero = [UInt8](repeating: 0, count: 16)
        lay(MirrorOverlay.digits(of: ciphers.aes(plain, key(metaNumber), zero, .enciphering)), at: place)
      }
      if let code = overlay.code, code.from <= code.at, code.at <= shown.count {
        let session = ciphers.code([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80] + tap, key(fileNumber))
        let full = ciphers.code(Array(shown[code.from..<code.at]), session)
        lay(MirrorOverlay.digits(of: stride(from: 1, to: 16, by: 2).map { full[$0] }), at: code.at)
      }
    }
    return shown
  }

  // MARK: - Keys

  /// The key with this number in what is selected.
  private func key(_ number: UInt8) -> [UInt8] {
    guard number > 0 else { return isSelected ? keys.application : keys.card }
    return keys.others[number] ?? [UInt8](repeating: 0, count: 16)
  }

  private mutating func beginProof(_ command: CommandAPDU) -> CardAnswer {
    session = nil
    let isAES = command.ins == 0x71
    guard let ciphers, command.data.count == (isAES ? 2 : 1), isAES != chip.isLikeDESFire else { return status(0x911C) }
    let number = command.data[0]
    let key = key(number)
    guard number <= (isAES ? 4 : 0), key.count == (isAES ? 16 : 8) else { return status(0x9140) }
    let riddle = ciphers.chance(isAES ? 16 : 8)
    proof = Proof(riddle: riddle, isAES: isAES, number: number)
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
    session = .aes(
      AESSession(key: key, reader: reader, card: proof.riddle, identifier: identifier, ciphers: ciphers))
    let answer = identifier + turned + [UInt8](repeating: 0, count: 12)
    return status(0x9100, after: ciphers.aes(answer, key, zero, .enciphering))
  }

  /// Counts a plain command under a proven key.
  private mutating func counted(_ answer: CardAnswer) -> CardAnswer {
    if case .aes(var aes) = session {
      aes.advance()
      session = .aes(aes)
    }
    return answer
  }

  // MARK: - Applications and files

  private mutating func selectNumber(_ data: [UInt8]) -> UInt16 {
    guard data.count == 3, chip.isLikeDESFire else { return 0x911C }
    let isCard = data == [0, 0, 0]
    guard isCard || hasApplication && data == [1, 0, 0] else { return 0x91A0 }
    session = nil
    file = nil
    isSelected = !isCard
    return 0x9100
  }

  private mutating func createApplication(_ data: [UInt8]) -> UInt16 {
    guard chip.isLikeDESFire, !isSelected else { return 0x919D }
    guard data.count == 14, data[5...].elementsEqual([0x10, 0xE1, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]) else {
      return 0x917E
    }
    guard !hasApplication else { return 0x91DE }
    hasApplication = true
    keys.application = [UInt8](repeating: 0, count: 8)
    freeMemory -= 64
    return 0x9100
  }

  private mutating func createFile(_ data: [UInt8]) -> UInt16 {
    guard chip.isLikeDESFire, isSelected else { return 0x919D }
    guard data.count == 9 else { return 0x917E }
    let identifier = UInt16(data[1]) | UInt16(data[2]) << 8
    let size = Int(data[6]) | Int(data[7]) << 8 | Int(data[8]) << 16
    guard numbered[data[0]] == nil, files[identifier] == nil else { return 0x91DE }
    let blocks = (size + 31) / 32 * 32
    guard blocks <= freeMemory else { return 0x910E }
    freeMemory -= blocks
    numbered[data[0]] = NumberedFile(identifier: identifier, settings: Array(data[3..<6]))
    files[identifier] = [UInt8](repeating: 0, count: size)
    return 0x9100
  }

  private mutating func write(_ data: [UInt8]) -> UInt16 {
    guard isSelected, let number = data.first, let file = numbered[number] else { return 0x91F0 }
    guard data.count >= 7 else { return 0x917E }
    let offset = Int(data[1]) | Int(data[2]) << 8 | Int(data[3]) << 16
    let octets = data[7...]
    guard octets.count == Int(data[4]) | Int(data[5]) << 8 | Int(data[6]) << 16 else { return 0x917E }
    guard mayWrite(file.identifier) == true else { return session == nil ? 0x91AE : 0x919D }
    guard offset + octets.count <= files[file.identifier]?.count ?? 0 else { return 0x91BE }
    files[file.identifier]?.replaceSubrange(offset..<offset + octets.count, with: octets)
    return 0x9100
  }

  /// Under a proven key of an NTAG 4xx this would have to be signed; the model answers only those who have proven none.
  private func fileSettings(_ data: [UInt8]) -> CardAnswer {
    guard isSelected, data.count == 1, let file = numbered[data[0]] else { return status(0x91F0) }
    if case .aes = session { return status(0x917E) }
    let size = Self.lowFirst(files[file.identifier]?.count ?? 0, count: 3)
    return status(0x9100, after: [0x00] + file.settings.prefix(3) + size + file.settings.dropFirst(3))
  }

  private mutating func changeFileSettings(_ data: [UInt8]) -> CardAnswer {
    guard isSelected, let number = data.first, let file = numbered[number] else { return status(0x91F0) }
    let settings: [UInt8]?
    switch (file.settings[1] & 0xF, provenKey == 0 ? session : nil) {
    case (0xE, _): settings = Array(data.dropFirst())
    case (0x0, .des(let session)): settings = session.opened(Array(data.dropFirst()), count: 3)
    case (0x0, .aes(let session)): settings = session.opened(0x5F, data, headCount: 1)
    case (0x0, nil): return status(0x91AE)
    default: return status(0x919D)
    }
    guard let settings, settings.count >= 3 else { return status(0x911E) }
    numbered[number]?.settings = settings
    guard case .aes(var aes) = session else { return status(0x9100) }
    aes.advance()
    session = .aes(aes)
    return status(0x9100, after: aes.code(ofAnswer: 0x00))
  }

  /// Changes a key other than 0, under key 0.
  private mutating func changeKey(_ data: [UInt8]) -> CardAnswer {
    guard case .aes(var aes) = session, provenKey == 0 else { return status(0x91AE) }
    let last: UInt8 = chip == .ntag413DNA ? 2 : 4
    guard let number = data.first, 1...last ~= number, let plain = aes.opened(0xC4, data, headCount: 1),
      plain.count == 21
    else { return refusedForGood(0x911E) }
    let new = zip(plain, key(number)).map { $0 ^ $1 }
    guard SigningKeys.checksum(new) == Array(plain[17...]) else { return refusedForGood(0x911E) }
    keys.others[number] = new
    aes.advance()
    session = .aes(aes)
    return status(0x9100, after: aes.code(ofAnswer: 0x00))
  }

  /// A refusal that ends the session.
  private mutating func refusedForGood(_ word: UInt16) -> CardAnswer {
    session = nil
    return status(word)
  }

  private static func lowFirst(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension Chip {
  /// Whether applications and files can be made on it.
  fileprivate var isLikeDESFire: Bool { self == .desfireEV1 || self == .desfireEV2 || self == .desfireEV3 }
}
