/// Rules by what their paths must begin with, so that of thousands only those are looked at that can take a path.
struct PrefixIndex {
  private struct Key: Hashable {
    let isFolded: Bool
    let prefix: ArraySlice<UInt32>
  }

  /// How many scalars of a beginning tell rules apart. A bound, because a path is looked up under every length that
  /// occurs.
  private static let longestPrefix = 32

  private var rules: [Key: [Int]] = [:]
  private var lengths: Set<Int> = []

  /// Adds a rule; rules come in the order of their numbers.
  mutating func insert(_ number: Int, _ rule: LinkRule) {
    let tokens = (rule.path?.tokens ?? []).prefix(Self.longestPrefix)
    var prefix: [UInt32] = []
    for token in tokens {
      guard let scalar = token.scalar else { break }
      prefix.append(scalar)
    }
    lengths.insert(prefix.count)
    rules[Key(isFolded: rule.form.isFolded, prefix: prefix[...]), default: []].append(number)
  }

  /// The rules, in order, that may take one of some paths: as they stand, or without their case.
  func rules(thatMayTake plain: [TextView], folded: [TextView]) -> Merged {
    var keys: Set<Key> = []
    for (isFolded, views) in [(false, plain), (true, folded)] {
      for view in views {
        for length in lengths where length <= view.scalars.count {
          keys.insert(Key(isFolded: isFolded, prefix: view.scalars[..<length]))
        }
      }
    }
    return Merged(lists: keys.compactMap { key in rules[key].map { numbers in numbers[...] } })
  }

  /// The numbers of several rising lists, rising. One after the other, because whoever asks seldom wants them all.
  struct Merged: Sequence, IteratorProtocol {
    fileprivate var lists: [ArraySlice<Int>]

    mutating func next() -> Int? {
      var least: (list: Int, number: Int)?
      for (index, list) in lists.enumerated() {
        guard let number = list.first, number < least?.number ?? .max else { continue }
        least = (index, number)
      }
      guard let least else { return nil }
      lists[least.list].removeFirst()
      return least.number
    }
  }
}
