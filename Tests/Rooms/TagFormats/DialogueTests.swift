import CardModels
import TagFormats
import TestSupport
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

@Suite struct DialogueTests {
  @Test(arguments: Cards.makers.indices) func everyMessageIsRead(index: Int) throws {
    let (name, make) = Cards.makers[index]
    for count in [0, 1, 11, 12, 13, 40, 45, 46, 47, 60, 61, 62, 90, 137, 200, 253, 254, 255, 256, 462, 716, 868, 1868] {
      guard let card = make(octets(count)) else { continue }
      for limits in [CarrierLimits(), CarrierLimits(carriesNativeCommands: false), CarrierLimits(largestAnswer: 16)] {
        // Without native commands no second sector is reached, which is beyond a page number of one octet.
        if name == "NTAG I2C 2K", !limits.carriesNativeCommands || count > 900 { continue }
        var table = CardOnTheTable(card)
        let contents = try table.read(limits: limits)
        #expect(contents.message == (count == 0 ? .empty : .octets(octets(count))), "\(name) \(count)")
        #expect(contents.uid == card.sighting.uid)
      }
    }
  }

  @Test func theSecondSectorIsReached() throws {
    let card = try #require(Type2Card(.ntagI2C2K, uid: uid, holding: octets(1868)))
    var table = CardOnTheTable(.type2(card))
    #expect(try table.read(.everything).message == .octets(octets(1868)))
    #expect(table.heard.contains(.type2(.sectorSelect(1))))
  }

  /// An earlier reader has left the card in its second sector: neither a reading nor a plan takes that one's pages
  /// for the first one's.
  @Test func aCardLeftInItsSecondSectorIsReadAndWritten() throws {
    for knowing in [nil, Chip.ntagI2C2K] {
      let card = try #require(Type2Card(.ntagI2C2K, uid: uid, holding: octets(40)))
      var table = CardOnTheTable(.type2(card))
      func goAstray() {
        #expect(table.answer(to: .type2(.openSectorSelect)) == .acknowledged)
        #expect(table.answer(to: .type2(.sectorSelect(1))) == .silent)
      }
      goAstray()
      let before = try table.read(.everything, knowing: knowing)
      #expect(before.message == .octets(octets(40)))
      #expect(before.uid == uid)
      goAstray()
      try table.carry(.writing(octets(60, from: 9), to: before))
      goAstray()
      #expect(try table.read(knowing: knowing).message == .octets(octets(60, from: 9)))
      goAstray()
      try table.carry(.locking(table.read(.everything, knowing: knowing)))
      goAstray()
      #expect(try table.read(.everything, knowing: knowing).barriers == [.readOnly, .locked])
      guard case .type2(let locked) = table.card else { return }
      // Nothing of the second sector was touched but its lock octets.
      #expect(locked.memory[0x400..<0x780].elementsEqual(card.memory[0x400..<0x780]))
      #expect(locked.memory[0x780..<0x784].elementsEqual([0xFF, 0x7F, 0xFF, 0x00]))
    }
  }

