/// The lock bits for the pages behind 0F: three octets in a page of their own, of which the bits can only be set.
public struct DynamicLocks: Equatable, Sendable {
  /// What each bit locks, counted from the lowest of the first octet on; `nil` for bits that lock no page of the
  /// user's.
  let pages: [Range<Int>?]
  /// The bits that, once set, keep other lock bits from being set.
  let freezing: [UInt8]

  /// Bits in an even row from page 10 on, in the first two octets, and in the third one a freezing bit for every two of
  /// them: the NTAG 21x (data sheet NTAG213/215/216, "Dynamic lock bytes"), the Ultralight EV1, and the NTAG I2C, whose
  /// data sheet NT3H1101/1201 names 16 pages for each bit of the smaller chip and 32 of the larger.
  init(pagesPerBit: Int, lastPage: Int) {
    pages = stride(from: 16, through: lastPage, by: pagesPerBit).map { $0..<min($0 + pagesPerBit, lastPage + 1) }
    let freezers = (pages.count + 1) / 2
    freezing = [0x00, 0x00, UInt8(truncatingIfNeeded: 1 << freezers - 1)]
  }

  private init(pages: [Range<Int>?], freezing: [UInt8]) {
    self.pages = pages
    self.freezing = freezing
  }

  /// The Ultralight C and the NTAG203: in the first octet two groups of a freezing bit and three bits for four pages
  /// each (data sheets MF0ICU2, "Lock byte 2 and 3", and NTAG203, figure "Lock bytes 3 and 4"). The second octet is
  /// about counter and key, and is left alone.
  static let inTwoGroups = DynamicLocks(
    pages: [nil, 16..<20, 20..<24, 24..<28, nil, 28..<32, 32..<36, 36..<40], freezing: [0x11, 0x00, 0x00])

  /// The four octets that lock all of the user's pages and freeze that, and touch no bit that is reserved.
  public var all: [UInt8] {
    var octets = freezing + [0x00]
    for (bit, range) in pages.enumerated() where range != nil { octets[bit / 8] |= 1 << UInt8(bit % 8) }
    return octets
  }

  func locked(by octets: [UInt8]) -> [Range<Int>] {
    pages.enumerated().compactMap { bit, range in octets[bit / 8] >> UInt8(bit % 8) & 1 == 1 ? range : nil }
  }

  func isFrozen(by octets: [UInt8]) -> Bool {
    zip(freezing, octets).allSatisfy { $0 & $1 == $0 }
  }
}
