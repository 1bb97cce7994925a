/// What a device has put into a snapshot of its own messages, and when it is time for the next.
package struct SnapshotState: Equatable, Sendable {
  /// The last message that the snapshot covers; 0 where there is none.
  package var number: UInt64
  /// The last message that the latest attempt covered.
  package var tried: UInt64
  /// When the latest attempt was, in milliseconds since 1970; 0 for never.
  package var at: Int64
  /// Whether the person has asked to forget something since then.
  package var leavesOut: Bool

  package init(number: UInt64 = 0, tried: UInt64 = 0, at: Int64 = 0, leavesOut: Bool = false) {
    (self.number, self.tried, self.at, self.leavesOut) = (number, tried, at, leavesOut)
  }

  /// After this number of new messages a snapshot is due.
  package static let many: UInt64 = 5000
  /// The same where each message may be a file: a look at the folder is a look at each.
  package static let manyFiles: UInt64 = 500
  /// When a snapshot is this old, any new message makes the next one due: 90 days in milliseconds.
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

  /// Notes an attempt; `isMade` says whether the mailbox has the snapshot now.
  package mutating func note(upTo head: UInt64, at wall: Int64, isMade: Bool) {
    if isMade { number = head }
    (tried, at, leavesOut) = (head, wall, false)
  }
}
