/// The last episode of straying that is over and counts, as long as somebody may say that it was work.
public struct LastStray: Equatable, Sendable {
  /// When it began.
  public var began: Tick
  /// When it ended.
  public var ended: Tick
  /// Whether the person came back, so that they can be asked.
  public var isReturn: Bool

  /// An episode from one moment to another.
  public init(began: Tick, ended: Tick, isReturn: Bool) {
    self.began = began
    self.ended = ended
    self.isReturn = isReturn
  }

  /// How long it is asked whether it was work, once, after the person came back.
  public static let asking = Lapse.minutes(1)
}
