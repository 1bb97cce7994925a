/// Plans that give an ISO 7816 card the NDEF layout, or close it for good.
struct Type4Plans {
  /// The name of the NDEF application.
  private static let name: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  /// The identifiers that NXP's AN11004 gives the application of a DESFire, by number and for ISO 7816, and the
  /// message's file.
  private static let application = (number: 1, identifier: UInt16(0xE110))
  private static let messageFile: UInt16 = 0xE104
  /// "Duplicate": what the command should create exists already.
  private static let duplicate: UInt16 = 0x91DE

  let contents: CardContents
  let image: Type4Image
  let limits: CarrierLimits
  let ciphers: CardCiphers?
  private(set) var steps: [PlanStep] = []

  init(_ contents: CardContents, limits: CarrierLimits, ciphers: CardCiphers?) {
    self.contents = contents
    self.limits = limits
    self.ciphers = ciphers
    if case .type4(let image) = contents.image {
      self.image = image
    } else {
      image = Type4Image(container: [], files: [:])
    }
  }

  var plan: WritePlan { WritePlan(steps, ciphers: ciphers) }
  var chip: Chip { contents.chip }
  var container: Type4Container? {
    try? Type4Container(image.container, isPartial: image.isContainerPartial)
  }
  var messageSettings: Type4FileSettings? { image.settings[Type4FileSettings.messageNumber] }
  private var containerSettings: Type4FileSettings? { image.settings[Type4FileSettings.containerNumber] }

  mutating func add(
    _ command: CommandAPDU, _ purpose: PlanPurpose, expects: PlanExpectation = .success, isIrreversible: Bool = false,
    keying: StepKeying = .none
  ) {
    steps.append(PlanStep(.apdu(command), purpose, expects: expects, isIrreversible: isIrreversible, keying: keying))
  }

  private mutating func select(_ file: UInt16) {
    add(Type4ReadDialogue.selectFile(file, isOld: image.usesOldApplication), .open)
  }

  mutating func selectApplication() {
    add(Type4ReadDialogue.selectApplication(version: image.usesOldApplication ? 0 : 1), .open)
  }

  /// Whether a DESFire's application has, or will get, AES keys, with which an EV3 can sign.
  private var usesAES: Bool { image.hasAESKeys ?? (chip == .desfireEV3) }

  /// A key of sixteen octets, for the kind of proof that this chip uses.
  func aes(_ octets: [UInt8]) -> CardKey { chip.isNTAG424 ? .aesOrLRP(octets) : .aes(octets) }

  /// Proves key 0 of the application, which still has its known value from the factory.
  mutating func proveKey() throws(PlanRefusal) {
    try prove(chip.isDESFire && !usesAES ? .factoryDES : aes([UInt8](repeating: 0, count: 16)))
  }

  private mutating func prove(_ key: CardKey) throws(PlanRefusal) {
    guard ciphers != nil else { throw .notPossible(chip) }
    add(key.beginning(0), .open, keying: .proves(key))
  }
}

// MARK: - Formatting

extension Type4Plans {
  /// Makes the layout, or empties the message if there is a layout already.
  mutating func format() throws(PlanRefusal) -> WritePlan {
    if let file = container?.file, isGood(file) { return try empty(file) }
    switch chip {
    case .desfireEV1, .desfireEV2, .desfireEV3: return try create()
    case .ntag413DNA, .ntag424DNA, .ntag424DNATT: return try restore()
    default: throw .notPossible(chip)
    }
  }

  /// Whether the message's file exists, is as large as the container says, and open to everybody.
  private func isGood(_ file: Type4Container.MessageFile) -> Bool {
    guard file.readAccess == 0, file.writeAccess == 0, contents.message != .damaged(.missingFile(file.identifier))
    else { return false }
    guard let messageSettings else { return contents.message != .hidden }
    return messageSettings.isOpen && file.size <= messageSettings.size
  }

  /// Sets the message's length to 0, because the layout is good already.
  private mutating func empty(_ file: Type4Container.MessageFile) throws(PlanRefusal) -> WritePlan {
    let zero = [UInt8](repeating: 0, count: file.lengthOctets)
    selectApplication()
    select(file.identifier)
    add(UpdateBinary(offset: 0, octets: zero).command, .commit)
    add(
      ReadBinary(offset: 0, count: zero.count, answer: zero.count).command, .verify, expects: .octets(zero.map { $0 }))
    return plan
  }

