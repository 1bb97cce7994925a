/// Where threads wait for what others hand them, each thing for one of them; nobody wakes while it is empty.
package final class Mailbox<Item: Sendable>: @unchecked Sendable {
  // Unchecked: the items are reached only inside the lock.
  private let condition = Condition()
  private var items = ItemQueue<Item>()

  package init() {}

  package func send(_ item: Item) {
    condition.withLock { items.append(item) }
    condition.signal()
  }

  package var isEmpty: Bool { condition.withLock { items.isEmpty } }

  /// The next item; `nil` if none came within the time. Without a time it waits for ever.
  package func receive(within milliseconds: Int? = nil) -> Item? {
    let deadline = milliseconds.map { Condition.Deadline(in: $0) }
    return condition.withLock {
      while items.isEmpty, condition.wait(until: deadline) {}
      return items.popFirst()
    }
  }
}

/// Items in the order in which they came; taking the first costs the same however many there are.
struct ItemQueue<Item> {
  private var items: [Item?] = []
  private var first = 0

  var isEmpty: Bool { first == items.count }

  mutating func append(_ item: Item) { items.append(item) }

  mutating func popFirst() -> Item? {
    guard first < items.count else { return nil }
    let item = items[first].take()
    first += 1
    // Half of the array at least is free by then, so that each item is moved once on average.
    if first == items.count {
      items.removeAll(keepingCapacity: items.count <= 64)
      first = 0
    } else if first >= 64, first * 2 >= items.count {
      items.removeFirst(first)
      first = 0
    }
    return item
  }
}
