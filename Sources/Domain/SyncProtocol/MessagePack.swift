internal import Octets

/// Compression and its inverse; the caller lends them (zlib).
package struct PackFunctions: Sendable {
  /// The packed octets; `nil` where the library is missing.
  package var pack: @Sendable (_ plain: [UInt8]) -> [UInt8]?
  /// The unpacked octets; `nil` unless there are exactly `count` of them.
  package var unpack: @Sendable (_ packed: [UInt8], _ count: Int) -> [UInt8]?

  package init(
    pack: @escaping @Sendable (_ plain: [UInt8]) -> [UInt8]?,
    unpack: @escaping @Sendable (_ packed: [UInt8], _ count: Int) -> [UInt8]?
  ) {
    self.pack = pack
    self.unpack = unpack
  }
}

/// Some messages of a device in order, packed: what a snapshot is made of, and what is kept of one.
package struct MessagePack: Equatable, Sendable {
  package var first: UInt64
  package var count: Int
  /// The key that they were sealed and linked with.
  package var epoch: Epoch
  /// How many octets the messages are, unpacked.
  package var size: Int
  package var packed: [UInt8]

  package init(first: UInt64, count: Int, epoch: Epoch, size: Int, packed: [UInt8]) {
    (self.first, self.count, self.epoch, self.size, self.packed) = (first, count, epoch, size, packed)
  }

  package struct Message: Equatable, Sendable {
    package var octets: [UInt8]
    /// Its link, where the octets are not what was sent and so do not give it.
    package var link: ChainLink?

    package init(_ octets: [UInt8], link: ChainLink? = nil) { (self.octets, self.link) = (octets, link) }
  }

  /// The most messages of a pack, and the most octets.
  static let (most, largest) = (1000, 1 << 21)
  /// A flag in a message's length: its link comes after it.
  private static let hasLink: UInt32 = 1 << 31

  /// `nil` where the pack does not contain what it says.
  package func messages(by functions: PackFunctions) -> [Message]? {
    guard size <= Self.largest + SizeSteps.largest, let plain = functions.unpack(packed, size) else { return nil }
    var reader = OctetReader(plain)
    var messages: [Message] = []
    messages.reserveCapacity(min(count, Self.most))
    while !reader.isAtEnd {
      guard let word = reader.word(), let octets = reader.take(Int(word & ~Self.hasLink)) else { return nil }
      var message = Message(Array(octets))
      if word & Self.hasLink != 0 {
        guard let link = reader.identity(ChainLink.self) else { return nil }
        message.link = link
      }
      messages.append(message)
    }
    return messages.count == count ? messages : nil
  }

  /// Epoch (4), count (4), size (4), and the packed octets with their length (4) before them.
  var octets: [UInt8] {
    BigEndian.octets(of: epoch.number) + BigEndian.octets(of: UInt32(count)) + BigEndian.octets(of: UInt32(size))
      + BigEndian.octets(of: UInt32(packed.count)) + packed
  }

  init?(_ reader: inout OctetReader, first: UInt64) {
    guard let epoch = reader.word(), let count = reader.word(), let size = reader.word(), let length = reader.word(),
      epoch > 0, count > 0, let packed = reader.take(Int(length))
    else { return nil }
    self.init(first: first, count: Int(count), epoch: Epoch(epoch), size: Int(size), packed: Array(packed))
  }

  /// Packs messages one after the other into a snapshot's body.
  package struct Maker: Sendable {
    private let functions: PackFunctions
    private var plain: [UInt8] = []
    private var (count, epoch) = (0, Epoch.first)
    private var body: [UInt8] = [Self.version]
    fileprivate static let version: UInt8 = 1

    package init(by functions: PackFunctions) { self.functions = functions }

    /// Adds the next message; `false` where it cannot be packed.
    package mutating func add(_ message: Message, epoch: Epoch) -> Bool {
      if epoch != self.epoch || count == MessagePack.most || plain.count > MessagePack.largest {
        guard close() else { return false }
      }
      self.epoch = epoch
      let flag = message.link == nil ? 0 : MessagePack.hasLink
      plain += BigEndian.octets(of: UInt32(message.octets.count) | flag)
      plain += message.octets
      if let link = message.link { plain += link.octets }
      count += 1
      return true
    }

    private mutating func close() -> Bool {
      guard count > 0 else { return true }
      guard let packed = functions.pack(plain) else { return false }
      body += MessagePack(first: 0, count: count, epoch: epoch, size: plain.count, packed: packed).octets
      (plain, count) = ([], 0)
      return body.count < Snapshot.largest
    }

    /// The snapshot's body; `nil` where it cannot be packed or is too large.
    package mutating func finish() -> [UInt8]? { close() ? body : nil }
  }

  /// `nil` where the body is of a later version or malformed.
  static func packs(in body: [UInt8]) -> [MessagePack]? {
    var reader = OctetReader(body)
    guard reader.number(octets: 1) == Int(Maker.version) else { return nil }
    var packs: [MessagePack] = []
    var first: UInt64 = 1
    while !reader.isAtEnd {
      guard let pack = MessagePack(&reader, first: first) else { return nil }
      packs.append(pack)
      first += UInt64(pack.count)
    }
    return packs
  }
}

