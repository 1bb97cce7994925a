internal import FocusLinks
internal import Octets
internal import ProofOfTap

/// A link as a phone read it from a card that signs its taps: what the card put into it, and whether keys fit.
package struct SignedLink: Sendable {
  /// What a link tells with a card's keys.
  package struct Tap: Sendable, Equatable {
    package let uid: [UInt8]
    package let counter: UInt32
    /// Whether the link's code is the one that the keys produce.
    package let isSigned: Bool
    /// Whether the card uses the leakage resilient primitive (LRP).
    package let isLRP: Bool
  }

  /// The names under which links carry a card's code.
  private static let codeNames = ["cmac", "mac", "c", "m"]

  private let link: String
  private let mirrored: MirroredValues
  private let mark: MirroredValues.Value
  private let code: [UInt8]

  /// The link; `nil` if it carries no code.
  package init?(_ link: String) {
    let mirrored = MirroredValues(in: link)
    guard let mark = mirrored.values.last(where: { Self.codeNames.contains($0.name) }),
      let code = try? HexText.octets(of: mark.digits)
    else { return nil }
    self.link = link
    self.mirrored = mirrored
    self.mark = mark
    self.code = code
  }

  /// The counter of this card's tap; `nil` if the card did not sign it.
  package func counter(of card: SigningCard) -> UInt32? {
    guard let tap = tap(of: card), tap.isSigned, tap.uid == card.uid else { return nil }
    return tap.counter
  }

  /// Reads the link with a card's keys, whichever card it names; `nil` if they open nothing.
  package func tap(of card: SigningCard) -> Tap? {
    let starts: [Int]
    if let name = card.covers {
      guard let start = mirrored.values.first(where: { $0.name == name })?.start, start < mark.start else { return nil }
      starts = [start]
    } else {
      starts = [mark.start]
    }
    return tap(metaKey: card.metaKey, fileKey: card.fileKey, coveredFrom: starts)
  }

  /// The same if it is unknown whether the code covers nothing, or all from one of the values on.
  package func tap(metaKey: [UInt8]?, fileKey: [UInt8]) -> Tap? {
    tap(
      metaKey: metaKey, fileKey: fileKey,
      coveredFrom: [mark.start] + mirrored.values.map(\.start).filter { $0 < mark.start })
  }

  private func tap(metaKey: [UInt8]?, fileKey: [UInt8], coveredFrom starts: [Int]) -> Tap? {
    // How long the enciphered octets are tells the mode; in the clear it may be either.
    let digits = mirrored.digits(of: "piccdata", "picc", "e", "p")?.utf8.count
    let aes = digits == 48 ? nil : tap(metaKey, fileKey, starts, by: AES128.self)
    if let aes, aes.isSigned || digits == 32 { return aes }
    let lrp = tap(metaKey, fileKey, starts, by: LRP128.self)
    return lrp.map { $0.isSigned } == true ? lrp : aes ?? lrp
  }

  private func tap<Cipher: TapCipher>(
    _ metaKey: [UInt8]?, _ fileKey: [UInt8], _ starts: [Int], by cipher: Cipher.Type
  ) -> Tap? {
    guard let tap = opened(metaKey.flatMap { Cipher(key: $0) }), let fileCipher = Cipher(key: fileKey) else {
      return nil
    }
    let octets = Array(link.utf8)
    let isSigned = starts.contains { start in
      tap.isSigned(by: code, fileCipher, over: Array(octets[start..<mark.start]))
    }
    return Tap(uid: tap.uid, counter: tap.counter, isSigned: isSigned, isLRP: Cipher.self == LRP128.self)
  }

  /// Who tapped and the counter, whether the link has them in the clear or encrypted.
  private func opened(_ metaKey: (some TapCipher)?) -> SignedTap? {
    if let digits = mirrored.digits(of: "piccdata", "picc", "e", "p"), let octets = try? HexText.octets(of: digits) {
      return metaKey.flatMap { SignedTap(encrypted: octets, metaKey: $0) }
    }
    guard let uid = mirrored.digits(of: "uid"), let octets = try? HexText.octets(of: uid),
      let digits = mirrored.digits(of: "ctr", "counter"), let counter = UInt32(digits, radix: 16)
    else { return nil }
    return SignedTap(uid: octets, counter: counter)
  }
}
