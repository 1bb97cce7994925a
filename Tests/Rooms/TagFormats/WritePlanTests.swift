import CardModels
import RealParts
import TagFormats
import TestSupport
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

/// Lengths around which a layout changes its shape.
private let lengths = [0, 1, 2, 3, 6, 40, 253, 254, 255, 257]

@Suite struct WritePlanTests {
  /// A card whose blocks begin with `padding` octets before the message, so that type, length and value fall on every
  /// place in a page. Without a message there is a terminator, behind some more padding, and behind it what an older
  /// message has left.
  static func type2(
    _ chip: Chip, padding: Int, nulls: Int = 0, holding message: [UInt8]?
  ) throws -> CardModel {
    var card = try #require(Type2Card(chip, uid: uid, holding: []))
    let area = try Type2Container(card.memory).area
    card.memory.replaceSubrange(area.lowerBound..<area.lowerBound + 12, with: [UInt8](repeating: 0, count: 12))
    if padding >= 2 {
      card.memory.replaceSubrange(
        16..<16 + padding, with: [0xFD, UInt8(padding - 2)] + [UInt8](repeating: 0x03, count: padding - 2))
    }
    let start = 16 + padding
    guard let message else {
      let rest: [UInt8] = [0xFE, 0x03, 0x05, 0x03, 0x02, 0x01, 0x00, 0x03, 0x07]
      card.memory.replaceSubrange(start + nulls..<start + nulls + rest.count, with: rest)
      return .type2(card)
    }
    let placement = try #require(TLVPlacement(of: message, at: start, area: area, reserved: ReservedOctets()))
    for (address, octet) in placement.octets { card.memory[address] = octet }
    return .type2(card)
  }

  @Test(.longWork, arguments: [0, 2, 3, 4, 5]) func aTornWriteOnAnNTAGIsOldEmptyOrNew(padding: Int) throws {
    var cuts = 0
    for old in [nil, 3, 254, 260] {
      let card = try Self.type2(.ntag215, padding: padding, holding: old.map { octets($0, from: 1) })
      for length in lengths {
        let fault = TornPlans.fault(writing: octets(length, from: 99), on: card, cuts: &cuts)
        #expect(fault == nil, "old \(String(describing: old)), new \(length)")
      }
    }
    for nulls in 0..<4 {
      let card = try Self.type2(.ntag215, padding: padding, nulls: nulls, holding: nil)
      for length in lengths {
        let fault = TornPlans.fault(writing: octets(length, from: 99), on: card, cuts: &cuts)
        #expect(fault == nil, "\(nulls) before the terminator, new \(length)")
      }
    }
    #expect(cuts > 500)
  }

  @Test(.longWork, arguments: Cards.makers.indices) func aTornWriteIsOldEmptyOrNewOnEveryType(index: Int) throws {
    let (name, make) = Cards.makers[index]
    var cuts = 0
    for old in [0, 3, 40, 254, 255] {
      guard let card = make(octets(old, from: 1)) else { continue }
      for length in lengths + [700] {
        let fault = TornPlans.fault(writing: octets(length, from: 99), on: card, cuts: &cuts)
        #expect(fault == nil, "\(name): old \(old), new \(length)")
      }
    }
    #expect(cuts > 20)
  }

  @Test(arguments: Cards.makers.indices) func whatAPlanWritesIsReadBack(index: Int) throws {
    let (name, make) = Cards.makers[index]
    for length in [0, 1, 14, 46, 90, 137, 200, 253, 254, 255, 462, 716, 868] {
      let card = try #require(make([1, 2, 3]))
      var table = CardOnTheTable(card)
      let before = try table.read(.everything)
      let message = octets(length, from: 5)
      guard length <= before.capacity else {
        #expect(throws: PlanRefusal.self) { try WritePlan.writing(message, to: before) }
        continue
      }
      try table.carry(.writing(message, to: before))
      let after = try table.read()
      #expect(after.message == (length == 0 ? .empty : .octets(message)), "\(name) \(length)")
      #expect(after.capacity == before.capacity)
    }
  }
}
