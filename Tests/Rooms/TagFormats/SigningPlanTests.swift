import CardModels
import ProofOfTap
import TestSupport
import Testing

@testable import TagFormats

/// Cards that sign their taps, an NTAG 424 DNA before all: their keys are set, what they say is verified by other code
/// than that which made it, and all of it is taken back.
@Suite struct SigningPlanTests {
  private static let keys = SigningKeys(metaKey: octets(16, from: 40), fileKey: octets(16, from: 90))!
  private static let one = SigningKeys(metaKey: octets(16, from: 40), fileKey: octets(16, from: 40))!
  private static let cipherText = 10

  /// A card that signs, with keys as it takes them.
  private struct Kind {
    let name: String
    var card: CardModel
    var keys = SigningPlanTests.keys
    /// Whether it is switched to LRP mode, in which it says more.
    var inLRPMode = false

    var digits: Int { inLRPMode ? 48 : 32 }
    var code: Int { SigningPlanTests.cipherText + digits + 1 }

    func signed(_ card: CardModel? = nil) throws -> CardModel {
      let card = card ?? self.card
      return try Type4Bench.carried(
        .signing(
          with: keys, cipherText: SigningPlanTests.cipherText, code: code, inLRPMode: inLRPMode,
          on: Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
    }

    /// What a card says when it is tapped: the tap, if it is signed with these keys.
    func tap(_ card: inout CardModel, by keys: SigningKeys? = nil) throws -> SignedTap? {
      card.leaveField()
      var table = CardOnTheTable(card)
      let message = try #require(try table.read(.everything).message.octets)
      card = table.card
      return inLRPMode
        ? tap(in: message, by: keys ?? self.keys, LRP128.self) : tap(in: message, by: keys ?? self.keys, AES128.self)
    }

    private func tap<Cipher: TapCipher>(
      in message: [UInt8], by keys: SigningKeys, _ cipher: Cipher.Type
    ) -> SignedTap? {
      func digits(_ place: Int, _ count: Int) -> [UInt8] {
        hex(String(decoding: message[place..<place + count], as: UTF8.self))
      }
      guard let meta = Cipher(key: keys.metaKey), let file = Cipher(key: keys.fileKey),
        let tap = SignedTap(encrypted: digits(SigningPlanTests.cipherText, self.digits), metaKey: meta),
        tap.isSigned(by: digits(code, 16), file, over: [])
      else { return nil }
      return tap
    }
  }

  private static let plain = Kind(name: "424 DNA", card: Type4Bench.ntag())

  /// The chips that sign.
  private static func kinds() throws -> [Kind] {
    let long = octets(90)
    func large(_ chip: Chip) -> CardModel {
      var card = Type4Card(ntag424: Type4Bench.uid, holding: long, hasTamper: chip == .ntag424DNATT)
      card.ciphers = Type4Bench.ciphers
      return .type4(card)
    }
    return [
      plain, Kind(name: "424 DNA TT", card: Type4Bench.ntag { $0.chip = .ntag424DNATT }),
      Kind(name: "413 DNA", card: Type4Bench.small(), keys: one),
      Kind(name: "DESFire EV3", card: try desfire()),
      Kind(name: "424 DNA, LRP", card: large(.ntag424DNA), inLRPMode: true),
      Kind(name: "424 DNA TT, LRP", card: large(.ntag424DNATT), inLRPMode: true),
    ]
  }

  /// A DESFire EV3 that was formatted here, with a message.
  private static func desfire() throws -> CardModel {
    let blank = Type4Bench.blank(.desfireEV3)
    let formatted = try Type4Bench.carried(.formatting(Type4Bench.read(blank), ciphers: Type4Bench.ciphers), on: blank)
    return try Type4Bench.carried(.writing(Type4Bench.message, to: Type4Bench.read(formatted)), on: formatted)
  }

  /// NXP's AN12196, "ChangeKey" of key 02.
  @Test func theChangeOfAKeyIsThatOfTheNote() {
    let new = hex("f3847d627727ed3bc9c4cc050489b966")
    #expect(SigningKeys.change(from: zeros(16), to: new) == new + [0x01] + hex("789dfadc"))
  }

  @Test func itSignsEachTapAndCounts() throws {
    for kind in try Self.kinds() {
      var card = try kind.signed()
      let contents = try Type4Bench.read(card)
      #expect(contents.signs && contents.speaksLRP == kind.inLRPMode, "\(kind.name)")
      let taps = try (0..<3).map { _ in try #require(try kind.tap(&card), "\(kind.name)") }
      #expect(taps.allSatisfy { $0.uid == Type4Bench.uid })
      #expect(taps.map(\.counter) == [1, 2, 3])
      let others = try #require(SigningKeys(metaKey: kind.keys.metaKey, fileKey: zeros(16)))
      #expect(try kind.tap(&card, by: others) == nil)
    }
  }

  @Test func itIsTakenBackWholly() throws {
    for kind in try Self.kinds() {
      let card = try kind.signed()
      let back = try Type4Bench.carried(
        .unsigning(Type4Bench.read(card), with: kind.keys, ciphers: Type4Bench.ciphers), on: card)
      let contents = try Type4Bench.read(back)
      #expect(!contents.signs && contents.writable, "\(kind.name)")
      #expect(try Type4Bench.read(kind.card).message == contents.message, "\(kind.name)")
      // Nothing switches a card back.
      #expect(contents.speaksLRP == kind.inLRPMode, "\(kind.name)")
      guard case .type4(let model) = back else { return #expect(Bool(false)) }
      #expect(model.keys.others.values.allSatisfy { $0 == zeros(16) })
      // And it can be done again, with other keys.
      #expect(try Type4Bench.read(kind.signed(back)).signs)
    }
  }

  /// A signing card gets another message: it stops signing first, so that nothing is laid over what is written.
  @Test func whatItShowsIsTakenBackByItself() throws {
    for kind in try Self.kinds() {
      let card = try kind.signed()
      let shown = try Type4Bench.carried(
        .mirroring(uid: false, counter: false, at: 0, on: Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
      #expect(try !Type4Bench.read(shown).signs, "\(kind.name)")
    }
  }

  /// A card in LRP mode is written, locked and signs as others do; without the room for it nothing is begun.
  @Test func inLRPModeItNeedsMoreRoom() throws {
    let kind = try #require(try Self.kinds().first { $0.inLRPMode })
    let plan = try WritePlan.signing(
      with: kind.keys, cipherText: 10, code: 59, inLRPMode: true, on: Type4Bench.read(kind.card),
      ciphers: Type4Bench.ciphers)
    #expect(plan.isIrreversible)
    let switched = try kind.signed()
    // It is in that mode already: nothing is for good any more, and the shorter room is refused.
    let contents = try Type4Bench.read(switched)
    let again = try WritePlan.signing(
      with: kind.keys, cipherText: 10, code: 59, on: contents, ciphers: Type4Bench.ciphers)
    #expect(!again.isIrreversible)
    #expect(throws: PlanRefusal.mirrorOutsideMessage) {
      try WritePlan.signing(with: kind.keys, cipherText: 10, code: 43, on: contents, ciphers: Type4Bench.ciphers)
    }
    var locked = try Type4Bench.carried(
      .locking(Type4Bench.read(switched), ciphers: Type4Bench.ciphers), on: switched)
    #expect(try kind.tap(&locked) != nil)
  }

  /// An application with DES keys, or one of somebody else's with fewer keys, cannot sign and stays as it is.
  @Test func aDESFireOfOthersIsLeftAsItIs() throws {
    for told: UInt8 in [0x21, 0xA1] {
      guard case .type4(var card) = try Self.desfire() else { return }
      card.keys.told = told
      let contents = try Type4Bench.read(.type4(card))
      #expect(!contents.canSign)
      #expect(throws: PlanRefusal.notPossible(.desfireEV3)) {
        try WritePlan.signing(
          with: Self.keys, cipherText: 10, code: 43, on: contents, ciphers: Type4Bench.ciphers)
      }
    }
    #expect(try Type4Bench.read(Type4Bench.blank(.desfireEV3)).canSign)
    #expect(try !Type4Bench.read(Type4Bench.blank(.desfireEV2)).canSign)
  }

  @Test func aCardThatIsLockedGoesOnSigning() throws {
    for kind in try Self.kinds() {
      let card = try kind.signed()
      var locked = try Type4Bench.carried(.locking(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
      #expect(try Type4Bench.read(locked).locks?.isFrozen == true, "\(kind.name)")
      #expect(try kind.tap(&locked) != nil, "\(kind.name)")
      #expect(throws: PlanRefusal.configurationFrozen) { try kind.signed(locked) }
    }
  }

  /// Pulled after each command, the same plan finishes the work, and so does its undoing.
  @Test func aPulledCardIsFinishedByTheNext() throws {
    for kind in try Self.kinds() {
      let plan = try WritePlan.signing(
        with: kind.keys, cipherText: Self.cipherText, code: kind.code, inLRPMode: kind.inLRPMode,
        on: Type4Bench.read(kind.card), ciphers: Type4Bench.ciphers)
      for count in 0..<plan.steps.count {
        var torn = try Type4Bench.carried(
          WritePlan(Array(plan.steps.prefix(count)), ciphers: plan.ciphers), on: kind.card)
        torn.leaveField()
        var again = try kind.signed(torn)
        #expect(try kind.tap(&again) != nil, "\(kind.name) after \(count)")
        var back = try Type4Bench.carried(
          .unsigning(Type4Bench.read(torn), with: kind.keys, ciphers: Type4Bench.ciphers), on: torn)
        back.leaveField()
        #expect(try !Type4Bench.read(back).signs, "\(kind.name) after \(count)")
      }
    }
  }

  @Test func anotherOnesKeysStayTheirs() throws {
    var card = Type4Bench.ntag()
    guard case .type4(var model) = card else { return }
    model.keys.others[2] = octets(16, from: 7)
    card = .type4(model)
    #expect(throws: TagError.self) { try Self.plain.signed(card) }
    #expect(try Type4Bench.read(card).message == .octets(Type4Bench.message))
  }

  @Test func whatCannotSignIsRefusedBefore() throws {
    #expect(throws: PlanRefusal.notPossible(.ntag413DNA), "two keys") { try Self.plain.signed(Type4Bench.small()) }
    #expect(throws: PlanRefusal.notPossible(.desfireEV1)) { try Self.plain.signed(Type4Bench.blank(.desfireEV1)) }
    for card in [Type4Bench.small(), try Self.desfire()] {
      let contents = try Type4Bench.read(card)
      #expect(throws: PlanRefusal.notPossible(contents.chip), "no LRP mode") {
        try WritePlan.signing(
          with: Self.one, cipherText: 10, code: 59, inLRPMode: true, on: contents, ciphers: Type4Bench.ciphers)
      }
    }
    #expect(!Chip.desfireLight.canSign && Chip.ntag424DNATT.canSign && !Chip.ntag213.canSign)
    #expect(throws: PlanRefusal.configurationFrozen) {
      try Self.plain.signed(Type4Bench.ntag { $0.close(2, access: [0xEF, 0xEE]) })
    }
    let contents = try Type4Bench.read(Type4Bench.ntag())
    for (cipherText, code) in [(-1, 43), (10, 41), (10, 45)] {
      #expect(throws: PlanRefusal.mirrorOutsideMessage) {
        try WritePlan.signing(
          with: Self.keys, cipherText: cipherText, code: code, on: contents, ciphers: Type4Bench.ciphers)
      }
    }
    #expect(SigningKeys(metaKey: [1], fileKey: zeros(16)) == nil)
    #expect(Chip.ntag213.canMirror(uid: true, counter: true) && Chip.ntag210.canMirror(uid: true, counter: false))
    #expect(!Chip.ntag210.canMirror(uid: true, counter: true) && !Chip.ntag203.canMirror(uid: true, counter: false))
    #expect(
      Chip.ntag424DNA.canMirror(uid: true, counter: true) && !Chip.ntag413DNA.canMirror(uid: true, counter: false))
  }
}
