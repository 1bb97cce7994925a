import Glibc

/// The computer's processors, for what is long and falls into parts.
public enum Cores {
  /// How many there are to compute with.
  public static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Makes something of each item, in the items' order, on several cores at once. The calling thread does its share.
  ///
  /// - Parameter most: as many threads at most; more would take the computer away from its person.
  public static func map<Item: Sendable, Value: Sendable>(
    _ items: [Item], most: Int = 4, _ make: @escaping @Sendable (Item) -> Value
  ) -> [Value] {
    let parts = min(count, most, max(1, items.count / fewest))
    guard parts > 1 else { return items.map(make) }
    let bounds = (0...parts).map { items.count * $0 / parts }
    let done = Mailbox<(part: Int, values: [Value])>()
    for part in 1..<parts {
      startThread(named: "part") { done.send((part, items[bounds[part]..<bounds[part + 1]].map(make))) }
    }
    var values = [[Value]](repeating: [], count: parts)
    values[0] = items[..<bounds[1]].map(make)
    for _ in 1..<parts { if let (part, made) = done.receive() { values[part] = made } }
    return values.flatMap { $0 }
  }

  /// Fewer than that are not worth a thread.
  private static let fewest = 64
}
