/// What an episode can be about. The order is that in which causes of the same second are named.
public enum Cause: Int, Sendable, CaseIterable {
  /// Blocked things were asked for again and again.
  case attempt
  /// An app or site in front that is not for this work.
  case offTask
  /// The key's card is off the reader.
  case presence
  /// No input, or the screen is locked, or the computer is asleep.
  case away
  /// It is loud in the room.
  case noise
  /// A player plays that is not the session's music.
  case media
  /// The thing that is guarded is in use: the computer at night, or what an allowance is about.
  case using

  /// The causes that a profile's guard has rules for.
  public static let straying: [Cause] = [.attempt, .offTask, .presence, .away, .noise, .media]
}

/// Some causes.
public struct CauseSet: Equatable, Sendable {
  private var bits: UInt8 = 0

  /// No cause.
  public init() {}

  /// These causes.
  public init(_ causes: [Cause]) { for cause in causes { insert(cause) } }

  /// Whether no cause is among them.
  public var isEmpty: Bool { bits == 0 }

  /// Whether that cause is among them.
  public func contains(_ cause: Cause) -> Bool { bits & bit(cause) != 0 }

  mutating func insert(_ cause: Cause) { bits |= bit(cause) }

  mutating func remove(_ cause: Cause) { bits &= ~bit(cause) }

  private func bit(_ cause: Cause) -> UInt8 { 1 << UInt8(cause.rawValue) }
}
