/// What a card holds, as far as it was read.
public struct CardContents: Equatable, Sendable {
  /// The identifier, empty where neither the card's memory nor the reader told it.
  public var uid: [UInt8]
  /// The kind of layout.
  public var type: TagType
  /// The chip, as exactly as its answers tell.
  public var chip: Chip
  /// The NDEF message, or why there is none.
  public var message: StoredMessage
  /// The largest message that fits, in octets.
  public var capacity: Int
  /// What prevents writing; empty for a card that can be written.
  public var barriers: [WriteBarrier]
  /// Lock bits, as far as they were read.
  public var locks: LockState?
  /// The password's reach, as far as it was read.
  public var password: PasswordState?
  /// What the card writes over its own message when it is read.
  public var mirror: MirrorSettings?
  /// The tap counter, if the chip has one, it is on and it was asked for.
  public var counter: UInt32?
  /// The originality signature, if it was asked for.
  public var signature: [UInt8]?
  /// What is odd and did not hinder the reading.
  public var warnings: [LayoutWarning]
  /// The memory as far as it was read; a plan to write needs it.
  public var image: TagImage?

  /// Whether a new message can be written without a key or a password.
  public var writable: Bool { barriers.isEmpty }

  /// The contents of a card of which nothing more is known yet.
  public init(uid: [UInt8], type: TagType, chip: Chip, message: StoredMessage = .unformatted, capacity: Int = 0) {
    self.uid = uid
    self.type = type
    self.chip = chip
    self.message = message
    self.capacity = capacity
    barriers = []
    warnings = []
  }
}

/// The state of the place where the NDEF message lives.
public enum StoredMessage: Equatable, Sendable {
  /// The card has no NDEF layout.
  case unformatted
  /// There is a layout and no message in it.
  case missing
  /// There is a message of no octets.
  case empty
  /// The octets of the message.
  case octets([UInt8])
  /// A write was cut off; what is there must not be read. Writing again repairs it.
  case interrupted
  /// The card does not let it be read without a key or a password.
  case hidden
  /// The layout cannot be read.
  case damaged(LayoutError)

  /// The octets, if there is a message that has some.
  public var octets: [UInt8]? {
    if case .octets(let octets) = self { octets } else { nil }
  }
}

/// One thing that prevents writing.
public enum WriteBarrier: Equatable, Sendable {
  /// The capability container, or the attribute block, says read-only for good.
  case readOnly
  /// The access condition is not "free" but this value: a key or a password is asked for.
  case restricted(UInt8)
  /// Lock bits cover pages or blocks of the data area.
  case locked
  /// The password protects the data area from this page on.
  case password(fromPage: Int)
}

/// Which pages or blocks can never change again.
public struct LockState: Equatable, Sendable {
  /// The locked ones, in ascending order.
  public var locked: [Range<Int>]
  /// Whether the lock bits themselves can still change.
  public var isFrozen: Bool

  /// A state from its parts.
  public init(locked: [Range<Int>], isFrozen: Bool) {
    self.locked = locked
    self.isFrozen = isFrozen
  }
}

/// What the password of a Type 2 chip protects.
public struct PasswordState: Equatable, Sendable {
  /// The first protected page; `nil` if the password protects nothing.
  public var fromPage: Int?
  /// Whether reading is protected as well as writing.
  public var protectsReading: Bool
  /// How many wrong tries in all the card allows, 0 for any number.
  public var allowedFailures: Int
  /// Whether the configuration is locked for good.
  public var isFrozen: Bool

  /// A state from its parts.
  public init(fromPage: Int?, protectsReading: Bool, allowedFailures: Int, isFrozen: Bool) {
    self.fromPage = fromPage
    self.protectsReading = protectsReading
    self.allowedFailures = allowedFailures
    self.isFrozen = isFrozen
  }
}

/// Which of its own numbers a chip writes over its message as ASCII, and where.
public struct MirrorSettings: Equatable, Sendable {
  /// The fourteen digits of the UID.
  public var uid: Bool
  /// The six digits of the tap counter.
  public var counter: Bool
  /// The address of the first digit in the memory.
  public var address: Int
  /// Whether the tap counter runs.
  public var counterRuns: Bool

  /// Settings from their parts.
  public init(uid: Bool, counter: Bool, address: Int, counterRuns: Bool) {
    self.uid = uid
    self.counter = counter
    self.address = address
    self.counterRuns = counterRuns
  }

  /// How many octets of the message are overlaid: 14, 6, or both with an `x` between them.
  public var count: Int {
    switch (uid, counter) {
    case (true, true): 21
    case (true, false): 14
    case (false, true): 6
    case (false, false): 0
    }
  }
}
