internal import Octets

/// What is inside an envelope: when it happened by the sender's hybrid clock, and what it says.
///
/// Make the octets once, keep them (beside the fact, in one transaction) until the mailbox has acknowledged their
/// number, and seal the same octets again when trying again.
package struct SyncMessage: Equatable, Sendable {
  package var time: HybridTime
  package var body: Body

  package init(time: HybridTime, body: Body) {
    self.time = time
    self.body = body
  }

  package enum Body: Equatable, Sendable {
    /// A fact of the sender's own log, as FocusWire writes it (`Fact.json` as text).
    case fact([UInt8])
    /// Sent on connecting, when there is something new in it.
    case hello(Hello)
    case setting(SettingChange)
    case forget(Forgetting)
    /// What a snapshot has in the place of a fact of a session that the person wants to be forgotten.
    case leftOut(LeftOut)
    /// Where the household is from now on, or that the sender is there.
    case moved(Relocation)

    /// The fact in the message, as far as it is kept.
    package var fact: [UInt8]? {
      switch self {
      case .fact(let text): text
      case .leftOut(let left): left.kept.isEmpty ? nil : left.kept
      case .hello, .setting, .forget, .moved: nil
      }
    }
  }

  private enum Kind {
    static let fact: UInt8 = 1
    static let hello: UInt8 = 2
    static let setting: UInt8 = 3
    static let forget: UInt8 = 4
    static let leftOut: UInt8 = 5
    static let moved: UInt8 = 6
  }

  private static let version: UInt8 = 1

  /// The message as octets: version (1), kind (1), time (8), and what the kind carries.
  package var octets: [UInt8] {
    let (kind, rest): (UInt8, [UInt8]) =
      switch body {
      case .fact(let text): (Kind.fact, text)
      case .hello(let hello): (Kind.hello, hello.octets)
      case .setting(let change): (Kind.setting, change.octets)
      case .forget(let what): (Kind.forget, what.octets)
      case .leftOut(let left): (Kind.leftOut, left.octets)
      case .moved(let there): (Kind.moved, there.octets)
      }
    return [Self.version, kind] + BigEndian.octets(of: time.bits) + rest
  }

  package init(octets: [UInt8]) throws(EnvelopeError) {
    var reader = OctetReader(octets)
    guard let version = reader.number(octets: 1), let kind = reader.number(octets: 1), let bits = reader.wide() else {
      throw .tooShort
    }
    guard version == Int(Self.version) else { throw .messageVersion(UInt8(version)) }
    time = HybridTime(bits: bits)
    switch UInt8(kind) {
    case Kind.fact:
      body = .fact(Array(reader.rest))
      return
    case Kind.hello: body = .hello(try Hello(&reader))
    case Kind.setting: body = .setting(try SettingChange(&reader))
    case Kind.forget: body = .forget(try Forgetting(&reader))
    case Kind.leftOut: body = .leftOut(try LeftOut(&reader))
    case Kind.moved: body = .moved(try Relocation(&reader))
    default: throw .messageKind(UInt8(kind))
    }
    guard reader.isAtEnd else { throw .tooLong }
  }
}

/// What a device says of itself when it has connected: what it is called, how its clock goes, and what it has seen
/// of the others. The last makes a mailbox that shows one device more than another give itself away.
package struct Hello: Equatable, Sendable {
  package var name: String
  /// The id under which it sent before it took this one.
  package var continues: DeviceID?
  /// The mailbox's clock minus its own, in milliseconds.
  package var offset: Int64
  /// How far `offset` can be wrong: half of the round trip, in milliseconds.
  package var halfTrip: UInt32
  /// Up to where it has read each of the others, and its own log.
  package var seen: Heads

  package init(name: String, continues: DeviceID? = nil, offset: Int64, halfTrip: UInt32, seen: Heads) {
    self.name = name
    self.continues = continues
    self.offset = offset
    self.halfTrip = halfTrip
    self.seen = seen
  }

  var octets: [UInt8] {
    let before: [UInt8] = continues.map { [1] + $0.octets } ?? [0]
    return shortText(name) + before + BigEndian.octets(of: UInt64(bitPattern: offset)) + BigEndian.octets(of: halfTrip)
      + seen.octets
  }

  init(_ reader: inout OctetReader) throws(EnvelopeError) {
    guard let name = reader.shortText(), let flag = reader.number(octets: 1), flag <= 1 else { throw .tooShort }
    var before: DeviceID?
    if flag == 1 {
      guard let id = reader.identity(DeviceID.self) else { throw .tooShort }
      before = id
    }
    guard let offset = reader.wide(), let half = reader.word(), let seen = Heads(&reader) else { throw .tooShort }
    self.init(name: name, continues: before, offset: Int64(bitPattern: offset), halfTrip: half, seen: seen)
  }
}

/// One item of the settings as the person left it: a profile, a key, a schedule. The last one wins, by hybrid time.
package struct SettingChange: Equatable, Sendable {
  /// Which item, as in `profile/work`.
  package var item: String
  /// The item's JSON; `nil` where it was removed.
  package var value: [UInt8]?

  package init(item: String, value: [UInt8]?) {
    self.item = item
    self.value = value
  }

  var octets: [UInt8] { shortText(item) + (value.map { [1] + $0 } ?? [0]) }

  init(_ reader: inout OctetReader) throws(EnvelopeError) {
    guard let item = reader.shortText(), let flag = reader.number(octets: 1), flag <= 1 else { throw .tooShort }
    let value = flag == 1 ? reader.take(reader.left).map { Array($0) } : nil
    self.init(item: item, value: value)
  }
}

package enum Forgetting: Equatable, Sendable {
  /// One session: every device drops it from lists and totals, and the next snapshot leaves it out.
  case session(String)
  /// One device with all that it ever sent; its rows are deleted from the mailbox too.
  case device(DeviceID)

  var octets: [UInt8] {
    switch self {
    case .session(let id): [1] + shortText(id)
    case .device(let id): [2] + id.octets
    }
  }

  init(_ reader: inout OctetReader) throws(EnvelopeError) {
    switch reader.number(octets: 1) {
    case 1:
      guard let id = reader.shortText() else { throw .tooShort }
      self = .session(id)
    case 2:
      guard let id = reader.identity(DeviceID.self) else { throw .tooShort }
      self = .device(id)
    default: throw .tooShort
    }
  }
}
