extension WritePlan {
  /// Replaces the card's message.
  ///
  /// - Parameters:
  ///   - message: the octets of the new message; none to leave the card empty.
  ///   - contents: the card as it was read just before.
  ///   - limits: what the reader can carry.
  ///   - password: opens a Type 2 card that asks for one.
  public static func writing(
    _ message: [UInt8], to contents: CardContents, limits: CarrierLimits = CarrierLimits(), password: [UInt8]? = nil
  ) throws(PlanRefusal) -> WritePlan {
    switch contents.message {
    case .unformatted: throw .notFormatted
    case .hidden: throw .hidden
    case .damaged(let fault): throw .damaged(fault)
    case .missing, .empty, .octets, .interrupted: break
    }
    for barrier in contents.barriers {
      if case .password = barrier, password != nil { continue }
      throw .barrier(barrier)
    }
    switch contents.image {
    case .type1(let image): return try BlockPlans.type1(message, image)
    case .type2(let image):
      var plan = Type2Plan(contents, image, password: password)
      try plan.write(message)
      return plan.plan
    case .type3(let image): return try FilePlans.type3(message, image, limits: limits)
    case .type4(let image): return try FilePlans.type4(message, image, limits: limits)
    case .type5(let image):
      guard let blockSize = image.blockSize else { throw .notRead(address: 0) }
      return try BlockPlans.type5(message, image, blockSize: blockSize)
    case .classic(let image): return try BlockPlans.classic(message, image)
    case nil: throw .notRead(address: 0)
    }
  }

  /// Takes the message away: the card stays formatted and reads as empty.
  public static func erasing(
    _ contents: CardContents, limits: CarrierLimits = CarrierLimits(), password: [UInt8]? = nil
  ) throws(PlanRefusal) -> WritePlan {
    try writing([], to: contents, limits: limits, password: password)
  }

  /// Gives the card an empty NDEF layout, whatever it held.
  ///
  /// - Parameters:
  ///   - contents: the card as it was read just before.
  ///   - limits: what the reader can carry.
  ///   - password: opens a Type 2 card that asks for one.
  ///   - keyB: what becomes the second key of a MIFARE Classic's sectors.
  ///   - ciphers: prove the factory's key to a DESFire, NTAG 413 or 424 DNA, which must have been read with its
  ///     protection.
  public static func formatting(
    _ contents: CardContents, limits: CarrierLimits = CarrierLimits(), password: [UInt8]? = nil,
    keyB: [UInt8] = ClassicTrailer.factoryKey, ciphers: CardCiphers? = nil
  ) throws(PlanRefusal) -> WritePlan {
    for barrier in contents.barriers {
      if case .password = barrier, password != nil { continue }
      // Behind a key: the plan tries the factory's.
      if case .restricted = barrier, contents.type == .type4, ciphers != nil { continue }
      throw .barrier(barrier)
    }
    switch contents.image {
    case .type1(let image): return try FormatPlans.type1(image, contents.chip)
    case .type2(let image):
      var plan = Type2Plan(contents, image, password: password)
      try plan.format()
      return plan.plan
    case .type3(let image): return try FormatPlans.type3(image, contents.chip)
    case .type5(let image): return try FormatPlans.type5(image, contents.chip)
    // A Classic from the factory does not open to the keys of NDEF, so nothing of it was read.
    case _ where contents.type == .classic: return try FormatPlans.classic(contents.chip, keyB: keyB)
    case _ where contents.type == .type4:
      var plan = Type4Plans(contents, limits: limits, ciphers: ciphers)
      return try plan.format()
    case .classic, .type4, nil: throw .notPossible(contents.chip)
    }
  }

  /// Makes the card read-only for good.
  ///
  /// - Parameters:
  ///   - contents: the card as it was read just before, with its protection.
  ///   - limits: what the reader can carry.
  ///   - password: opens a Type 2 card that asks for one.
  ///   - freezingConfiguration: whether password, counter and mirror are to be unchangeable too.
  ///   - keyB: the second key of a MIFARE Classic's sectors.
  ///   - ciphers: prove the factory's key to a DESFire, NTAG 413 or 424 DNA.
  public static func locking(
    _ contents: CardContents, limits: CarrierLimits = CarrierLimits(), password: [UInt8]? = nil,
    freezingConfiguration: Bool = false, keyB: [UInt8] = ClassicTrailer.factoryKey, ciphers: CardCiphers? = nil
  ) throws(PlanRefusal) -> WritePlan {
    switch contents.message {
    case .unformatted: throw .notFormatted
    case .hidden: throw .hidden
    case .damaged(let fault): throw .damaged(fault)
    // A card that was pulled in mid write must not be frozen as it is.
    case .interrupted: throw .notPossible(contents.chip)
    case .missing, .empty, .octets: break
    }
    switch contents.image {
    case .type1(let image): return try LockPlans.type1(image, contents.chip)
    case .type2(let image):
      var plan = Type2Plan(contents, image, password: password)
      try plan.lock(freezingConfiguration: freezingConfiguration)
      return plan.plan
    case .type3(let image): return try LockPlans.type3(image)
    case .type5(let image): return try LockPlans.type5(image, contents.chip)
    case .classic(let image): return try LockPlans.classic(image, keyB: keyB)
    case .type4:
      var plan = Type4Plans(contents, limits: limits, ciphers: ciphers)
      return try plan.lock()
    case nil: throw .notPossible(contents.chip)
    }
  }

  /// Sets a password on a Type 2 card. The card must have been read with its protection.
  public static func protecting(
    _ contents: CardContents, with protection: PasswordProtection, password: [UInt8]? = nil
  ) throws(PlanRefusal) -> WritePlan {
    var plan = try type2(contents, password: password)
    try plan.protect(protection)
    return plan.plan
  }

  /// Removes the password's protection from a Type 2 card.
  public static func unprotecting(_ contents: CardContents, password: [UInt8]) throws(PlanRefusal) -> WritePlan {
    var plan = try type2(contents, password: password)
    try plan.unprotect()
    return plan.plan
  }

  /// Lets a chip write its UID (14 digits), its tap counter (6 digits) or both (21 with an `x` between) over the
  /// message when it is read: an NTAG of the 213 family, an NTAG 210 or 212 (UID only), or an NTAG 424 DNA. Neither of
  /// them: the message shows as it was written.
  ///
  /// - Parameters:
  ///   - offset: where in the message the digits go; the message must have that many octets there, and an `x` between
  ///     the two.
  ///   - ciphers: prove the factory's key to an NTAG 424 DNA.
  public static func mirroring(
    uid: Bool, counter: Bool, at offset: Int, on contents: CardContents, password: [UInt8]? = nil,
    ciphers: CardCiphers? = nil
  ) throws(PlanRefusal) -> WritePlan {
    if contents.type == .type4 {
      var plan = Type4Plans(contents, limits: CarrierLimits(), ciphers: ciphers)
      return try plan.mirror(uid: uid, counter: counter, at: offset)
    }
    var plan = try type2(contents, password: password)
    try plan.mirror(uid: uid, counter: counter, at: offset)
    return plan.plan
  }

  private static func type2(_ contents: CardContents, password: [UInt8]?) throws(PlanRefusal) -> Type2Plan {
    guard case .type2(let image) = contents.image else { throw .notPossible(contents.chip) }
    return Type2Plan(contents, image, password: password)
  }
}
