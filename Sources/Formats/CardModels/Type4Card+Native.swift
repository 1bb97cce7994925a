internal import TagFormats

/// The native commands of the DESFire and NTAG 4xx that a plan needs to format or close a card.
extension Type4Card {
  mutating func native(_ command: CommandAPDU) -> CardAnswer {
    switch command.ins {
    case 0x5A: return status(selectNumber(command.data))
    case 0x0A, 0x71: return beginProof(command)
    case 0x6E:
      return chip.isLikeDESFire ? status(0x9100, after: Self.lowFirst(freeMemory, count: 3)) : status(0x911C)
    case 0x45:
      guard chip.isLikeDESFire else { return status(0x911C) }
      return status(0x9100, after: [0x0F, isSelected ? keys.told : 0x01])
    case 0x5C: return configure(command.data)
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

  /// Whether one of these conditions is met now: free, or by the key that was proven.
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
      let (metaKey, fileKey) = (key(file.settings[5] >> 4), key(file.settings[5] & 0xF))
      let tap = uid + Self.lowFirst(Int(counter), count: 3)
      if let place = overlay.cipherText { lay(MirrorOverlay.digits(of: hidden(tap, metaKey, ciphers)), at: place) }
      if let code = overlay.code, code.from <= code.at, code.at <= shown.count {
        let full = signed(Array(shown[code.from..<code.at]), tap, fileKey, ciphers)
        lay(MirrorOverlay.digits(of: stride(from: 1, to: 16, by: 2).map { full[$0] }), at: code.at)
      }
    }
    return shown
  }

  /// UID and counter, enciphered in the card's mode.
  private func hidden(_ tap: [UInt8], _ key: [UInt8], _ ciphers: CardCiphers) -> [UInt8] {
    let plain = [0xC7] + tap + ciphers.chance(5)
    guard speaksLRP else { return ciphers.aes(plain, key, [UInt8](repeating: 0, count: 16), .enciphering) }
    let start = ciphers.chance(8)
    return start + ciphers.resilientBlocks(plain, key, 0, start, .enciphering)
  }

  /// The full code over a part of the file, by the tap's own key.
  private func signed(
    _ part: [UInt8], _ tap: [UInt8], _ key: [UInt8], _ ciphers: CardCiphers
  ) -> [UInt8] {
    guard speaksLRP else {
      return ciphers.code(part, ciphers.code([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80] + tap, key))
    }
    return ciphers.resilientCode(part, ciphers.resilientCode([0x00, 0x01, 0x00, 0x80] + tap + [0x1E, 0xE1], key))
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
    let isAES = data[4] & 0xC0 == 0x80
    guard !isAES || chip == .desfireEV3 else { return 0x919E }
    hasApplication = true
    keys.told = data[4]
    keys.application = [UInt8](repeating: 0, count: isAES ? 16 : 8)
    freeMemory -= 64
    return 0x9100
  }

  private mutating func createFile(_ data: [UInt8]) -> UInt16 {
    guard chip.isLikeDESFire, isSelected else { return 0x919D }
    guard data.count == 9 else { return 0x917E }
    // It would have to be signed.
    if case .aes = session { return 0x911E }
    let identifier = UInt16(data[1]) | UInt16(data[2]) << 8
    let size = Int(data[6]) | Int(data[7]) << 8 | Int(data[8]) << 16
    guard numbered[data[0]] == nil, files[identifier] == nil else { return 0x91DE }
    let blocks = (size + 31) / 32 * 32
    guard blocks <= freeMemory else { return 0x910E }
    freeMemory -= blocks
    numbered[data[0]] = NumberedFile(
      identifier: identifier, settings: Array(data[3..<6]), canBeLaidOver: data[3] & 0x40 != 0)
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

  /// Answers only without a proven key; under one of an NTAG 4xx, this would have to be signed.
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
    case (0x0, .aes(var aes)):
      settings = aes.opened(0x5F, data, headCount: 1)
      session = .aes(aes)
    case (0x0, nil): return status(0x91AE)
    default: return status(0x919D)
    }
    guard let settings, settings.count >= 3 else { return status(0x911E) }
    guard settings[0] & 0x40 == 0 || file.canBeLaidOver else { return refusedForGood(0x919E) }
    numbered[number]?.settings = settings
    guard case .aes(var aes) = session else { return status(0x9100) }
    aes.advance()
    session = .aes(aes)
    return status(0x9100, after: aes.code(ofAnswer: 0x00))
  }

  private static func lowFirst(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension Chip {
  var isLikeDESFire: Bool { self == .desfireEV1 || self == .desfireEV2 || self == .desfireEV3 }
}
