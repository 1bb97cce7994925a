/// Reads a Type 1 card: all of the static memory at once, then block by block.
struct Type1ReadDialogue: Sendable {
  private let scope: ReadingScope
  private let uid: [UInt8]
  private let chip: Chip?
  private var image = Type1Image([])
  private var asked = Type1Command.readAll
  private var retries = 2
  private var mustReselect = false

  init(_ sighting: CardSighting, scope: ReadingScope) {
    self.scope = scope
    uid = sighting.uid
    chip = sighting.chip
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard let answer else { return .send(.type1(asked)) }
    if mustReselect {
      mustReselect = false
      return answer == .acknowledged ? .send(.type1(asked)) : .failed(.cardLeft)
    }
    switch (asked, answer) {
    case (_, .gone): return .failed(.cardLeft)
    case (_, .notCarried): return .failed(.notCarried(.type1(asked)))
    case (.readAll, .data(let octets)) where octets.count >= 122:
      // Two octets of header ROM, whose first high nibble is 1 on a tag that can hold NDEF.
      guard octets[0] >> 4 == 1 else { return .done(CardContents(uid: uid, type: .type1, chip: chip ?? .unknownType1)) }
      image.octets = Array(octets[2..<122])
      return decide()
    case (.readBlock(let block), .data(let octets)) where octets.count >= 9 && octets[0] == block:
      image.octets += octets[1..<9]
      return decide()
    default:
      guard retries > 0 else { return .failed(TagError(answer, to: .type1(asked))) }
      retries -= 1
      mustReselect = true
      return .send(.reselect)
    }
  }

  private mutating func decide() -> Step<CardContents> {
    do {
      let contents = try image.contents(chip: chip, uid: uid)
      let end = (try? Type1Image.Container(image.octets))?.memorySize ?? 0
      guard scope.contains(.memory), image.octets.count < end else { return .done(contents) }
    } catch .cutShort {
      // The next block is what is missing.
    } catch {
      return .failed(.layout(error))
    }
    asked = .readBlock(UInt8(truncatingIfNeeded: image.octets.count / 8))
    return .send(.type1(asked))
  }
}
