/// A Type 2 memory as far as it was read: what it says about the message and about its own protection.
public struct Type2Image: Equatable, Sendable {
  /// The memory from its first octet; it may end anywhere behind page 3.
  public var octets: [UInt8]
  /// The dynamic lock octets, where they were read apart from the rest.
  public var dynamicLocks: [UInt8]?
  /// CFG0 and CFG1, where they were read apart from the rest.
  public var configuration: [UInt8]?
  /// The first page of an Ultralight C that asks for its 3DES key (AUTH0), where it was read; 30 and beyond for none.
  public var keyedFromPage: Int?

  /// An image from its octets.
  public init(_ octets: [UInt8]) {
    self.octets = octets
  }

  /// The identifier in pages 0 and 1; `nil` if its check octets do not fit.
  public var uid: [UInt8]? {
    guard octets.count >= 9 else { return nil }
    let fits =
      octets[3] == 0x88 ^ octets[0] ^ octets[1] ^ octets[2]
      && octets[8] == octets[4] ^ octets[5] ^ octets[6] ^ octets[7]
    return fits ? Array(octets[0...2] + octets[4...7]) : nil
  }

  /// The contents of the card; a fault in the layout becomes ``StoredMessage/damaged(_:)``, save for one:
  ///
  /// - Throws: ``LayoutError/cutShort(at:needed:)`` when an octet is missing, so that a reader can fetch it.
  public func contents(chip: Chip, uid known: [UInt8] = []) throws(LayoutError) -> CardContents {
    var contents = CardContents(uid: known.isEmpty ? uid ?? [] : known, type: .type2, chip: chip)
    contents.locks = lockState(of: chip)
    contents.password = passwordState(of: chip)
    contents.mirror = mirrorSettings(of: chip)
    contents.image = .type2(self)
    try contents.fill { (contents) throws(LayoutError) in
      let container = try Type2Container(octets)
      contents.barriers = barriers(container, contents)
      guard container.readAccess == 0 else {
        contents.message = .hidden
        return
      }
      contents.take(try TLVWalk(octets, area: container.area), of: octets)
    }
    return contents
  }

  private func barriers(_ container: Type2Container, _ contents: CardContents) -> [WriteBarrier] {
    var barriers = WriteBarrier.ofContainer(container.writeAccess)
    let pages = 4..<max(4, container.area.upperBound / 4)
    if let locks = contents.locks, locks.locked.contains(where: { $0.overlaps(pages) }) { barriers.append(.locked) }
    if let page = contents.password?.fromPage, page < pages.upperBound {
      barriers.append(.password(fromPage: page))
    }
    if let page = keyedFromPage, page < pages.upperBound {
      barriers.append(.restricted(UInt8(truncatingIfNeeded: page)))
    }
    return barriers
  }
}
