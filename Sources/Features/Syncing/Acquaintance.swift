internal import SyncProtocol

struct Acquaintance {
  /// Whether the line will remain: hellos of one-off commands would fill the mailbox.
  let isLasting: Bool
  var greeting = Greeting()
  /// The mailbox's clock minus this one, in milliseconds.
  private(set) var offset: Int64 = 0
  /// Whether nothing was said on this line yet.
  private(set) var isNew = true

  init(isLasting: Bool) { self.isLasting = isLasting }

  mutating func begin() { isNew = true }

  mutating func meet(offset: Int64) {
    self.offset = offset
    isNew = false
  }
}
