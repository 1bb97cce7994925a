/// The memory of a card of any type, from a file.
public enum TagImage: Equatable, Sendable {
  /// From block 0 on.
  case type1(Type1Image)
  /// From page 0 on.
  case type2(Type2Image)
  /// From the attribute block on.
  case type3(Type3Image)
  /// The capability container and the files it names.
  case type4(Type4Image)
  /// From block 0 on.
  case type5(Type5Image)
  /// From block 0 on.
  case classic(ClassicImage)

  /// The memory of a card of `type` from its first octet; `nil` for Type 4, which has files.
  public init?(_ type: TagType, _ octets: [UInt8]) {
    switch type {
    case .type1: self = .type1(Type1Image(file: octets))
    case .type2: self = .type2(Type2Image(octets))
    case .type3: self = .type3(Type3Image(octets))
    case .type4: return nil
    case .type5: self = .type5(Type5Image(octets, memorySize: octets.count))
    case .classic: self = .classic(ClassicImage(file: octets))
    }
  }

  /// The type of the card.
  public var type: TagType {
    switch self {
    case .type1: .type1
    case .type2: .type2
    case .type3: .type3
    case .type4: .type4
    case .type5: .type5
    case .classic: .classic
    }
  }

  /// The contents.
  ///
  /// - Parameters:
  ///   - chip: the chip, where the file names it.
  ///   - uid: the identifier, where the file names it.
  public func contents(chip: Chip? = nil, uid: [UInt8] = []) throws(LayoutError) -> CardContents {
    switch self {
    case .type1(let image): try image.contents(chip: chip, uid: uid)
    case .type2(let image): try image.contents(chip: chip ?? image.likelyChip, uid: uid)
    case .type3(let image): try image.contents(chip: chip ?? .unknownType3, uid: uid)
    case .type4(let image): try image.contents(chip: chip ?? .unknownType4, uid: uid)
    case .type5(let image): try image.contents(chip: chip ?? Chip(type5UID: uid), uid: uid)
    case .classic(let image): try image.contents(chip: chip, uid: uid)
    }
  }
}
