package import TagFormats

/// A Type 4 card as a value: the NDEF application with its files, the rules of selection, and of a DESFire or an NTAG
/// 424 DNA its own commands, keys and access conditions.
package struct Type4Card: Equatable, Sendable {
  /// Which chip it is; it decides the answer to GET_VERSION.
  package var chip: Chip
  package var uid: [UInt8]
  /// The files by their identifiers, E103 among them.
  package var files: [UInt16: [UInt8]]
  /// Files that can be read or written only after an authentication, which this model does not have.
  package var closedFiles: Set<UInt16> = []
  /// Whether the container can be written by everybody, as the specification has it before a tag is made read-only; for
  /// cards without settings.
  package var isContainerFree = false
  /// Whether the application has only the name of mapping version 1.
  package var isOld = false
  /// The files by their own numbers; without them the card has only ISO 7816's commands.
  package internal(set) var numbered: [UInt8: NumberedFile] = [:]
  package var keys = Keys()
  /// What proofs of a key are computed with; without them none succeeds.
  package var ciphers: CardCiphers?
  /// How often the message has been read since it began to show the counter.
  package var counter: UInt32 = 0
  var hasCounted = false
  package internal(set) var freeMemory = 0

  package struct NumberedFile: Equatable, Sendable {
    /// Its ISO identifier.
    package var identifier: UInt16
    /// Its settings without kind and size: option, access conditions, what is laid over it.
    package var settings: [UInt8]
    /// Whether it was made so that something can be laid over it.
    var canBeLaidOver = true
  }

  package struct Keys: Equatable, Sendable {
    package var card: [UInt8] = []
    package var application: [UInt8] = []
    /// The application's keys from 1 on (NTAG 4xx, DESFire AES); the factory's where one is missing.
    package var others: [UInt8: [UInt8]] = [:]
    /// How many keys a DESFire's application was made with, with bits for their kind.
    package var told: UInt8 = 0x21
  }

  /// Whether an NTAG 424 DNA was switched to LRP mode; nothing takes that back.
  package internal(set) var speaksLRP = false

  package internal(set) var hasApplication = true
  var isSelected = false
  var file: UInt16?
  var proof: Proof?
  var session: Session?
  var provenKey: UInt8 = 0
  private var versionFrames = 0

  package init(_ chip: Chip, uid: [UInt8], files: [UInt16: [UInt8]]) {
    self.chip = chip
    self.uid = uid
    self.files = files
  }

  /// A card as an NTAG 424 DNA leaves the factory, with a message in its NDEF file.
  ///
  /// - Parameter hasTamper: whether it is the one with a wire that can be torn.
  package init(ntag424 uid: [UInt8], holding message: [UInt8] = [], hasTamper: Bool = false) {
    let container: [UInt8] = [
      0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00, 0x05, 0x06, 0xE1, 0x05,
      0x00, 0x80, 0x82, 0x83, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    self.init(
      hasTamper ? .ntag424DNATT : .ntag424DNA, uid: uid,
      files: [0xE103: container, 0xE104: Self.file(of: 256, holding: message), 0xE105: .init(repeating: 0, count: 128)])
    closedFiles = [0xE105]
    takeFactoryKey()
    numbered[3] = NumberedFile(identifier: 0xE105, settings: [0x03, 0x30, 0x23])
  }

  /// A card as an NTAG 413 DNA leaves the factory (data sheet NT4H1321, 8.1), with a message in its NDEF file.
  package init(ntag413 uid: [UInt8], holding message: [UInt8] = []) {
    let container: [UInt8] = [
      0x00, 0x0F, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x00, 0x80, 0x00, 0x00,
    ]
    self.init(
      .ntag413DNA, uid: uid,
      files: [
        0xE103: container + [UInt8](repeating: 0, count: 32 - container.count),
        0xE104: Self.file(of: 128, holding: message),
      ])
    takeFactoryKey()
  }

  /// A file of that size: the message's length, then the message.
  private static func file(of size: Int, holding message: [UInt8]) -> [UInt8] {
    let file = [UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message
    return file + [UInt8](repeating: 0, count: max(0, size - file.count))
  }

  /// Key 0 as NXP delivers it, and the files' conditions as the data sheets list them: the container for reading, the
  /// message for all, settings for key 0.
  private mutating func takeFactoryKey() {
    keys.application = [UInt8](repeating: 0, count: 16)
    numbered = [
      1: NumberedFile(identifier: 0xE103, settings: [0x00, 0x00, 0xE0]),
      2: NumberedFile(identifier: 0xE104, settings: [0x00, 0xE0, 0xEE]),
    ]
  }

  /// A DESFire as it leaves the factory: without an application, all keys zero.
  package init(blank chip: Chip, uid: [UInt8], freeMemory: Int = 7936) {
    self.init(chip, uid: uid, files: [:])
    hasApplication = false
    self.freeMemory = freeMemory
    keys.card = [UInt8](repeating: 0, count: 8)
  }

  /// Gives a file other access conditions, in the order of ``Type4FileSettings``, past all keys.
  package mutating func close(_ number: UInt8, access: [UInt8]) {
    numbered[number]?.settings.replaceSubrange(1..<3, with: access)
  }

  /// Lays something over what is read of a file, past all keys: the settings behind the access conditions.
  package mutating func lay(_ overlay: [UInt8], over number: UInt8) {
    guard let settings = numbered[number]?.settings else { return }
    numbered[number]?.settings = [settings[0] | 0x40] + settings[1..<3] + overlay
  }

  package mutating func leaveField() {
    isSelected = false
    hasCounted = false
    file = nil
    proof = nil
    session = nil
    versionFrames = 0
  }

  package mutating func answer(to command: CommandAPDU) -> CardAnswer {
    if command.ins != 0xAF { versionFrames = 0 }
    if command.ins == 0xAF, proof != nil { return finishProof(command.data) }
    proof = nil
    switch (command.cla, command.ins) {
    case (0x00, 0xA4): return status(select(command))
    case (0x00, 0xB0): return read(offset: Int(command.p1) << 8 | Int(command.p2), command.expected ?? 0)
    case (0x00, 0xB1): return readObject(command)
    case (0x00, 0xD6): return status(update(offset: Int(command.p1) << 8 | Int(command.p2), command.data))
    case (0x00, 0xD7): return status(updateObject(command.data))
    case (0x90, 0x60), (0x90, 0xAF): return version(command.ins)
    case (0x90, _) where chip.type4Version != nil: return native(command)
    default: return status(command.cla == 0x00 ? 0x6D00 : 0x6E00)
    }
  }

  func status(_ word: UInt16, after data: [UInt8] = []) -> CardAnswer {
    .data(data + [UInt8(word >> 8), UInt8(word & 0xFF)])
  }

  private mutating func select(_ command: CommandAPDU) -> UInt16 {
    if command.p1 == 0x04 {
      isSelected = hasApplication && command.data == [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, isOld ? 0x00 : 0x01]
      file = nil
      session = nil
      return isSelected ? 0x9000 : 0x6A82
    }
    guard isSelected, command.p1 == 0x00, command.data.count == 2, command.p2 == (isOld ? 0x00 : 0x0C) else {
      return 0x6A82
    }
    let identifier = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
    guard files[identifier] != nil else { return 0x6A82 }
    file = identifier
    return 0x9000
  }

  private mutating func read(offset: Int, _ count: Int) -> CardAnswer {
    guard let file, let octets = files[file] else { return status(0x6986) }
    guard !closedFiles.contains(file), mayRead(file) else { return status(0x6982) }
    guard offset < octets.count else { return status(0x6B00) }
    let data = asRead(octets, of: file)[offset...].prefix(count)
    return status(data.count < count ? 0x6282 : 0x9000, after: Array(data))
  }

  private mutating func readObject(_ command: CommandAPDU) -> CardAnswer {
    guard command.data.count == 5, command.data[0] == 0x54, command.data[1] == 0x03 else { return status(0x6A80) }
    let offset = command.data[2...].reduce(0) { $0 << 8 | Int($1) }
    let room = (command.expected ?? 0) - 2
    guard room > 0 else { return status(0x6700) }
    // A length from 80 on takes one octet more.
    let count = room > 0x7F ? room - 1 : room
    guard case .data(let answer) = read(offset: offset, count), answer.count > 2 else { return status(0x6B00) }
    let data = answer.dropLast(2)
    let head: [UInt8] = data.count < 0x80 ? [0x53, UInt8(data.count)] : [0x53, 0x81, UInt8(data.count)]
    return .data(head + answer)
  }

  private mutating func update(offset: Int, _ octets: [UInt8]) -> UInt16 {
    guard let file, let old = files[file] else { return 0x6986 }
    guard !closedFiles.contains(file), mayWrite(file) ?? (isContainerFree || file != Type4Container.fileIdentifier)
    else { return 0x6982 }
    guard offset + octets.count <= old.count else { return 0x6B00 }
    files[file]?.replaceSubrange(offset..<offset + octets.count, with: octets)
    return 0x9000
  }

  private mutating func updateObject(_ data: [UInt8]) -> UInt16 {
    guard data.count >= 7, data[0] == 0x54, data[1] == 0x03, data[5] == 0x53 else { return 0x6A80 }
    let head = data[6] < 0x80 ? 7 : 8
    guard data.count > head else { return 0x6A80 }
    return update(offset: data[2..<5].reduce(0) { $0 << 8 | Int($1) }, Array(data[head...]))
  }

  private mutating func version(_ ins: UInt8) -> CardAnswer {
    guard let first = chip.type4Version else { return status(0x6E00) }
    let frames = [first, [UInt8](repeating: 0, count: 7), uid + [UInt8](repeating: 0, count: 7)]
    guard ins == 0x60 || (1...2).contains(versionFrames) else { return status(0x911C) }
    let number = ins == 0x60 ? 0 : versionFrames
    versionFrames = number == 2 ? 0 : number + 1
    return status(number == 2 ? 0x9100 : 0x91AF, after: frames[number])
  }
}
