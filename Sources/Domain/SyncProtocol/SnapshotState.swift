/// What a device has put into a snapshot of its own messages, and when it is time for the next.
package struct SnapshotState: Equatable, Sendable {
  /// Up to which message there is a snapshot; 0 where there is none.
  package var number: UInt64
  /// Up to which message one was tried last.
  package var tried: UInt64
  /// When that was, in milliseconds since 1970; 0 for never.
  package var at: Int64
  /// Whether the person wants something forgotten since.
  package var leavesOut: Bool

  /// What was kept of it.
  package init(number: UInt64 = 0, tried: UInt64 = 0, at: Int64 = 0, leavesOut: Bool = false) {
    (self.number, self.tried, self.at, self.leavesOut) = (number, tried, at, leavesOut)
  }

  /// As many new messages make it time.
  package static let many: UInt64 = 5000
  /// The same where each message may be a file: who looks at the folder looks at each.
  package static let manyFiles: UInt64 = 500
  /// As old as this, new messages make it time, however few: 90 days in milliseconds.
  package static let long: Int64 = 90 * 86_400_000

  private static let hour: Int64 = 3_600_000

  /// Whether it is time for one: after 5,000 messages, or a quarter of what there is a snapshot of, so that what is
  /// sent again grows no faster than what is new; after 90 days if anything is new; and when the person wants something
  /// to be forgotten, once an hour at most.
  ///
  /// - Parameters:
  ///   - head: the number of the last own message, which the mailbox has.
  ///   - began: when the first one was made.
  ///   - many: how many new messages make it time.
  package func isDue(upTo head: UInt64, since began: Int64, at wall: Int64, many: UInt64 = Self.many) -> Bool {
    let last = max(number, tried)
    guard head > last else { return false }
    if head - last >= max(many, number / 4) || leavesOut && wall - at >= Self.hour { return true }
    return wall - (at > 0 ? at : began) >= Self.long
  }

  /// One was tried.
  ///
  /// - Parameter isMade: whether the mailbox has it now.
  package mutating func note(upTo head: UInt64, at wall: Int64, isMade: Bool) {
    if isMade { number = head }
    (tried, at, leavesOut) = (head, wall, false)
  }
}
