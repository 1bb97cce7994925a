import CardModels
import TagFormats
import TestSupport
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

private func card(_ chip: Chip, holding message: [UInt8]) throws -> Type2Card {
  try #require(Type2Card(chip, uid: uid, holding: message))
}

@Suite struct Type2DialogueTests {
  static let chips = Chip.allCases.filter { Type2Map(of: $0) != nil }

  @Test(arguments: chips)
  func everyChipIsToldApartAndGivesItsMessage(chip: Chip) throws {
    let message = (0..<40).map { UInt8($0) }
    var table = CardOnTheTable(.type2(try card(chip, holding: message)))
    let contents = try table.read(.everything)
    #expect(contents.chip == chip)
    #expect(contents.uid == uid)
    #expect(contents.message == .octets(message))
    #expect(contents.writable)
  }

  @Test(arguments: [Chip.ntag213, .ntag215, .ntag216])
  func aLinkTakesFewCommands(chip: Chip) throws {
    let message = (0..<45).map { UInt8($0) }
    var table = CardOnTheTable(.type2(try card(chip, holding: message)))
    #expect(try table.read().message == .octets(message))
    #expect(table.heard.count == 3)

    var known = CardOnTheTable(.type2(try card(chip, holding: message)))
    #expect(try known.read(knowing: chip).message == .octets(message))
    #expect(known.heard.count == 2)

    var plain = CardOnTheTable(.type2(try card(chip, holding: Array(message.prefix(40)))))
    let limits = CarrierLimits(carriesNativeCommands: false)
    #expect(try plain.read(limits: limits, knowing: chip).message == .octets(Array(message.prefix(40))))
    #expect(plain.heard.count == 4)
  }

  @Test("A card that refuses to change its sector is read as far as the first sector goes.")
  func aSectorThatIsRefused() throws {
    let message = (0..<40).map { UInt8($0) }
    let large = try card(.ntagI2C2K, holding: message)
    var whole = CardOnTheTable(.type2(large))
    _ = try whole.read([.chip, .memory])
    let place = try #require(whole.heard.firstIndex(of: .type2(.openSectorSelect)))
    var table = CardOnTheTable(.type2(large), accident: .refusal(at: place))
    #expect(try table.read([.chip, .memory]).message == .octets(message))
    #expect(table.heard.count == place + 1)
  }
}