  /// How many commands a tap takes: the reading of a link of 40 octets, the chip being told by an earlier tap.
  @Test func aTapTakesFewCommands() throws {
    let expected = [
      "Ultralight": 4, "Ultralight C": 4, "NTAG203": 4, "NTAG213": 2, "NTAG216": 2, "NTAG I2C 2K": 3, "Topaz 96": 1,
      "Topaz 512": 1, "FeliCa Lite-S": 3, "NTAG 413": 5, "NTAG 424": 5, "SLIX": 2, "Classic 1K": 10, "Classic 4K": 10,
    ]
    for (name, make) in Cards.makers {
      var table = CardOnTheTable(try #require(make(octets(40))))
      let chip = try table.read().chip
      var again = CardOnTheTable(try #require(make(octets(40))))
      _ = try again.read(knowing: chip)
      #expect(again.heard.count == expected[name], "\(name)")
    }
  }

  @Test(arguments: Cards.makers.indices) func aPulledCardIsSaidSo(index: Int) throws {
    let card = try #require(Cards.makers[index].make(octets(40)))
    var whole = CardOnTheTable(card)
    _ = try whole.read(.everything)
    for before in 0..<whole.heard.count {
      var table = CardOnTheTable(card, accident: .pulled(before: before))
      #expect(throws: TagError.cardLeft) { try table.read(.everything) }
      #expect(table.heard.count == before + 1)
    }
  }

  /// A reader's beep or a second poll may spoil one answer; a card that has refused hears nothing until it is selected
  /// again.
  @Test(arguments: Cards.makers.indices) func oneRefusalIsOvercome(index: Int) throws {
    let (name, make) = Cards.makers[index]
    let card = try #require(make(octets(40)))
    var whole = CardOnTheTable(card)
    let contents = try whole.read()
    for number in 0..<whole.heard.count where whole.heard[number] != .reselect {
      var table = CardOnTheTable(card, accident: .refusal(at: number))
      // A refused first question changes what is asked afterwards, and an ISO card has its own retries below the APDU;
      // what counts is that the message is never a wrong one.
      do throws(TagError) {
        let read = try table.read()
        let isHonest = read.message == contents.message || read.message == .hidden || read.message == .unformatted
        #expect(isHonest, "\(name), command \(number): \(read.message)")
        if name.hasPrefix("NTAG") && !name.hasPrefix("NTAG 4") || name.hasPrefix("Topaz") || name == "SLIX" {
          #expect(read.message == contents.message, "\(name), command \(number)")
        }
      } catch {
        #expect(name.hasPrefix("NTAG 4") || name.hasPrefix("FeliCa"), "\(name), command \(number): \(error)")
      }
    }
  }

  @Test(arguments: Cards.makers.indices) func shortAndSenselessAnswersDoNotTrap(index: Int) throws {
    let card = try #require(Cards.makers[index].make(octets(40)))
    var whole = CardOnTheTable(card)
    _ = try whole.read(.everything)
    let nonsense: [[UInt8]] = [
      [], [0x00], [0x90, 0x00], zeros(2), zeros(15), zeros(16), octets(17), [UInt8](repeating: 0xFF, count: 64),
      zeros(300),
      [0x6C, 0x10], [0x61, 0x10],
    ]
    for number in 0..<whole.heard.count {
      for octets in nonsense {
        var table = CardOnTheTable(card, accident: .garbage(at: number, octets))
        _ = try? table.read(.everything)
        #expect(table.heard.count < 300)
      }
    }
  }

  /// Whatever a card answers, the dialogue ends.
  @Test(arguments: TagType.allCases) func noCardKeepsADialogueGoing(type: TagType) {
    var dice = Dice(state: UInt64(type.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    for round in 0..<60 {
      var dialogue = ReadDialogue(
        CardSighting(type: type, uid: octets(4)), scope: round % 2 == 0 ? .everything : .tap,
        limits: CarrierLimits(carriesNativeCommands: round % 3 != 0))
      var step = dialogue.next(after: nil)
      var commands = 0
      while case .send(let command) = step {
        commands += 1
        step = dialogue.next(after: Self.whim(after: command, &dice))
      }
      #expect(commands <= 4097)
    }
  }

  /// An answer that might be right: the right length, plausible heads, or none at all.
  static func whim(after command: CardCommand, _ dice: inout Dice) -> CardAnswer {
    let length = [0, 2, 8, 9, 16, 16, 16, 18, 32, 122].randomElement(using: &dice) ?? 16
    var data = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
    switch command {
    case .reselect: return Bool.random(using: &dice) ? .acknowledged : .silent
    case .type2(.fastRead(let first, let last)): data = zeros((Int(last) - Int(first) + 1) * 4)
    case .type3(.check(let blocks)): data = zeros(blocks.count * 16)
    case .type5(.readBlocks(_, let count)): data = zeros(count * 4)
    case .type5(.readBlock): data = zeros(4)
    case .apdu(let command):
      data = zeros(min(command.expected ?? 0, 5)) + [0x90, 0x00]
      if command.ins == 0xB0, command.p2 == 0 { data = hex("00ff2000ff00ff0406e104ffff00009000") }
    default: break
    }
    return [.data(data), .data(data), .data(data), .data(data), .refused, .silent, .acknowledged, .notCarried]
      .randomElement(using: &dice) ?? .silent
  }

  @Test(arguments: Cards.makers.indices) func theWholeMemoryIsRead(index: Int) throws {
    let (name, make) = Cards.makers[index]
    let card = try #require(make(octets(30)))
    var table = CardOnTheTable(card)
    let contents = try table.read([.chip, .memory])
    #expect(contents.message == .octets(octets(30)))
    switch (card, contents.image) {
    case (.type1(let card), .type1(let image)): #expect(image.octets == card.memory)
    case (.type2(let card), .type2(let image)):
      var readable = card.memory
      // A chip hides its password and its keys.
      if let page = Type2Map(of: card.chip)?.configurationPage {
        readable.replaceSubrange(page * 4 + 8..<page * 4 + 16, with: zeros(8))
      }
      if card.chip == .ultralightC { readable.removeLast(16) }
      #expect(image.octets == readable, "\(name)")
    case (.type3(let card), .type3(let image)): #expect(image.octets == card.memory)
    case (.type4(let card), .type4(let image)): #expect(image.files[0xE104] == card.files[0xE104])
    case (.type5(let card), .type5(let image)): #expect(image.octets == card.memory)
    case (.classic(let card), .classic(let image)):
      #expect(image.octets.count == 1024)
      for sector in 1..<16 {
        #expect(
          image.octets[ClassicGeometry.data(ofSector: sector)] == card.memory[ClassicGeometry.data(ofSector: sector)])
      }
    default: Issue.record("\(name)")
    }
  }

  @Test func anUnknownKindIsSaidSo() {
    var dialogue = ReadDialogue(CardSighting(type: nil))
    guard case .failed(.unknownKind) = dialogue.next(after: nil) else {
      Issue.record("not refused")
      return
    }
  }

  /// READ goes on with page 0 at the border of what the password hides: those pages are not taken for the message.
  @Test func aMessageBehindAPasswordIsHidden() throws {
    for native in [true, false] {
      for page in 4..<20 {
        var card = try #require(Type2Card(.ntag213, uid: uid, holding: octets(60)))
        card.memory[0x29 * 4 + 3] = UInt8(page)
        card.memory[0x2A * 4] = 0x80
        var table = CardOnTheTable(.type2(card))
        let contents = try table.read(limits: CarrierLimits(carriesNativeCommands: native))
        #expect(contents.message == .hidden, "from page \(page)")
      }
    }
  }

  @Test func counterSignatureAndProtectionAreRead() throws {
    var card = try #require(Type2Card(.ntag213, uid: uid, holding: octets(60)))
    card.signature = octets(32)
    card.memory[0x2A * 4] = 0x10
    card.counter = 0x0102FF
    var table = CardOnTheTable(.type2(card))
    let contents = try table.read(.everything)
    #expect(contents.counter == 0x010300)
    #expect(contents.signature == octets(32))
    let open = PasswordState(fromPage: nil, protectsReading: false, allowedFailures: 0, isFrozen: false)
    #expect(contents.password == open)
    #expect(contents.locks == LockState(locked: [], isFrozen: false))
    #expect(contents.mirror == MirrorSettings(uid: false, counter: false, address: 0, counterRuns: true))

    var off = CardOnTheTable(.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(60)))))
    #expect(try off.read(.everything).counter == nil)
  }

