/// A session that is to be in no list and no total any more, and when it was.
public struct ForgottenSession: Hashable, Sendable {
  /// Which one.
  public let id: SessionID
  /// When it began.
  public let began: Timestamp
  /// When it ended.
  public let ended: Timestamp

  /// That session of that time.
  public init(id: SessionID, began: Timestamp, ended: Timestamp) {
    self.id = id
    self.began = began
    self.ended = ended
  }

  /// Whether something that began then was in it.
  public func holds(_ moment: Timestamp) -> Bool { began <= moment && moment <= ended }
}

extension Fact {
  /// The session that is forgotten from then on; `nil` for other facts.
  public var forgottenSession: ForgottenSession? {
    if case .plan(.forgotten(let session)) = body { session } else { nil }
  }
}
