extension Type2Image {
  func page(_ page: Int) -> [UInt8]? {
    octets.count >= page * 4 + 4 ? Array(octets[page * 4..<page * 4 + 4]) : nil
  }

  /// Which pages the lock bits cover.
  ///
  /// Page 2 holds the static ones: octet 2, bits 7 to 4, for pages 7 to 4, bit 3 for the container, bits 2 to 0 freeze
  /// them; octet 3 for pages F to 8. The dynamic ones cover pages 10 and up.
  public func lockState(of chip: Chip) -> LockState? {
    guard octets.count >= 12 else { return nil }
    let bits = UInt16(octets[11]) << 8 | UInt16(octets[10])
    var locked: [Range<Int>] = []
    for page in 3...15 where bits >> UInt16(page) & 1 == 1 { locked.append(page..<page + 1) }
    var isFrozen = bits & 0b111 == 0b111
    if let map = Type2Map(of: chip), let first = map.dynamicLockPage, let bits = map.dynamicLocks {
      guard let dynamic = dynamicLocks ?? page(first) else {
        return LockState(locked: Array(joining: locked), isFrozen: false)
      }
      locked += bits.locked(by: dynamic)
      isFrozen = isFrozen && bits.isFrozen(by: dynamic)
    }
    return LockState(locked: Array(joining: locked), isFrozen: isFrozen)
  }

  /// CFG0 and CFG1 of a chip that has them, if they were read. All zero they are an image's padding: a chip has 05 in
  /// CFG1.
  func configuration(of chip: Chip) -> [UInt8]? {
    if let configuration { return configuration }
    guard let first = Type2Map(of: chip)?.configurationPage, let zero = page(first), let one = page(first + 1),
      (zero + one).contains(where: { $0 != 0 })
    else { return nil }
    return zero + one
  }

  /// CFG0 octet 3 is AUTH0, the first page that asks for the password; CFG1 octet 0 is ACCESS.
  func passwordState(of chip: Chip) -> PasswordState? {
    guard let map = Type2Map(of: chip), let configuration = configuration(of: chip) else { return nil }
    let first = Int(configuration[3])
    let access = configuration[4]
    return PasswordState(
      fromPage: first > map.lastPage ? nil : first, protectsReading: access & 0x80 != 0,
      allowedFailures: Int(access & 0x07), isFrozen: access & 0x40 != 0)
  }

  /// CFG0 octet 0, bits 7 and 6, says what is mirrored, bits 5 and 4 from which octet on, octet 2 from which page on.
  /// An NTAG 210 or 212 has no bits 7 and 6: it mirrors its UID as soon as octet 2 names a page of the user's.
  func mirrorSettings(of chip: Chip) -> MirrorSettings? {
    guard let map = Type2Map(of: chip), map.mirror != .none, let configuration = configuration(of: chip) else {
      return nil
    }
    let page = Int(configuration[2])
    let isOnly = map.mirror == .uid
    return MirrorSettings(
      uid: isOnly ? page >= 4 : configuration[0] & 0x40 != 0, counter: !isOnly && configuration[0] & 0x80 != 0,
      address: page * 4 + Int(configuration[0] >> 4 & 0b11), counterRuns: !isOnly && configuration[4] & 0x10 != 0)
  }
}