  /// A DESFire: the application, its two files, and last the container, without which no reader finds the message. What
  /// an earlier plan that was cut off has made stays and is used.
  private mutating func create() throws(PlanRefusal) -> WritePlan {
    let size = try sizeOfFile()
    add(NativeCommand.selectApplication(0), .open)
    try prove(.factoryDES)
    // 0F: everything can be changed with key 0, and files can be listed and made freely. 21: one DES key, files with
    // ISO identifiers. A3: three AES keys, of which the last two sign.
    add(
      NativeCommand.createApplication(
        Self.application.number, settings: 0x0F, keys: usesAES ? 0xA3 : 0x21, identifier: Self.application.identifier,
        name: Self.name),
      .fill, expects: .successOr(Self.duplicate))
    add(NativeCommand.selectApplication(Self.application.number), .open)
    // Under a proven AES key these commands would have to be signed.
    if !usesAES { try proveKey() }
    add(
      NativeCommand.createFile(
        Type4FileSettings.messageNumber, identifier: Self.messageFile, option: usesAES ? 0x40 : 0x00,
        access: [0xE0, 0xEE], size: size),
      .fill, expects: .successOr(Self.duplicate))
    add(
      NativeCommand.createFile(
        Type4FileSettings.containerNumber, identifier: Type4Container.fileIdentifier, access: [0x00, 0xE0], size: 15),
      .fill, expects: .successOr(Self.duplicate))
    if usesAES { try proveKey() }
    finish(layout: Self.layout(size: size, frames: Self.smallFrames))
    return plan
  }

  /// Restores the files' access and the container of an NTAG 4xx, whose files the factory made.
  private mutating func restore() throws(PlanRefusal) -> WritePlan {
    guard let settings = messageSettings else { throw .notRead(address: 0) }
    selectApplication()
    try proveKey()
    if !settings.isOpen {
      guard settings.change == 0 else { throw .configurationFrozen }
      add(
        NativeCommand.changeFileSettings(Type4FileSettings.messageNumber, settings.opened), .fill,
        keying: .sealed(after: 1))
    }
    finish(
      layout: Self.layout(
        // As both leave the factory (data sheet NT4H1321, 8.1.2, for the NTAG 413 DNA).
        size: settings.size, frames: [0x01, 0x00, 0x00, 0xFF],
        // The NTAG 424 DNA's own file beside the message's: 128 octets, for the keys 2 and 3.
        others: chip.isNTAG424 ? [0x05, 0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83] : []))
    return plan
  }

  /// Empties the message, then writes the container, which says where the message is.
  private mutating func finish(layout: [UInt8]) {
    add(NativeCommand.write([0, 0], to: Type4FileSettings.messageNumber, at: 0, chip), .clear)
    add(NativeCommand.write(layout, to: Type4FileSettings.containerNumber, at: 0, chip), .commit)
    selectApplication()
    select(Type4Container.fileIdentifier)
    add(
      ReadBinary(offset: 0, count: layout.count, answer: layout.count).command, .verify,
      expects: .octets(layout.map { $0 }))
    select(Self.messageFile)
    add(ReadBinary(offset: 0, count: 2, answer: 2).command, .verify, expects: .octets([0, 0]))
  }

  /// The largest read and the largest write in one of a DESFire's frames of 60 octets, as AN11004 has them.
  private static let smallFrames: [UInt8] = [0x00, 0x3B, 0x00, 0x34]

  /// A container of mapping version 2 with a file that everybody reads and writes.
  private static func layout(size: Int, frames: [UInt8], others: [UInt8] = []) -> [UInt8] {
    func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
    let message = [0x04, 0x06] + two(Int(messageFile)) + two(size) + [0x00, 0x00]
    return two(7 + message.count + others.count) + [0x20] + frames + message + others
  }

  /// The size that the message's file has already, or is to have: what AN11004 gives the chip of its memory, less if
  /// there is less room.
  private func sizeOfFile() throws(PlanRefusal) -> Int {
    if let size = messageSettings?.size { return size }
    guard let free = image.freeMemory else { throw .notRead(address: 0) }
    // Files take whole blocks of 32 octets; two more go for the application and one for the container.
    let room = (free - 3 * 32) / 32 * 32
    guard room >= 64 else { throw .doesNotFit(octets: 64, capacity: max(0, room), enough: nil) }
    return min(room, 0x1E00)
  }
}

// MARK: - Locking

