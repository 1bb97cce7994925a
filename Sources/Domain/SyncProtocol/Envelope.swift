internal import Octets

/// What a mailbox has to know of an envelope, and what the box is bound to: moved to another owner, device, number
/// or epoch it does not open.
package struct EnvelopeHeader: Hashable, Sendable {
  package var owner: OwnerID
  package var device: DeviceID
  /// The device's own count of envelopes, dense from 1: gaps are visible.
  package var number: UInt64
  /// The epoch whose key seals it.
  package var epoch: Epoch

  package init(owner: OwnerID, device: DeviceID, number: UInt64, epoch: Epoch) {
    self.owner = owner
    self.device = device
    self.number = number
    self.epoch = epoch
  }

  /// The additional data of the box: `fk1`, owner, device, number and epoch.
  package var additionalData: [UInt8] { Array("fk1".utf8) + octets }

  var octets: [UInt8] {
    owner.octets + device.octets + BigEndian.octets(of: number) + BigEndian.octets(of: epoch.number)
  }
}

/// One sealed message, as the mailbox keeps it: the columns owner, device, seq, epoch, chain, box.
package struct Envelope: Hashable, Sendable {
  package var header: EnvelopeHeader
  /// Represents all messages of the device up to and including this one.
  package var chain: ChainLink
  /// `01`, a nonce of 24 octets, and the filled message under XChaCha20-Poly1305.
  package var box: [UInt8]

  /// An envelope as read from a mailbox. Judge it with ``DeviceLog/accept(_:with:by:)``.
  package init(header: EnvelopeHeader, chain: ChainLink, box: [UInt8]) {
    self.header = header
    self.chain = chain
    self.box = box
  }

  static let boxVersion: UInt8 = 1
  static let boxOverhead = 1 + SealFunctions.nonceCount + SealFunctions.tagCount
  package static let largestBox = boxOverhead + SizeSteps.largest

  /// The envelope as octets, for carriers that have no columns: `FKE1`, owner (16), device (16), number (8), epoch
  /// (4), chain (16), length of the box (4), box. Numbers have their largest octet first.
  package var octets: [UInt8] {
    Self.magic + header.octets + chain.octets + BigEndian.octets(of: UInt32(truncatingIfNeeded: box.count)) + box
  }

  /// Reads exactly one envelope with nothing after it.
  package init(octets: [UInt8]) throws(EnvelopeError) {
    var reader = OctetReader(octets)
    guard reader.take(4).map({ $0.elementsEqual(Self.magic) }) ?? false else { throw .notAnEnvelope }
    guard let owner = reader.identity(OwnerID.self), let device = reader.identity(DeviceID.self),
      let number = reader.wide(), let epoch = reader.word(), let chain = reader.identity(ChainLink.self),
      let length = reader.word()
    else { throw .tooShort }
    guard number > 0, epoch > 0 else { throw .countsFromOne }
    guard Self.isBoxSize(Int(length)) else { throw .boxSize(Int(length)) }
    guard let box = reader.take(Int(length)) else { throw .tooShort }
    guard reader.isAtEnd else { throw .tooLong }
    self.init(
      header: EnvelopeHeader(owner: owner, device: device, number: number, epoch: Epoch(epoch)), chain: chain,
      box: Array(box))
  }

  private static let magic = Array("FKE1".utf8)

  static func isBoxSize(_ count: Int) -> Bool { SizeSteps.isStep(count - boxOverhead) }

  /// Seals a message. The nonce has 24 octets and is never used twice: take them from the system's chance.
  ///
  /// The same message sealed again after the same link has the same chain and another box; a mailbox that has it
  /// already takes the second for the first, so trying again is safe.
  package static func seal(
    _ message: [UInt8], header: EnvelopeHeader, after link: ChainLink, nonce: [UInt8], with keys: EpochKeys,
    by functions: SealFunctions
  ) throws(EnvelopeError) -> Envelope {
    guard nonce.count == SealFunctions.nonceCount else { throw .nonceSize(nonce.count) }
    guard header.epoch == keys.epoch else { throw .unknownEpoch(header.epoch) }
    guard let filled = SizeSteps.filled(message) else { throw .messageTooLong(message.count) }
    let sealed = functions.seal(filled, header.additionalData, nonce, keys.facts)
    guard let chain = link.next(message, with: keys, by: functions),
      sealed.count == filled.count + SealFunctions.tagCount
    else { throw .sealingFailed }
    return Envelope(header: header, chain: chain, box: [boxVersion] + nonce + sealed)
  }

  /// The message in the box; ``DeviceLog`` judges whether it is the one that was due.
  package func open(with ring: KeyRing, by functions: SealFunctions) throws(EnvelopeError) -> [UInt8] {
    try opened(with: ring, by: functions).message
  }

  /// The message in the box, and the keys that it was sealed with.
  package func opened(
    with ring: KeyRing, by functions: SealFunctions
  ) throws(EnvelopeError) -> (message: [UInt8], keys: EpochKeys) {
    let known = ring.all(of: header.epoch)
    if known.isEmpty { throw .unknownEpoch(header.epoch) }
    guard Self.isBoxSize(box.count) else { throw .boxSize(box.count) }
    guard box[0] == Self.boxVersion else { throw .boxVersion(box[0]) }
    let nonce = Array(box[1...SealFunctions.nonceCount])
    let sealed = Array(box[(1 + SealFunctions.nonceCount)...])
    for keys in known {
      guard let filled = functions.open(sealed, header.additionalData, nonce, keys.facts) else { continue }
      guard let message = SizeSteps.message(of: filled) else { throw .filling }
      return (message, keys)
    }
    throw .doesNotOpen
  }
}

