import Glibc

/// The computer's processors, for long work that can be divided.
package enum Cores {
  package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// Fewer items than this are not worth a thread.
  private static let fewest = 64

  /// Processes each item on threads of its own, at most `most`, while the caller goes on.
  package static func making<Item: Sendable, Value: Sendable>(
    of items: [Item], most: Int = 4, _ make: @escaping @Sendable (Item) -> Value
  ) -> Work<Value> {
    let parts = min(count, most, items.count / fewest)
    guard parts > 0 else { return Work(parts: 0, made: items.map(make)) }
    let work = Work<Value>(parts: parts, made: [])
    let bounds = (0...parts).map { items.count * $0 / parts }
    for part in 0..<parts {
      startThread(named: "part") { work.done.send((part, items[bounds[part]..<bounds[part + 1]].map(make))) }
    }
    return work
  }

  package struct Work<Value: Sendable>: Sendable {
    fileprivate let done = Mailbox<(part: Int, values: [Value])>()
    fileprivate let parts: Int
    fileprivate let made: [Value]

    /// Waits for all parts, which together have the items' order; may be called once.
    package func finished() -> [[Value]] {
      if parts == 0 { return [made] }
      var values = [[Value]](repeating: [], count: parts)
      for _ in 0..<parts { if let (part, made) = done.receive() { values[part] = made } }
      return values
    }
  }
}
