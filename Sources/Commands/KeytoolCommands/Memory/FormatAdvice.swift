internal import CommandShell
internal import TagFormats

extension Failure {
  /// A memory without an NDEF layout; says whether `keytool format` can give it one.
  static func unformatted(_ contents: CardContents, isSwitchedOff: Bool = false) -> Failure {
    let place =
      switch contents.type {
      case .type1: 8
      case .type2: 12
      case .type3, .type4, .type5: 0
      case .classic: 57
      }
    return Failure(
      .badData, kind: "not-formatted", what: "the card is not formatted for NDEF", at: .offset(place),
      advice: isSwitchedOff
        ? "its MC block switches NDEF off, which keytool cannot change: use another card" : contents.formatAdvice)
  }
}

extension CardContents {
  /// What `keytool format` would make of this card; the plan is made but not carried out.
  fileprivate var formatAdvice: String {
    if hasForeignKeys {
      return "its sectors have keys of their own, so keytool format cannot open them: use another card"
    }
    if let locked = locks?.locked, type == .type2, locked.contains(where: { $0.overlaps(3..<6) }) {
      return "its lock bits are set, so keytool format cannot help: use another card"
    }
    do throws(PlanRefusal) {
      _ = try WritePlan.formatting(self)
      return "keytool format makes it ready for a message"
    } catch .barrier(.readOnly) {
      return "page 3 holds bits that cannot be cleared, so keytool format cannot help: use another card"
    } catch .barrier {
      return "it is protected, so keytool format needs its key or password"
    } catch .notPossible {
      return chip.isExactlyKnown
        ? "keytool cannot format this chip: use another card"
        : "the dump does not say which chip this is: hold the card on a reader and run keytool read"
    } catch {
      return "keytool format makes it ready for a message"
    }
  }

  /// Whether a MIFARE Classic's first key is not the factory's; zeros are a key that was not read.
  private var hasForeignKeys: Bool {
    guard case .classic(let image) = image, let geometry = ClassicGeometry(of: chip) else { return false }
    return (0..<geometry.sectorCount).contains { sector in
      let at = ClassicGeometry.trailer(ofSector: sector) * 16
      guard image.octets.count >= at + 16 else { return false }
      let key = ClassicTrailer(image.octets[at..<at + 16]).keyA
      return key != ClassicTrailer.factoryKey && key.contains { $0 != 0 }
    }
  }
}

extension Chip {
  /// Whether it is one chip rather than any of a type.
  fileprivate var isExactlyKnown: Bool {
    switch self {
    case .foreignType2, .unknownType1, .unknownType2, .unknownType3, .unknownType4, .unknownType5: false
    default: true
    }
  }
}
