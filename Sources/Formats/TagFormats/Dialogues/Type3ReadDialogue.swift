/// Reads a Type 3 card: the NDEF system, the attribute block, the blocks of the message.
struct Type3ReadDialogue: Sendable {
  private let scope: ReadingScope
  private let limits: CarrierLimits
  private var uid: [UInt8]
  private var chip: Chip
  private var image = Type3Image([])
  private var asked = Type3Command.pollNDEFSystem
  private var retries = 2
  private var mustReselect = false

  init(_ sighting: CardSighting, scope: ReadingScope, limits: CarrierLimits) {
    self.scope = scope
    self.limits = limits
    uid = sighting.uid
    chip = sighting.chip ?? .unknownType3
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard let answer else { return .send(.type3(asked)) }
    if mustReselect {
      mustReselect = false
      return answer == .acknowledged ? .send(.type3(asked)) : .failed(.cardLeft)
    }
    switch (asked, answer) {
    case (_, .gone): return .failed(.cardLeft)
    case (_, .notCarried): return .failed(.notCarried(.type3(asked)))
    case (.pollNDEFSystem, .data(let octets)):
      guard octets.count >= 16 else { return .failed(.badAnswer(.type3(asked), octets)) }
      uid = Array(octets[0..<8])
      // PMm, second octet: the IC code.
      if chip == .unknownType3 { chip = octets[9] == 0xF0 ? .felicaLite : octets[9] == 0xF1 ? .felicaLiteS : chip }
      return decide()
    case (.pollNDEFSystem, _):
      // No card of the system 12FC: there is no NDEF on it.
      return .done(CardContents(uid: uid, type: .type3, chip: chip))
    case (.check(let blocks), .data(let octets)) where octets.count >= blocks.count * 16:
      image.octets += octets.prefix(blocks.count * 16)
      return decide()
    default:
      return again(after: answer)
    }
  }

  private mutating func again(after answer: CardAnswer) -> Step<CardContents> {
    guard retries > 0 else { return .failed(TagError(answer, to: .type3(asked))) }
    retries -= 1
    mustReselect = true
    return .send(.reselect)
  }

  private mutating func decide() -> Step<CardContents> {
    do {
      let contents = try image.contents(chip: chip, uid: uid)
      guard scope.contains(.memory), let attributes = try? Type3Attributes(image.octets),
        image.octets.count < 16 + attributes.capacity
      else { return .done(contents) }
      return check(needed: 16 + attributes.capacity)
    } catch .cutShort(_, let needed) {
      return check(needed: needed)
    } catch {
      return .failed(.layout(error))
    }
  }

  private mutating func check(needed: Int) -> Step<CardContents> {
    let first = image.octets.count / 16
    let several = (try? Type3Attributes(image.octets))?.blocksPerRead ?? 1
    // An answer carries its length in one octet and thirteen more before the blocks.
    let most = max(1, min(several, 15, (limits.largestAnswer - 13) / 16))
    let count = min((needed + 15) / 16 - first, most)
    asked = .check(blocks: (first..<first + count).map { UInt16(truncatingIfNeeded: $0) })
    return .send(.type3(asked))
  }
}
