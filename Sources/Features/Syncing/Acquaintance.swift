internal import SyncProtocol

/// What was said and measured on the lines to a mailbox so far.
struct Acquaintance {
  /// Whether the line will stay: what is said once for each command would fill the mailbox.
  let isLasting: Bool
  /// When to say hello.
  var greeting = Greeting()
  /// The mailbox's clock minus this one, in milliseconds.
  private(set) var offset: Int64 = 0
  /// Whether nothing was said on this line yet.
  private(set) var isNew = true

  init(isLasting: Bool) { self.isLasting = isLasting }

  /// There is another line.
  mutating func begin() { isNew = true }

  /// The clocks were compared.
  mutating func meet(offset: Int64) {
    self.offset = offset
    isNew = false
  }
}
