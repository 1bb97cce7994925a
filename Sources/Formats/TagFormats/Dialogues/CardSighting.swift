/// What the reader knows of a card that has just arrived, before a single command.
public struct CardSighting: Equatable, Sendable {
  /// The kind of card by its answer to selection; `nil` if that does not tell.
  public var type: TagType?
  /// The chip, as far as the selection tells it or the caller remembers it from an earlier arrival.
  public var chip: Chip?
  /// The identifier by the reader; empty if it does not tell.
  public var uid: [UInt8]

  /// A sighting from its parts.
  public init(type: TagType?, chip: Chip? = nil, uid: [UInt8] = []) {
    self.type = type
    self.chip = chip
    self.uid = uid
  }
}

/// What a reader can do, so that a dialogue asks for nothing that it cannot carry.
public struct CarrierLimits: Equatable, Sendable {
  /// Whether commands beyond plain reading and writing (GET_VERSION, FAST_READ, passwords) reach the card.
  public var carriesNativeCommands: Bool
  /// The largest answer in octets that comes through whole.
  public var largestAnswer: Int
  /// The largest data field in octets of one command to an ISO 7816 card.
  public var largestCommand: Int

  /// Limits from their parts; the defaults are those of a reader with short APDUs.
  public init(carriesNativeCommands: Bool = true, largestAnswer: Int = 256, largestCommand: Int = 255) {
    self.carriesNativeCommands = carriesNativeCommands
    self.largestAnswer = max(16, largestAnswer)
    self.largestCommand = min(255, max(16, largestCommand))
  }
}

/// What a reading is to find out beyond the message.
public struct ReadingScope: OptionSet, Equatable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// A scope from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Which chip it is, exactly.
  public static let chip = ReadingScope(rawValue: 1)
  /// The tap counter.
  public static let counter = ReadingScope(rawValue: 2)
  /// Lock bits, password and mirror.
  public static let protection = ReadingScope(rawValue: 4)
  /// The originality signature.
  public static let signature = ReadingScope(rawValue: 8)
  /// The memory beyond the message, as far as the card lets it be read.
  public static let memory = ReadingScope(rawValue: 16)

  /// What a tap needs.
  public static let tap: ReadingScope = [.chip]
  /// All that is known of a card before it is changed.
  public static let everything: ReadingScope = [.chip, .counter, .protection, .signature]
}
