package import FocusEngine
internal import FocusLinks
internal import Octets
internal import ServiceContract

/// What a tap proves beyond the card's being there: its counter, or that the card signed it (Product.md 2.5). Whether
/// the counter rose is for the session to say, which remembers the highest one of each card.
package struct TapProofs: Sendable {
  private let configured: [SigningCard]
  private let file: SigningCardFile

  init(_ configured: [SigningCard], _ file: SigningCardFile) {
    self.configured = configured
    self.file = file
  }

  /// All cards that sign. The file is read each time it is needed, so that a card that was just made counts at once.
  private var cards: [SigningCard] { configured + ((try? file.read()) ?? []) }

  /// What a card that has just arrived proves, if its counter rose.
  ///
  /// - Parameter link: the link of ours on it, as the card says it.
  func proof(of card: PresentedCard, link: FoundLink?) -> (proof: Proof, counter: UInt32?) {
    if let link, let counter = signedCounter(of: card, in: link) { return (.sun, counter) }
    if let counter = card.counter.flatMap({ UInt32(exactly: $0) }) { return (.counter, counter) }
    return (.presence, nil)
  }

  /// The card that signed a link, and its counter; `nil` if none of those that are known did.
  func signer(of link: String) -> (uid: [UInt8], counter: UInt32)? {
    guard let link = SignedLink(link) else { return nil }
    for card in cards {
      if let counter = link.counter(of: card) { return (card.uid, counter) }
    }
    return nil
  }

  /// The card that signed a link, in the form in which sessions count it.
  @Sendable package func signingCard(of link: String) -> CardCounter? {
    signer(of: link).map { CardCounter(card: CardUID($0.uid), highest: $0.counter) }
  }

  /// The card and the counter that an NTAG's mirror put into a link in the clear; `nil` if there are none, or if the
  /// card is one that signs.
  func mirroredCounter(of link: String) -> (uid: [UInt8], counter: UInt32)? {
    let values = MirroredValues(in: link).values
    let digits: (uid: Substring, counter: Substring)
    if let both = values.first(where: { $0.digits.contains("x") }) {
      let parts = both.digits.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      digits = (parts[0], parts[1])
    } else {
      guard let uid = values.first(where: { $0.name == "uid" })?.digits,
        let counter = values.first(where: { $0.name == "ctr" || $0.name == "counter" })?.digits
      else { return nil }
      digits = (uid[...], counter[...])
    }
    // Seven octets and three, as NTAG 213 to 216 mirror them.
    guard digits.uid.utf8.count == 14, digits.counter.utf8.count == 6,
      let uid = try? HexText.octets(of: String(digits.uid)), let counter = UInt32(digits.counter, radix: 16),
      !cards.contains(where: { card in card.uid == uid })
    else { return nil }
    return (uid, counter)
  }

  /// The counter of a tap that the card signed, in one of its two modes; `nil` if it did not.
  private func signedCounter(of card: PresentedCard, in link: FoundLink) -> UInt32? {
    guard let keys = cards.first(where: { $0.uid == card.uid }) else { return nil }
    return SignedLink(link.uri)?.counter(of: keys)
  }
}

/// The file in which earlier versions kept the highest counter of each card.
package struct OldTapCounters {
  let path: String

  package init(path: String) { self.path = path }

  /// Hands the counters over to the log, and removes the file once they are on disk there. Nothing happens if there is
  /// no such file.
  ///
  /// - Parameter complain: is told if the file cannot be read; it stays where it is then.
  package func move(into engine: FocusEngine, complain: @Sendable (String) -> Void) async {
    guard Files.exists(path) else { return }
    guard let counters = kept() else { return complain("the counters of earlier taps cannot be read: \(path)") }
    // The log could not be written: that is told, and the next start tries again.
    guard case .decided = await engine.submit(.countersKept(counters)) else { return }
    do throws(SystemError) {
      try Files.remove(path)
    } catch {
      complain("\(path) is not needed any more and cannot be removed: \(error.reason)")
    }
  }

  private func kept() -> [CardCounter]? {
    guard let octets = try? Files.read(path, limit: 1 << 20),
      let members = (try? JSONDocument(octets))?.root.object
    else { return nil }
    return members.compactMap { member in
      guard let uid = try? HexText.octets(of: member.name), case .integer(let counter) = member.value.content,
        let highest = UInt32(exactly: counter)
      else { return nil }
      return CardCounter(card: CardUID(uid), highest: highest)
    }
  }
}

/// The cards whose counter is read with each tap; asking a card that has none costs a refusal.
package final class CountedCards: Sendable {
  private let uids = Locked<Set<[UInt8]>>([])

  /// Takes over what is configured: a key that is known by its counter, or every stop key where a profile's end wants a
  /// counter.
  package func follow(_ settings: Settings) {
    let endsWantIt = settings.profiles.contains { $0.policy.end == .key && $0.policy.proof == .counter }
    let counted = settings.keys.filter { $0.proof == .counter || (endsWantIt && $0.may.contains(.stop)) }
    uids.withLock { $0 = Set(counted.compactMap { $0.uid?.octets }) }
  }

  func contains(_ uid: [UInt8]) -> Bool { uids.withLock { $0.contains(uid) } }
}
