import CardModels
import TagFormats
import TestSupport
import Testing

@Suite struct ChipTests {
  /// Every row of the versions that are known, written out as a card gives them.
  static let versions: [(String, Chip)] = [
    ("0004030101000b03", .ultralightEV1Small), ("0004030201000b03", .ultralightEV1SmallHigh),
    ("0004030101000e03", .ultralightEV1Large), ("0004030201000e03", .ultralightEV1LargeHigh),
    ("0004030104000f03", .ultralightAES), ("0004030204000f03", .ultralightAES), ("0004030304000f03", .ultralightAES),
    ("0004040101000b03", .ntag210), ("0004040102000b03", .ntag210Micro), ("0004040202000b03", .ntag210Micro),
    ("0004040101000e03", .ntag212), ("0004040201000f03", .ntag213), ("0004040201001103", .ntag215),
    ("0004040201001303", .ntag216), ("0004040201010f03", .ntag213C), ("0004040203000f03", .ntag213TT),
    ("0004040401000f03", .ntag213F), ("0004040401001303", .ntag216F), ("0004040204000f03", .ntag223DNA),
    ("0004040804000f03", .ntag223SD), ("0004040205001003", .ntag224DNA), ("0004040805001003", .ntag224SD),
    ("0004040502001303", .ntagI2C1K), ("0004040502011303", .ntagI2C1K), ("0004040502001503", .ntagI2C2K),
    ("0004040502011503", .ntagI2C2K), ("0004040502021303", .ntagI2CPlus1K), ("0004040502021503", .ntagI2CPlus2K),
    ("0053040201000f03", .foreignType2), ("0005340201000f03", .foreignType2), ("0034210101000e03", .foreignType2),
    ("0004040201001503", .unknownType2), ("00040402", .unknownType2), ("", .unknownType2),
  ]

  @Test(arguments: versions) func aVersionTellsTheChip(version: String, chip: Chip) {
    #expect(Chip(type2Version: hex(version)) == chip)
  }

  /// The first frame of what ISO 14443-4 chips answer: vendor, type, subtype, version, storage, protocol.
  @Test(arguments: [
    ("04010100021805", Chip.desfire), ("04010101001a05", .desfireEV1), ("04010101001605", .desfireEV1),
    ("04010112001a05", .desfireEV2), ("04010122001a05", .desfireEV2), ("04010133001a05", .desfireEV3),
    ("04080130001305", .desfireLight), ("04040210000f05", .ntag413DNA), ("04040230001105", .ntag424DNA),
    ("04040830001105", .ntag424DNATT),
    ("53010101001a05", .unknownType4), ("04040250001105", .unknownType4), ("04010101", .unknownType4),
  ]) func aFrameOfItsVersionTellsTheChip(version: String, chip: Chip) {
    #expect(Chip(type4Version: hex(version)) == chip)
  }

  @Test(arguments: Chip.allCases) func aChipKnowsItsVersion(chip: Chip) {
    if let version = chip.type2Version { #expect(Chip(type2Version: version) == chip) }
    if let version = chip.type4Version { #expect(Chip(type4Version: version) == chip) }
    #expect(!chip.name.isEmpty)
    #expect(Chip.allCases.filter { $0.name == chip.name } == [chip])
  }

  @Test(arguments: [
    ("3b8f8001804f0ca0000003060300030000000068", TagType?.some(.type2), Chip?.none),
    ("3b8f8001804f0ca000000306030001000000006a", .classic, .classic1K),
    ("3b8f8001804f0ca0000003060300020000000069", .classic, .classic4K),
    ("3b8f8001804f0ca000000306030026000000004d", .classic, .classicMini),
    ("3b8f8001804f0ca000000306030030000000005b", .type1, nil),
    ("3b8f8001804f0ca00000030603002f0000000044", .type1, nil),
    ("3b8f8001804f0ca00000030603003a0000000051", .type2, .ultralightC),
    ("3b8f8001804f0ca00000030611003b0000000042", .type3, nil),
    ("3b8f8001804f0ca00000030603f0110000000000", .type3, nil),
    ("3b8f8001804f0ca00000030603f0120000000000", .type3, nil),
    ("3b8f8001804f0ca00000030603f0040000000000", .type1, nil),
    ("3b8f8001804f0ca0000003060b00140000000077", .type5, nil),
    ("3b8f8001804f0ca00000030603ff200000000000", .type4, nil),
    ("3b8f8001804f0ca00000030603ff880000000000", .classic, .classic1K),
    ("3b8f8001804f0ca00000030603ff000000000000", .type2, nil),
    ("3b8c80010443fd00000000000000000000", .type3, nil),
    ("3b8180018080", .type4, nil),
    ("3b8a80010031c173c8400000900090", .type4, nil),
    ("3b6e000000624d", nil, nil),
    ("", nil, nil),
  ]) func anAnswerToResetTellsTheType(atr: String, type: TagType?, chip: Chip?) {
    let sighting = CardSighting(atr: hex(atr), uid: [1])
    #expect(sighting.type == type)
    #expect(sighting.chip == chip)
    #expect(sighting.uid == [1])
  }

  @Test(arguments: [
    (UInt8(0x00), TagType?.some(.type2), Chip?.none), (0x08, .classic, .classic1K), (0x88, .classic, .classic1K),
    (0x18, .classic, .classic4K), (0x09, .classic, .classicMini), (0x20, .type4, nil), (0x28, .type4, nil),
    (0x60, .type4, nil), (0x04, nil, nil),
  ]) func anAnswerToSelectionTellsTheType(sak: UInt8, type: TagType?, chip: Chip?) {
    #expect(CardSighting(sak: sak, uid: []).type == type)
    #expect(CardSighting(sak: sak, uid: []).chip == chip)
  }

  /// The last page of every map is where the chip's own configuration ends, and its user pages hold its area.
  @Test(arguments: Chip.allCases.filter { Type2Map(of: $0) != nil }) func mapsAreConsistent(chip: Chip) throws {
    let map = try #require(Type2Map(of: chip))
    #expect(16 + Int(map.containerSize) * 8 <= (map.lastUserPage + 1) * 4)
    if let page = map.dynamicLockPage { #expect(page == map.lastUserPage + 1) }
    if let page = map.configurationPage { #expect(page + 3 == map.lastPage) }
  }

  static let capacities: [(Chip, Int)] = [
    (.ultralight, 46), (.ultralightC, 137), (.ntag203, 137), (.ntag210, 46), (.ntag212, 121), (.ntag213, 137),
    (.ntag215, 492),
    (.ntag216, 868), (.ntagI2C1K, 868), (.ntagI2C2K, 1868),
  ]

  @Test(arguments: capacities) func capacitiesAreThoseOfTheRule(chip: Chip, capacity: Int) throws {
    var table = CardOnTheTable(.type2(try #require(Type2Card(chip, uid: octets(7), holding: []))))
    #expect(try table.read(knowing: chip).capacity == capacity)
  }
}
