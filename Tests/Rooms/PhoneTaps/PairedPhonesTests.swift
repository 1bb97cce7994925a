import Testing

@testable import PhoneTaps

/// Two functions that are not secure, and enough to see what a proof covers.
private let hashes = PhoneHashes(
  code: { key, message in mixed(key + [0] + message) }, digest: { octets in mixed(octets) })

private func mixed(_ octets: [UInt8]) -> [UInt8] {
  var state: [UInt64] = [1, 2, 3, 4]
  for octet in octets {
    for index in state.indices { state[index] = (state[index] ^ UInt64(octet)) &* 0x100_0000_01B3 &+ UInt64(index) }
  }
  return state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
}

private func hex(_ octets: [UInt8]) -> String {
  octets.map { octet in
    let digits = String(octet, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
}

private let desk = PhoneName("desk")!
private let phone = PhoneName("anna")!
private let key = [UInt8](1...32)
private let start = PhoneMoment(wall: 1_800_000_000, steady: 1000)

private func later(_ seconds: Int64) -> PhoneMoment {
  PhoneMoment(wall: start.wall + seconds, steady: start.steady + seconds)
}

private let secret = [UInt8](repeating: 0x5E, count: 32)

private func paired() -> PairedPhones {
  PairedPhones(desk: desk, phones: [Phone(name: phone, way: .page, key: key, pairedAt: start.wall)], secret: secret)
}

private func tap(
  _ number: String, at time: Int64 = start.wall, route: String = "/focus/work", name: String = "anna",
  key: [UInt8] = key
) -> PhoneRequest {
  let covered = "tap1|\(name)|desk|\(number)|\(time)|\(route)"
  return .tap(
    phone: name, number: number, time: "\(time)", route: route, proof: hex(hashes.code(key, Array(covered.utf8))))
}

extension PairedPhones {
  fileprivate mutating func hears(_ request: PhoneRequest, _ now: PhoneMoment = start) -> PhoneVerdict {
    judge(request, at: now, chance: [UInt8](repeating: 7, count: 4), hashes)
  }
}

/// Taps of a paired page.
@Suite struct PhoneTapTests {
  @Test func aRightProofTapsOnce() {
    var phones = paired()
    #expect(phones.hears(tap("1")) == .tapped(phone, route: "/focus/work"))
    #expect(phones.hears(tap("1")) == .refused(.replayed))
    #expect(phones.phones[0].counter == 1)
    #expect(phones.hears(tap("7")) == .tapped(phone, route: "/focus/work"))
    #expect(phones.hears(tap("6")) == .refused(.replayed))
  }

  @Test(arguments: [
    (PhoneRequest.tap(phone: "anna", number: "1", time: "1800000000", route: "/", proof: ""), PhoneRefusal.badProof),
    (tap("1", name: "bert"), .unknownPhone), (tap("1", key: [9]), .badProof), (tap("01"), .badProof),
    (tap("-1"), .badProof), (tap(""), .badProof), (tap("99999999999999999999"), .badProof),
    (tap("1", at: start.wall + 91), .stale(seconds: 91)), (tap("1", at: start.wall - 91), .stale(seconds: -91)),
    (tap("0"), .replayed),
  ])
  func everythingElseIsRefusedByItsReason(request: PhoneRequest, refusal: PhoneRefusal) {
    var phones = paired()
    #expect(phones.hears(request) == .refused(refusal))
    #expect(phones.phones == paired().phones, "nothing is counted for a tap that does nothing")
  }

  @Test(arguments: [-90, 90] as [Int64]) func aClockMayBeOffByAMinuteAndAHalf(seconds: Int64) {
    var phones = paired()
    #expect(phones.hears(tap("1", at: start.wall + seconds)) == .tapped(phone, route: "/focus/work"))
  }

  @Test func wrongProofsKeepNoPhoneOut() {
    var phones = paired()
    for number in 1...20 {
      for _ in 0..<100 { #expect(phones.hears(tap("1", key: [1])) == .refused(.badProof)) }
      #expect(phones.hears(tap("\(number)")) == .tapped(phone, route: "/focus/work"))
    }
    for _ in 0..<50 { #expect(phones.hears(tap("1")) == .refused(.replayed)) }
    #expect(phones.hears(tap("21")) == .tapped(phone, route: "/focus/work"))
  }

  @Test func nothingUnprovenLeavesATrace() {
    var phones = paired()
    let stranger = PhoneRequest.pair(phone: "anna", nonce: "", box: "", proof: "")
    for request in [tap("1", key: [1]), tap("1", name: "bert"), .challenge, stranger] {
      _ = phones.hears(request)
      #expect(phones == paired(), "\(request)")
    }
  }

  @Test func aRevokedPhoneTapsNoMore() {
    var phones = paired()
    #expect(phones.isOpen(at: start))
    #expect(phones.revoke(phone) == true)
    #expect(phones.hears(tap("1")) == .refused(.revoked))
    #expect(!phones.isOpen(at: start), "nobody is listened to any more")
    #expect(phones.revoke(PhoneName("bert")!) == false)
  }
}

/// The code and the page behind it.
@Suite struct PairingTests {
  private static let nonce = String(repeating: "5a", count: 16)
  private static let own = [UInt8](repeating: 0xC3, count: 32)

  private static func request(code: [UInt8] = key, name: String = "anna") -> PhoneRequest {
    let pad = hashes.code(code, Array("pair1-key|\(name)|desk|\(nonce)".utf8))
    let box = hex(zip(own, pad).map { $0 ^ $1 })
    let proof = hashes.code(code, Array("pair1|\(name)|desk|\(nonce)|\(box)".utf8))
    return .pair(phone: name, nonce: nonce, box: box, proof: hex(proof))
  }

  private static func invited() -> PairedPhones {
    var phones = PairedPhones(desk: desk, secret: secret)
    phones.invite(PairingOffer(name: phone, key: key, at: start))
    return phones
  }

  @Test func theKeyInTheCodePairsOnce() {
    var phones = Self.invited()
    #expect(phones.isOpen(at: start))
    #expect(phones.hears(Self.request()) == .paired(phone))
    #expect(phones.phones.map(\.key) == [Self.own], "the phone's own key counts from now on")
    #expect(phones.offer == nil)
    #expect(phones.hears(Self.request()) == .refused(.used))
    #expect(phones.hears(tap("1", key: key)) == .refused(.badProof), "the code's key is worth nothing")
    #expect(phones.hears(tap("1", key: Self.own)) == .tapped(phone, route: "/focus/work"))
  }

  @Test func aCodeIsVoidAfterFiveMinutes() {
    var phones = Self.invited()
    #expect(phones.hears(Self.request(), later(300)) == .refused(.expired))
    #expect(!phones.isOpen(at: later(300)))
    #expect(phones.hears(Self.request(), later(299)) == .paired(phone))
  }

  @Test func guessesAtACodeLeaveItOpen() {
    var phones = Self.invited()
    for _ in 0..<50 { #expect(phones.hears(Self.request(code: [4])) == .refused(.badProof)) }
    #expect(phones.hears(Self.request()) == .paired(phone))
  }

  @Test func aNewInvitationTakesARevokedName() {
    var phones = Self.invited()
    #expect(phones.hears(Self.request()) == .paired(phone))
    #expect(phones.freeName(for: phone) == PhoneName("anna-2"))
    #expect(phones.revoke(phone) == true)
    #expect(phones.hears(Self.request()) == .refused(.revoked))
    #expect(phones.freeName(for: phone) == phone)
    phones.invite(PairingOffer(name: phone, key: [8, 8], at: start))
    #expect(phones.hears(Self.request(code: [8, 8])) == .paired(phone))
    #expect(phones.phones.count == 1)
  }

  @Test func aCodeIsALinkWithEverythingInItsFragment() {
    let link = PairingLink(
      site: "focuskey.app", desk: desk, hosts: ["desk.local", "192.0.2.7"], port: 4367, phone: phone, key: key)
    #expect(
      link.text
        == "https://focuskey.app/pair#v1~desk~desk.local,192.0.2.7~4367~anna~AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"
    )
  }

  @Test(arguments: [
    ("", false), ("a b", false), ("a.b:80", false), ("desk.local", true), ("10.0.0.1", true),
    ("[fd00::1]", true), ("fd00::1", false), ("[fd00::1]:80", false), ("[fe80::1%eth0]", false), ("[]", false),
  ])
  func hostsAreNamesOrAddresses(text: String, isHost: Bool) {
    #expect(PairingLink.isHost(text) == isHost)
  }

  @Test(arguments: [
    ("Annas iPhone", "Annas-iPhone"), ("", "phone"), ("***", "phone"), ("ä-b", "b"),
    ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwx"),
  ])
  func aNameIsMadeOfWhatMayStandInOne(text: String, name: String) {
    #expect(PhoneName(nearest: text, standIn: .phone).text == name)
  }
}

/// What a Shortcut can do: hash text.
@Suite struct ShortcutTests {
  private static let phones = PairedPhones(
    desk: desk, phones: [Phone(name: phone, way: .shortcut, key: key, pairedAt: start.wall)], secret: secret)

  private static func answer(to challenge: String, route: String = "/focus/work") -> PhoneRequest {
    let text = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"
    let inner = hex(hashes.digest(Array((text + challenge + route).utf8)))
    return .answer(
      phone: "anna", challenge: challenge, route: route, proof: hex(hashes.digest(Array((text + inner).utf8))))
  }

  @Test func aChallengeIsAnsweredOnceWithinHalfAMinute() {
    var phones = Self.phones
    guard case .challenge(let text) = phones.hears(.challenge) else { return #expect(Bool(false)) }
    #expect(text.utf8.count == 32)
    #expect(phones.hears(Self.answer(to: text), later(29)) == .tapped(phone, route: "/focus/work"))
    #expect(phones.hears(Self.answer(to: text), later(29)) == .refused(.replayed))
    _ = phones.hears(.challenge)
    #expect(phones.hears(Self.answer(to: text), later(30)) == .refused(.replayed))
  }

  @Test func aChallengeThatNobodyGaveIsRefused() {
    var phones = Self.phones
    guard case .challenge(let text) = phones.hears(.challenge) else { return #expect(Bool(false)) }
    let ahead = String(text.prefix(7)) + (text.dropFirst(7).prefix(1) == "f" ? "0" : "f") + text.dropFirst(8)
    for other in [String(repeating: "0", count: 32), "", "00", String(text.dropLast()) + "x", ahead, text + "00"] {
      #expect(phones.hears(Self.answer(to: other)) == .refused(.replayed), "\(other)")
    }
    // Another start of the service makes them with another secret.
    var later = PairedPhones(desk: desk, phones: phones.phones, secret: [1])
    #expect(later.hears(Self.answer(to: text)) == .refused(.replayed))
    #expect(phones.hears(Self.answer(to: text)) == .tapped(phone, route: "/focus/work"))
  }

  @Test func eachKeyHasItsOwnWay() {
    var phones = Self.phones
    #expect(phones.hears(tap("1")) == .refused(.badProof), "the key of a Shortcut signs no page")
    var page = paired()
    guard case .challenge(let text) = page.hears(.challenge) else { return #expect(Bool(false)) }
    #expect(page.hears(Self.answer(to: text)) == .refused(.badProof))
  }

  @Test func challengesVoidNoOther() {
    var phones = Self.phones
    guard case .challenge(let first) = phones.hears(.challenge) else { return #expect(Bool(false)) }
    var all: Set<String> = [first]
    for number in 0..<1000 {
      let chance = [UInt8(number % 256), UInt8(number / 256), 0, 0]
      guard case .challenge(let text) = phones.judge(.challenge, at: start, chance: chance, hashes) else { continue }
      all.insert(text)
    }
    #expect(all.count == 1001)
    for text in all { #expect(phones.hears(Self.answer(to: text)) == .tapped(phone, route: "/focus/work")) }
    for text in all { #expect(phones.hears(Self.answer(to: text), later(29)) == .refused(.replayed)) }
  }
}
