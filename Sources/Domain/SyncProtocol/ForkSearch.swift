/// Finds how far this device's log and the one in the mailbox under its id are the same, once they are known to
/// part: what comes after that is sent under the new id, from 1 on, and nothing is sent twice.
///
/// Ask for the own envelope of number ``next``, say whether its chain is that of the log here, until ``common`` is
/// there.
package struct ForkSearch: Equatable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64

  /// `own` is the last number of the log here, `shown` that of the mailbox's.
  package init(own: UInt64, shown: UInt64) { high = min(own, shown) }

  /// The number to ask for; `nil` when the search is over.
  package var next: UInt64? { low < high ? low + (high - low + 1) / 2 : nil }

  /// The last number up to which both are the same; `nil` while it is not known.
  package var common: UInt64? { low < high ? nil : low }

  /// Tells the search whether both have the same chain at ``next``.
  package mutating func answer(isSame: Bool) {
    guard let asked = next else { return }
    if isSame { low = asked } else { high = asked - 1 }
  }
}
