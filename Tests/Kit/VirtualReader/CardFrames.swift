import TagFormats

/// Frames as a card hears them, read back into commands; written from the cards' manuals, beside the product's way in
/// the other direction.
enum CardFrames {
  /// A FeliCa frame behind its length octet: the code, IDm, the service, the block list.
  static func felica(_ frame: [UInt8]) -> Type3Command? {
    guard let length = frame.first, Int(length) == frame.count, frame.count >= 2 else { return nil }
    switch frame[1] {
    case 0x00: return frame.count == 6 && frame[2...3].elementsEqual([0x12, 0xFC]) ? .pollNDEFSystem : nil
    case 0x06:
      guard let list = blocks(frame), list.rest.isEmpty else { return nil }
      return .check(blocks: list.blocks)
    case 0x08:
      guard let list = blocks(frame), list.rest.count == list.blocks.count * 16 else { return nil }
      return .update(blocks: list.blocks, octets: Array(list.rest))
    default: return nil
    }
  }

  /// What a FeliCa card answers, with its length in front.
  static func felica(_ answer: CardAnswer, to command: Type3Command, idm: [UInt8]) -> [UInt8]? {
    let body: [UInt8]
    switch (command, answer) {
    case (.pollNDEFSystem, .data(let octets)): body = [0x01] + octets
    case (.check, .data(let octets)): body = [0x07] + idm + [0, 0, UInt8(octets.count / 16)] + octets
    case (.update, .acknowledged): body = [0x09] + idm + [0, 0]
    case (.check, .refused): body = [0x07] + idm + [0x01, 0xA6]
    case (.update, .refused): body = [0x09] + idm + [0x01, 0xA6]
    default: return nil
    }
    return [UInt8(body.count + 1)] + body
  }

  private static func blocks(_ frame: [UInt8]) -> (blocks: [UInt16], rest: ArraySlice<UInt8>)? {
    // Length, code, IDm, one service of two octets, the number of blocks.
    guard frame.count >= 14, frame[10] == 1 else { return nil }
    var rest = frame[14...]
    var blocks: [UInt16] = []
    for _ in 0..<frame[13] {
      guard let kind = rest.popFirst(), let low = rest.popFirst() else { return nil }
      var block = UInt16(low)
      if kind & 0x80 == 0 {
        guard let high = rest.popFirst() else { return nil }
        block |= UInt16(high) << 8
      }
      blocks.append(block)
    }
    return (blocks, rest)
  }

  /// An ISO 15693 request: flags, code, the block with one octet, or two behind the codes of 30 and up.
  static func vicinity(_ frame: [UInt8]) -> Type5Command? {
    guard frame.count >= 2, frame[0] == 0x02 else { return nil }
    let code = frame[1]
    if code == 0x2B { return frame.count == 2 ? .systemInformation : nil }
    let width = code >= 0x30 ? 2 : 1
    guard frame.count >= 2 + width else { return nil }
    let block = Int(frame[2]) | (width == 2 ? Int(frame[3]) << 8 : 0)
    let rest = Array(frame[(2 + width)...])
    switch code {
    case 0x20, 0x30: return rest.isEmpty ? .readBlock(block) : nil
    case 0x21, 0x31: return .writeBlock(block, octets: rest)
    case 0x22, 0x32: return .lockBlock(block)
    case 0x23, 0x33, 0x2C, 0x3C:
      let count = rest.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) } + 1
      return code & 0xF == 0x3 ? .readBlocks(first: block, count: count) : .securityStatus(first: block, count: count)
    default: return nil
    }
  }
}
