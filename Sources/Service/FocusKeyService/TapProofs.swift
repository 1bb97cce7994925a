internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import Octets
internal import ProofOfTap
internal import ServiceContract

/// What a tap proves beyond the card's lying there: that its counter rose, or that the card signed it (Product.md 2.5).
///
/// The highest counter of each card is kept on disk before the tap is acted on, so that an old tap stays old through a
/// restart.
final class TapProofs: Sendable {
  private let cards: [SigningCard]
  private let path: String
  private let counters: Locked<TapCounters>
  private let complain: @Sendable (String) -> Void

  /// Takes up what was kept.
  ///
  /// - Parameter complain: is told where the counters cannot be kept.
  init(_ cards: [SigningCard], path: String, complain: @escaping @Sendable (String) -> Void) {
    self.cards = cards
    self.path = path
    self.complain = complain
    let kept = Self.kept(at: path)
    if kept == nil, Files.exists(path) { complain("the counters of taps cannot be read and begin anew: \(path)") }
    counters = Locked(TapCounters(kept ?? [:]))
  }

  /// What a card that has just arrived proves.
  ///
  /// - Parameter link: the link of ours on it, as the card says it.
  func proof(of card: PresentedCard, link: String?) -> Proof {
    if let link, let counter = signedCounter(of: card, in: link), take(card.uid, counter) { return .sun }
    if let counter = card.counter.flatMap({ UInt32(exactly: $0) }), take(card.uid, counter) { return .counter }
    return .presence
  }

  /// The counter of a tap that the card signed, in one of its two modes; `nil` if it did not.
  private func signedCounter(of card: PresentedCard, in link: String) -> UInt32? {
    guard let keys = cards.first(where: { $0.uid == card.uid }) else { return nil }
    return Self.counter(of: card, in: link, keys, by: AES128.self)
      ?? Self.counter(of: card, in: link, keys, by: LRP128.self)
  }

  private static func counter<Cipher: TapCipher>(
    of card: PresentedCard, in link: String, _ keys: SigningCard, by cipher: Cipher.Type
  ) -> UInt32? {
    let mirrored = MirroredValues(in: link)
    guard let fileKey = Cipher(key: keys.fileKey),
      let mark = mirrored.values.last(where: { ["cmac", "mac", "c", "m"].contains($0.name) }),
      let code = try? HexText.octets(of: mark.digits),
      let tap = tap(mirrored, keys.metaKey.flatMap { Cipher(key: $0) }),
      tap.uid == card.uid
    else { return nil }
    var covered: [UInt8] = []
    if let name = keys.covers {
      guard let start = mirrored.values.first(where: { $0.name == name })?.start, start < mark.start else { return nil }
      covered = Array(Array(link.utf8)[start..<mark.start])
    }
    return tap.isSigned(by: code, fileKey, over: covered) ? tap.counter : nil
  }

  /// Who tapped for which time, by what the card says in the clear or encrypted.
  private static func tap(_ mirrored: MirroredValues, _ metaKey: (some TapCipher)?) -> SignedTap? {
    if let digits = mirrored.digits(of: "piccdata", "picc", "e", "p"), let octets = try? HexText.octets(of: digits) {
      return metaKey.flatMap { SignedTap(encrypted: octets, metaKey: $0) }
    }
    guard let uid = mirrored.digits(of: "uid"), let octets = try? HexText.octets(of: uid),
      let digits = mirrored.digits(of: "ctr", "counter"), let counter = UInt32(digits, radix: 16)
    else { return nil }
    return SignedTap(uid: octets, counter: counter)
  }

  private func take(_ uid: [UInt8], _ counter: UInt32) -> Bool {
    let kept = counters.withLock { counters -> TapCounters? in
      counters.take(uid: uid, counter: counter) ? counters : nil
    }
    guard let kept else { return false }
    keep(kept)
    return true
  }

  private func keep(_ counters: TapCounters) {
    var object = JSONObject()
    for (uid, counter) in counters.all.sorted(by: { $0.uid.lexicographicallyPrecedes($1.uid) }) {
      object.append(HexText.text(of: uid, uppercase: true), .integer(Int64(counter)))
    }
    do throws(SystemError) {
      try Files.replace(path, with: JSONValue.object(object).octets)
    } catch {
      complain("the counters of taps cannot be kept: \(path): \(error.reason)")
    }
  }

  private static func kept(at path: String) -> [[UInt8]: UInt32]? {
    guard let octets = try? Files.read(path, limit: 1 << 20),
      let members = (try? JSONDocument(octets))?.root.object
    else { return nil }
    var counters: [[UInt8]: UInt32] = [:]
    for member in members {
      guard let uid = try? HexText.octets(of: member.name), case .integer(let counter) = member.value.content else {
        continue
      }
      counters[uid] = UInt32(exactly: counter)
    }
    return counters
  }
}

/// The cards whose counter is read with each tap: to ask a card that does not count costs it a refusal, so only those
/// are asked of which it is wanted.
final class CountedCards: Sendable {
  private let uids = Locked<Set<[UInt8]>>([])

  /// Takes over what is configured: a key that is known by its counter, or every stop key where a profile's end wants a
  /// counter.
  func follow(_ settings: Settings) {
    let endsWantIt = settings.profiles.contains { $0.policy.end == .key && $0.policy.proof == .counter }
    let counted = settings.keys.filter { $0.proof == .counter || (endsWantIt && $0.may.contains(.stop)) }
    uids.withLock { $0 = Set(counted.compactMap { $0.uid?.octets }) }
  }

  /// Whether a card's counter is wanted.
  func contains(_ uid: [UInt8]) -> Bool { uids.withLock { $0.contains(uid) } }
}