  @Test func aType4CardIsReadByItsLimits() throws {
    for (mle, size) in [(15, 50), (59, 300), (255, 4000)] {
      let message = octets(size - 2)
      let container = [
        0x00, 0x0F, 0x20, UInt8(mle >> 8), UInt8(mle & 0xFF), 0x00, 0x34, 0x04, 0x06, 0xE1, 0x04, UInt8(size >> 8),
        UInt8(size & 0xFF), 0x00, 0x00,
      ]
      let file = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
      let card = Type4Card(.desfireEV1, uid: uid, files: [0xE103: container, 0xE104: file])
      var table = CardOnTheTable(.type4(card))
      let contents = try table.read()
      #expect(contents.message == .octets(message))
      #expect(contents.chip == .desfireEV1)
      for case .apdu(let command) in table.heard where command.ins == 0xB0 {
        #expect((command.expected ?? 0) <= mle)
      }
    }
  }

  @Test func anExtendedFileIsReadBehindOffset7FFF() throws {
    let message = octets(0x8300)
    let container = hex("0011 30 00ff 00ff 0608 e104 00009000 00 00")
    let length = [UInt8(0), 0, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
    var card = Type4Card(.desfireEV3, uid: uid, files: [0xE103: container, 0xE104: length + message])
    card.files[0xE104]? += zeros(0x9000 - 4 - message.count)
    var table = CardOnTheTable(.type4(card))
    #expect(try table.read().message == .octets(message))
    #expect(table.heard.contains { if case .apdu(let command) = $0 { command.ins == 0xB1 } else { false } })
  }

  @Test func aCardOfMappingVersion1IsFound() throws {
    var card = Type4Card(
      .desfire, uid: uid, files: [0xE103: hex("000f10003b00340406e10400320000"), 0xE104: hex("0003d00000")])
    card.files[0xE104]? += zeros(45)
    card.isOld = true
    var table = CardOnTheTable(.type4(card))
    let contents = try table.read()
    #expect(contents.message == .octets([0xD0, 0, 0]))
    try table.carry(.writing(octets(20), to: contents))
    #expect(try table.read().message == .octets(octets(20)))
  }

  @Test func aCardWithoutTheApplicationIsUnformatted() throws {
    var card = Type4Card(.desfireEV2, uid: uid, files: [:])
    var table = CardOnTheTable(.type4(card))
    let contents = try table.read()
    #expect(contents.message == .unformatted)
    #expect(contents.chip == .desfireEV2)
    card = Type4Card(ntag424: uid, holding: [1])
    card.closedFiles = [0xE104]
    var closed = CardOnTheTable(.type4(card))
    #expect(try closed.read().message == .hidden)
  }
}