extension DeviceLog {
  /// Judges and opens the snapshot that stands for envelopes which are not there any more. Nothing changes if it is
  /// refused.
  ///
  /// All that it covers is linked again from the beginning, so that it can only be what was sent, and what was read
  /// before has its place in it.
  ///
  /// - Parameter hear: is told each message that was not read yet, in order.
  /// - Returns: all messages up to the new head.
  package mutating func accept(
    _ snapshot: Snapshot, with ring: KeyRing, by functions: SealFunctions, unpacking: PackFunctions,
    _ hear: (_ message: [UInt8]) -> Void
  ) throws(MailboxFault) -> [MessagePack] {
    let (header, device) = (snapshot.header, head.device)
    guard header.owner == owner else { throw .otherOwner(device) }
    guard header.device == device else { throw .otherDevice(asked: device, shown: header.device) }
    guard header.number > head.number else { throw .replayed(device, number: header.number) }
    let content: Snapshot.Content
    do {
      content = try snapshot.open(with: ring, by: functions)
    } catch .unknownEpoch(let epoch) {
      throw .unknownEpoch(device, epoch)
    } catch {
      throw .altered(device, number: header.number, error)
    }
    let broken = MailboxFault.altered(device, number: header.number, .contents)
    guard let packs = MessagePack.packs(in: content.body) else { throw broken }
    var (end, latest) = (Head(device: device), Epoch.first)
    let ring = Self.ring(ring, fitting: packs, to: content.head, by: functions, unpacking: unpacking)
    for pack in packs {
      guard pack.epoch >= latest else { throw .oldKey(device, number: end.number + 1) }
      guard let keys = ring[pack.epoch] else { throw .unknownEpoch(device, pack.epoch) }
      guard let messages = pack.messages(by: unpacking) else { throw broken }
      latest = pack.epoch
      for message in messages {
        guard let link = message.link ?? end.chain.next(message.octets, with: keys, by: functions) else { throw broken }
        end = Head(device: device, number: end.number + 1, chain: link)
        if end.number == head.number, end.chain != head.chain { throw .forked(device, number: end.number) }
        if end.number > head.number { hear(message.octets) }
      }
    }
    guard end == content.head, end.number == header.number else { throw .forked(device, number: header.number) }
    guard latest >= epoch else { throw .oldKey(device, number: header.number) }
    self = DeviceLog(owner: owner, head: end, epoch: latest)
    return packs
  }

  /// The ring with those of several keys of an epoch that packs were linked with. Who made them knew one of them, and
  /// gave each message its link where it knew more.
  package static func ring(
    _ ring: KeyRing, fitting packs: [MessagePack], to head: Head, by functions: SealFunctions, unpacking: PackFunctions
  ) -> KeyRing {
    let choices = ring.choices
    if choices.count == 1 { return ring }
    return choices.first { choice in
      var end = ChainLink.start
      for pack in packs {
        guard let keys = choice[pack.epoch], let messages = pack.messages(by: unpacking) else { return false }
        for message in messages {
          guard let link = message.link ?? end.next(message.octets, with: keys, by: functions) else { return false }
          end = link
        }
      }
      return end == head.chain
    } ?? ring
  }
}
