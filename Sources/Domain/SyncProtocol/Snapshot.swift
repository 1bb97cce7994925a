internal import Octets

/// A device's messages up to some number, packed and sealed as one: ``MessagePack`` says how. It replaces the envelopes
/// that it covers in the mailbox (`compact`); local logs keep everything.
///
/// It holds the messages and not what they come to: a card's counters, used breaks and exits are folded from them, and
/// a home that comes back finds in them what it sent. Only what is to be forgotten is left out.
package struct Snapshot: Hashable, Sendable {
  /// Whose snapshot, up to which number, sealed with which key.
  package var header: EnvelopeHeader
  /// `01`, a nonce of 24 octets, and the filled content under XChaCha20-Poly1305.
  package var box: [UInt8]

  package init(header: EnvelopeHeader, box: [UInt8]) {
    self.header = header
    self.box = box
  }

  /// The largest content in octets.
  package static let largest = 1 << 26

  package struct Content: Equatable, Sendable {
    /// The head of the log that it covers: reading goes on after it.
    package var head: Head
    /// The packs that the caller put in.
    package var body: [UInt8]
  }

  private static func additionalData(_ header: EnvelopeHeader) -> [UInt8] { Array("fk1s".utf8) + header.octets }

  /// Seals what `log` came to; the nonce is 24 random octets.
  package static func seal(
    _ body: [UInt8], upTo head: Head, owner: OwnerID, nonce: [UInt8], with ring: KeyRing, by functions: SealFunctions
  ) throws(EnvelopeError) -> Snapshot {
    guard nonce.count == SealFunctions.nonceCount else { throw .nonceSize(nonce.count) }
    let header = EnvelopeHeader(owner: owner, device: head.device, number: head.number, epoch: ring.newest.epoch)
    guard let filled = SizeSteps.filled(head.chain.octets + body, upTo: largest) else {
      throw .messageTooLong(body.count)
    }
    let sealed = functions.seal(filled, additionalData(header), nonce, ring.newest.snapshots)
    guard sealed.count == filled.count + SealFunctions.tagCount else { throw .sealingFailed }
    return Snapshot(header: header, box: [Envelope.boxVersion] + nonce + sealed)
  }

  /// What it says; the device's ``DeviceLog`` goes on at ``Content/head``.
  package func open(with ring: KeyRing, by functions: SealFunctions) throws(EnvelopeError) -> Content {
    let known = ring.all(of: header.epoch)
    if known.isEmpty { throw .unknownEpoch(header.epoch) }
    guard SizeSteps.isStep(box.count - Envelope.boxOverhead, upTo: Self.largest) else { throw .boxSize(box.count) }
    guard box[0] == Envelope.boxVersion else { throw .boxVersion(box[0]) }
    let nonce = Array(box[1...SealFunctions.nonceCount])
    let sealed = Array(box[(1 + SealFunctions.nonceCount)...])
    let additional = Self.additionalData(header)
    let opened = known.lazy.compactMap { functions.open(sealed, additional, nonce, $0.snapshots) }.first
    guard let filled = opened else { throw .doesNotOpen }
    guard let plain = SizeSteps.message(of: filled, upTo: Self.largest), let chain = ChainLink(octets: plain.prefix(16))
    else { throw .filling }
    return Content(
      head: Head(device: header.device, number: header.number, chain: chain), body: Array(plain.dropFirst(16)))
  }
}
