import CardModels
import ProofOfTap
import TestSupport
import Testing

@testable import TagFormats

/// Cards that sign their taps, an NTAG 424 DNA before all: their keys are set, what they say is verified by other code
/// than that which made it, and all of it is taken back.
@Suite struct SigningPlanTests {
  private static let keys = SigningKeys(metaKey: octets(16, from: 40), fileKey: octets(16, from: 90))!
  private static let (cipherText, code) = (10, 43)

  /// The chips that sign, with keys as each takes them.
  private static let kinds: [(name: String, card: CardModel, keys: SigningKeys)] = [
    ("424 DNA", Type4Bench.ntag(), keys), ("424 DNA TT", Type4Bench.ntag { $0.chip = .ntag424DNATT }, keys),
    ("413 DNA", Type4Bench.small(), one),
  ]
  private static let one = SigningKeys(metaKey: octets(16, from: 40), fileKey: octets(16, from: 40))!

  private static func signed(
    _ card: CardModel = Type4Bench.ntag(), by keys: SigningKeys = keys
  ) throws -> CardModel {
    try Type4Bench.carried(
      .signing(
        with: keys, cipherText: cipherText, code: code, on: Type4Bench.read(card), ciphers: Type4Bench.ciphers),
      on: card)
  }

  /// What a card says when it is tapped: the tap, if it is signed with these keys.
  private static func tap(_ card: inout CardModel, by keys: SigningKeys = keys) throws -> SignedTap? {
    card.leaveField()
    var table = CardOnTheTable(card)
    let message = try #require(try table.read(.everything).message.octets)
    card = table.card
    func digits(_ place: Int, _ count: Int) -> [UInt8] {
      hex(String(decoding: message[place..<place + count], as: UTF8.self))
    }
    guard let meta = AES128(key: keys.metaKey), let file = AES128(key: keys.fileKey),
      let tap = SignedTap(encrypted: digits(cipherText, 32), metaKey: meta),
      tap.isSigned(by: digits(code, 16), file, over: [])
    else { return nil }
    return tap
  }

  /// NXP's AN12196, "ChangeKey" of key 02.
  @Test func theChangeOfAKeyIsThatOfTheNote() {
    let new = hex("f3847d627727ed3bc9c4cc050489b966")
    #expect(SigningKeys.change(from: zeros(16), to: new) == new + [0x01] + hex("789dfadc"))
  }

  @Test func itSignsEachTapAndCounts() throws {
    for (name, blank, keys) in Self.kinds {
      var card = try Self.signed(blank, by: keys)
      #expect(try Type4Bench.read(card).signs, "\(name)")
      let taps = try (0..<3).map { _ in try #require(try Self.tap(&card, by: keys), "\(name)") }
      #expect(taps.allSatisfy { $0.uid == Type4Bench.uid })
      #expect(taps.map(\.counter) == [1, 2, 3])
    }
    var card = try Self.signed()
    let others = try #require(SigningKeys(metaKey: Self.keys.metaKey, fileKey: zeros(16)))
    #expect(try Self.tap(&card, by: others) == nil)
  }

  @Test func itIsTakenBackWholly() throws {
    let before = Type4Bench.ntag()
    let card = try Self.signed(before)
    let back = try Type4Bench.carried(
      .unsigning(Type4Bench.read(card), with: Self.keys, ciphers: Type4Bench.ciphers), on: card)
    let contents = try Type4Bench.read(back)
    #expect(!contents.signs && contents.message == .octets(Type4Bench.message) && contents.writable)
    guard case .type4(let model) = back else { return #expect(Bool(false)) }
    #expect(model.keys.others.values.allSatisfy { $0 == zeros(16) })
    // And it can be done again, with other keys.
    #expect(try Type4Bench.read(Self.signed(back)).signs)
  }

  @Test func aCardThatIsLockedGoesOnSigning() throws {
    let card = try Self.signed()
    var locked = try Type4Bench.carried(.locking(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
    #expect(try Type4Bench.read(locked).locks?.isFrozen == true)
    #expect(try Self.tap(&locked) != nil)
    #expect(throws: PlanRefusal.configurationFrozen) { try Self.signed(locked) }
  }

  /// Pulled after each command, the same plan finishes the work, and so does its undoing.
  @Test func aPulledCardIsFinishedByTheNext() throws {
    for (name, card, keys) in Self.kinds {
      let plan = try WritePlan.signing(
        with: keys, cipherText: Self.cipherText, code: Self.code, on: Type4Bench.read(card),
        ciphers: Type4Bench.ciphers)
      for count in 0..<plan.steps.count {
        var torn = try Type4Bench.carried(WritePlan(Array(plan.steps.prefix(count)), ciphers: plan.ciphers), on: card)
        torn.leaveField()
        var again = try Self.signed(torn, by: keys)
        #expect(try Self.tap(&again, by: keys) != nil, "\(name) after \(count)")
        var back = try Type4Bench.carried(
          .unsigning(Type4Bench.read(torn), with: keys, ciphers: Type4Bench.ciphers), on: torn)
        back.leaveField()
        #expect(try !Type4Bench.read(back).signs, "\(name) after \(count)")
      }
    }
  }

  @Test func anotherOnesKeysStayTheirs() throws {
    var card = Type4Bench.ntag()
    guard case .type4(var model) = card else { return }
    model.keys.others[2] = octets(16, from: 7)
    card = .type4(model)
    #expect(throws: TagError.self) { try Self.signed(card) }
    #expect(try Type4Bench.read(card).message == .octets(Type4Bench.message))
  }

  @Test func whatCannotSignIsRefusedBefore() throws {
    #expect(throws: PlanRefusal.notPossible(.ntag413DNA), "two keys") { try Self.signed(Type4Bench.small()) }
    #expect(throws: PlanRefusal.notPossible(.desfireEV1)) { try Self.signed(Type4Bench.blank(.desfireEV1)) }
    #expect(!Chip.desfireLight.canSign && Chip.ntag424DNATT.canSign && !Chip.ntag213.canSign)
    #expect(throws: PlanRefusal.configurationFrozen) {
      try Self.signed(Type4Bench.ntag { $0.close(2, access: [0xEF, 0xEE]) })
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
