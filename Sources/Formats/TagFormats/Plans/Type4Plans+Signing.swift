extension Type4Plans {
  /// "Integrity error": the key's value was not the one that the command gives as the old one.
  private static let integrityError: UInt16 = 0x911E

  /// Lets an NTAG DNA sign its taps: changes the keys first, which nobody sees, then the overlay.
  mutating func sign(
    with keys: SigningKeys, cipherText: Int, code: Int, inLRPMode: Bool
  ) throws(PlanRefusal) -> WritePlan {
    let settings = try changeableSettings()
    guard let container else { throw .notRead(address: 0) }
    guard !chip.signsWithOneKey || keys.metaKey == keys.fileKey, !inLRPMode || chip.knowsLRP else {
      throw .notPossible(chip)
    }
    let (first, length) = (container.file.lengthOctets, contents.message.octets?.count ?? 0)
    let digits = inLRPMode || image.speaksLRP ? 48 : 32
    guard cipherText >= 0, cipherText + digits <= code, code + 16 <= length else { throw .mirrorOutsideMessage }
    if inLRPMode, !image.speaksLRP {
      // Before the keys: whatever mode a cut leaves the card in, their proofs find out.
      selectApplication()
      try proveKey()
      add(NativeCommand.lrpMode, .mirror, isIrreversible: true, keying: .switches(after: 1))
    }
    try change(from: .factory, to: keys)
    try lay(settings.signing(cipherText: first + cipherText, code: first + code, with: numbers), over: settings)
    return plan
  }

  /// Undoes `sign`: removes the overlay from the message, then restores the factory's keys.
  mutating func unsign(_ keys: SigningKeys) throws(PlanRefusal) -> WritePlan {
    let settings = try changeableSettings()
    try lay(settings.showing(uid: nil, counter: nil), over: settings)
    try change(from: keys, to: .factory)
    return plan
  }

  private func changeableSettings() throws(PlanRefusal) -> Type4FileSettings {
    guard contents.canSign else { throw .notPossible(chip) }
    guard let settings = messageSettings else { throw .notRead(address: 0) }
    guard settings.change == 0 else {
      throw settings.change == Type4FileSettings.nobody ? .configurationFrozen : .barrier(.restricted(settings.change))
    }
    return settings
  }

  private var numbers: (meta: UInt8, file: UInt8) {
    (SigningKeys.metaNumber, chip.signsWithOneKey ? SigningKeys.metaNumber : SigningKeys.fileNumber)
  }

  /// Gives both keys their new values and proves them. A key that an earlier plan, which was cut off, has changed
  /// already refuses the change, and its proof shows that it is right.
  private mutating func change(from old: SigningKeys, to new: SigningKeys) throws(PlanRefusal) {
    var keys = [(numbers.meta, old.metaKey, new.metaKey), (numbers.file, old.fileKey, new.fileKey)]
    if chip.signsWithOneKey { keys.removeLast() }
    selectApplication()
    for (number, old, new) in keys {
      try proveKey()
      add(
        NativeCommand.changeKey(number, SigningKeys.change(from: old, to: new)), .mirror,
        expects: .successOr(Self.integrityError), keying: .sealed(after: 1))
    }
    for (number, _, new) in keys {
      let key = aes(new)
      add(key.beginning(number), .verify, keying: .proves(key))
    }
  }
}

extension WritePlan {
  /// Lets an NTAG 424 DNA, one with tag tamper, an NTAG 413 DNA or a DESFire EV3 sign its taps ("secure unique NFC
  /// message"): when it is read it puts UID and counter, enciphered in 32 digits (48 in LRP mode), and a code of 16
  /// digits over them into its message.
  ///
  /// The keys 1 and 2 of the card become `keys`; key 0 stays the factory's, so that the settings can be changed back
  /// even if the keys are lost. Keep the keys before you carry the plan.
  ///
  /// - Parameters:
  ///   - cipherText: where in the message the 32 digits go.
  ///   - code: where in the message the sixteen digits go, behind the others.
  ///   - inLRPMode: whether an NTAG 424 DNA is switched to LRP mode first, which nothing takes back.
  ///   - ciphers: prove the keys.
  public static func signing(
    with keys: SigningKeys, cipherText: Int, code: Int, inLRPMode: Bool = false, on contents: CardContents,
    ciphers: CardCiphers
  ) throws(PlanRefusal) -> WritePlan {
    var plan = Type4Plans(contents, limits: CarrierLimits(), ciphers: ciphers)
    return try plan.sign(with: keys, cipherText: cipherText, code: code, inLRPMode: inLRPMode)
  }

  /// Takes ``signing(with:cipherText:code:on:ciphers:)`` back: the card lays nothing over its message any longer, and
  /// has the factory's keys.
  public static func unsigning(
    _ contents: CardContents, with keys: SigningKeys, ciphers: CardCiphers
  ) throws(PlanRefusal) -> WritePlan {
    var plan = Type4Plans(contents, limits: CarrierLimits(), ciphers: ciphers)
    return try plan.unsign(keys)
  }
}

extension CardContents {
  /// Whether the card enciphers or signs something in its message when it is read.
  public var signs: Bool {
    guard case .type4(let image) = image,
      let overlay = image.settings[Type4FileSettings.messageNumber]?.overlay
    else { return false }
    return overlay.cipherText != nil || overlay.code != nil
  }

  /// Whether the card was switched to LRP mode.
  public var speaksLRP: Bool { if case .type4(let image) = image { image.speaksLRP } else { false } }

  /// Whether the card can sign its taps. A DESFire EV3 can unless its application was made without AES keys, or with
  /// too few of them.
  public var canSign: Bool {
    guard chip == .desfireEV3 else { return chip.canSign }
    guard case .type4(let image) = image, let keys = image.applicationKeys else { return message == .unformatted }
    return image.hasAESKeys == true && keys & 0x0F > SigningKeys.fileNumber
  }
}

extension Chip {
  /// Whether it can sign its taps in a way that is known here.
  public var canSign: Bool { isNTAG424 || self == .ntag413DNA || self == .desfireEV3 }

  /// Whether it can be switched to LRP mode.
  public var knowsLRP: Bool { isNTAG424 }

  /// Whether one key does both, as an NTAG 413 DNA has fewer of them than the others: both are to be the same.
  public var signsWithOneKey: Bool { self == .ntag413DNA }

  var isNTAG424: Bool { self == .ntag424DNA || self == .ntag424DNATT }

  /// Whether it can put its UID, its counter or both into its message.
  public func canMirror(uid: Bool, counter: Bool) -> Bool {
    guard !isNTAG424 else { return true }
    switch Type2Map(of: self)?.mirror {
    case .uidAndCounter: return true
    case .uid: return !counter
    case nil, .some(.none): return !uid && !counter
    }
  }
}