extension Type4Plans {
  /// Locks the message for good: the message is compared, the container says read-only, and where the chip can,
  /// the files let nobody write or change that any more.
  mutating func lock() throws(PlanRefusal) -> WritePlan {
    guard let container else { throw .notFormatted }
    try compare(container)
    let files = [Type4FileSettings.messageNumber, Type4FileSettings.containerNumber]
    let known = files.compactMap { image.settings[$0] }
    guard known.count == 2, messageSettings?.size == container.file.size else {
      try announce(container, isFinal: true)
      return plan
    }
    let needsKey = known.contains { $0.change != Type4FileSettings.everybody && $0.change != Type4FileSettings.nobody }
    guard !known.contains(where: { 1..<0xE ~= $0.change }) else { throw .barrier(.restricted(known[0].change)) }
    if needsKey || containerSettings?.write == 0 {
      selectApplication()
      try proveKey()
    }
    try announce(container, isFinal: false)
    for number in files {
      guard let settings = image.settings[number], settings.isWritable else { continue }
      guard settings.change != Type4FileSettings.nobody else { throw .configurationFrozen }
      add(
        NativeCommand.changeFileSettings(number, settings.closed), .lock, isIrreversible: true,
        keying: settings.change == Type4FileSettings.everybody ? .none : .sealed(after: 1))
    }
    // Selected again, so that the files are looked at as everybody sees them.
    selectApplication()
    for number in files {
      guard let settings = image.settings[number] else { continue }
      add(
        NativeCommand.fileSettings(number), .verify,
        expects: .octets(settings.told(after: settings.closed).map { $0 }))
    }
    try compare(container, isReadOnly: true)
    return plan
  }

  /// Sets the write access of the message's file to "none" in the container.
  private mutating func announce(_ container: Type4Container, isFinal: Bool) throws(PlanRefusal) {
    guard container.file.writeAccess != 0xFF else { return }
    let place = container.file.addressOfWriteAccess
    if isFinal {
      // Another chip may let the container be changed by everybody, as the specification asks of a tag that is not
      // read-only yet.
      select(Type4Container.fileIdentifier)
      add(UpdateBinary(offset: place, octets: [0xFF]).command, .lock, isIrreversible: true)
      add(ReadBinary(offset: place, count: 1, answer: 1).command, .verify, expects: .octets([0xFF]))
    } else if containerSettings?.write != Type4FileSettings.nobody {
      add(NativeCommand.write([0xFF], to: Type4FileSettings.containerNumber, at: place, chip), .lock)
    }
  }

  /// Compares message and container with what was read, except for the overlay.
  private mutating func compare(_ container: Type4Container, isReadOnly: Bool = false) throws(PlanRefusal) {
    guard let file = image.files[container.file.identifier] else { throw .notRead(address: 0) }
    let message = contents.message.octets ?? []
    if !isReadOnly { selectApplication() }
    select(container.file.identifier)
    steps += FilePlans.verification(
      Array(file.prefix(container.file.lengthOctets + message.count)), container, limits: limits,
      overlaid: messageSettings?.overlay?.ranges ?? [])
    guard isReadOnly, containerSettings?.write != Type4FileSettings.nobody || container.file.writeAccess == 0xFF else {
      return
    }
    select(Type4Container.fileIdentifier)
    let place = container.file.addressOfWriteAccess
    add(ReadBinary(offset: place, count: 1, answer: 1).command, .verify, expects: .octets([0xFF]))
  }
}

// MARK: - Mirroring

extension Type4Plans {
  /// Lets an NTAG 424 DNA lay its UID and its tap counter over the message, in the clear and unsigned.
  mutating func mirror(uid: Bool, counter: Bool, at offset: Int) throws(PlanRefusal) -> WritePlan {
    // What signs shows nothing in the clear, but stops showing anything.
    guard chip.isNTAG424 || !uid && !counter && chip.canSign else { throw .notPossible(chip) }
    guard let container, let settings = messageSettings else { throw .notRead(address: 0) }
    guard settings.change == 0 || settings.change == Type4FileSettings.everybody else {
      throw settings.change == Type4FileSettings.nobody ? .configurationFrozen : .barrier(.restricted(settings.change))
    }
    let digits = MirrorSettings(uid: uid, counter: counter, address: 0, counterRuns: counter)
    guard offset >= 0, offset + digits.count <= contents.message.octets?.count ?? 0 else { throw .mirrorOutsideMessage }
    let place = container.file.lengthOctets + offset
    try lay(settings.showing(uid: uid ? place : nil, counter: counter ? place + (uid ? 15 : 0) : nil), over: settings)
    return plan
  }

  /// Sets another overlay on the message, and compares the settings that the card then tells.
  mutating func lay(_ wanted: [UInt8], over settings: Type4FileSettings) throws(PlanRefusal) {
    selectApplication()
    if settings.change == 0 { try proveKey() }
    add(
      NativeCommand.changeFileSettings(Type4FileSettings.messageNumber, wanted), .mirror,
      keying: settings.change == 0 ? .sealed(after: 1) : .none)
    selectApplication()
    add(
      NativeCommand.fileSettings(Type4FileSettings.messageNumber), .verify,
      expects: .octets(settings.told(after: wanted).map { $0 }))
  }
}