extension ChainLink {
  /// The link after this message; `nil` only where the lent function fails.
  package func next(_ message: [UInt8], with keys: EpochKeys, by functions: SealFunctions) -> ChainLink? {
    ChainLink(octets: functions.hash(octets + message, keys.chain, 32).prefix(16))
  }
}

package enum EnvelopeError: Error, Hashable, Sendable {
  case notAnEnvelope
  case tooShort
  /// Something comes after it.
  case tooLong
  /// A number or an epoch is 0.
  case countsFromOne
  case boxSize(Int)
  /// A later version of the program sealed it.
  case boxVersion(UInt8)
  case unknownEpoch(Epoch)
  /// It was altered, moved, or sealed with another key.
  case doesNotOpen
  /// The message is not filled up as it should be.
  case filling
  /// The nonce does not have 24 octets.
  case nonceSize(Int)
  case messageTooLong(Int)
  /// The sealed content is not what it should be.
  case contents
  /// A later version of the program wrote the message in it.
  case messageVersion(UInt8)
  case messageKind(UInt8)
  case grantDamaged
  /// The key before the grant's epoch is not known here, so that the grant cannot be proven.
  case grantUnknownEpoch(Epoch)
  /// The grant was not made for this device by somebody who knew the key before.
  case grantUnproven
  /// libsodium is missing or refused.
  case sealingFailed

  package var sentence: String {
    switch self {
    case .notAnEnvelope: "This is not a sealed message of FocusKey."
    case .tooShort: "The sealed message ends too early."
    case .tooLong: "There are bytes after the end of the sealed message."
    case .countsFromOne: "The sealed message has no number or no epoch."
    case .boxSize(let count): "No sealed message has a box of \(count) bytes."
    case .boxVersion(let version): "Another version of FocusKey sealed this message (\(version)); update FocusKey here."
    case .unknownEpoch(let epoch): "This device has no key of epoch \(epoch.number)."
    case .doesNotOpen: "The sealed message was altered or moved, or is sealed with another key."
    case .filling: "The sealed message is not padded as FocusKey pads."
    case .nonceSize(let count): "A nonce has \(SealFunctions.nonceCount) bytes, not \(count)."
    case .messageTooLong(let count): "A message of \(count) bytes is too long; the limit is \(SizeSteps.largest - 1)."
    case .contents: "What is sealed in it cannot be read; update FocusKey here."
    case .messageVersion(let version):
      "A later version of FocusKey wrote this message (\(version)); update FocusKey here."
    case .messageKind(let kind): "Messages of kind \(kind) are not known here; update FocusKey here."
    case .grantDamaged: "The new key from the database is damaged."
    case .grantUnknownEpoch(let epoch): "The key before epoch \(epoch.number) is not known here; join again."
    case .grantUnproven: "The database offers a key that none of your devices made; it was refused."
    case .sealingFailed: "libsodium cannot be used here; install libsodium23."
    }
  }
}
