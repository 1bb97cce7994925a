/// Which reader a name of pcscd's list means.
///
/// pcscd ends each name with a number, the first that is free when the reader comes (`Model 00 00`, `Model 01 00`), for
/// all readers of a driver together. It lets go of a reader that was pulled out when the last call to it is over, so
/// one that is back before that comes under another number, and so do readers that are plugged in again in another
/// order. A reader keeps the name that it had first, and with it what was told of its cards.
struct SlotNames {
  /// How long a reader waits, in milliseconds, while one of its model is listed that may be the same before it was
  /// pulled out: many times as long as pcscd lets one that waits its turn for a card wait before it answers (100 ms).
  static let patience: Int64 = 4000

  private struct Reader {
    /// The name by which it is known.
    let name: String
    /// Its name in pcscd's list; `nil` while it is not there.
    var listed: String?
  }

  private var readers: [Reader] = []
  /// Until when each name waits for another one to go.
  private var waiting: [String: Int64] = [:]

  /// When the next reader has waited long enough; `nil` if none waits.
  var deadline: Int64? { waiting.values.min() }

  /// The known name of a listed reader; `nil` while it waits.
  func known(_ listed: String) -> String? { readers.first { $0.listed == listed }?.name }

  func isListed(_ known: String) -> Bool { readers.contains { $0.name == known && $0.listed != nil } }

  /// Returns the known names of readers that left the list, though one may be back already.
  mutating func list(_ names: [String], at now: Int64) -> [String] {
    var gone: [String] = []
    for index in readers.indices where readers[index].listed.map(names.contains) == false {
      readers[index].listed = nil
      gone.append(readers[index].name)
    }
    let before = readers.compactMap(\.listed)
    let fresh = names.filter { !before.contains($0) }
    // Each under its own name first, so that none takes the place of another that comes with it.
    for name in fresh { seat(name) { $0.name == name } }
    for name in fresh where known(name) == nil {
      seat(name) { Self.model($0.name) == Self.model(name) }
      if known(name) == nil { admit(name, beside: before, at: now) }
    }
    waiting = waiting.filter { names.contains($0.key) && known($0.key) == nil }
    return gone
  }

  mutating func forgetList() {
    for index in readers.indices { readers[index].listed = nil }
    waiting = [:]
  }

  /// Assigns a listed name to a known reader that is away.
  private mutating func seat(_ name: String, where isIt: (Reader) -> Bool) {
    guard let index = readers.firstIndex(where: { $0.listed == nil && isIt($0) }) else { return }
    readers[index].listed = name
  }

  /// Admits a new reader, at once or after it has waited.
  private mutating func admit(_ name: String, beside before: [String], at now: Int64) {
    if before.contains(where: { Self.model($0) == Self.model(name) }) {
      let until = waiting[name] ?? now + Self.patience
      waiting[name] = until
      if now < until { return }
    }
    readers.append(Reader(name: free(name), listed: name))
  }

  /// The name itself, or with the next free number.
  private func free(_ name: String) -> String {
    guard readers.contains(where: { $0.name == name }), let (front, slot) = Self.parts(name) else { return name }
    for number in 0...readers.count {
      let digits = String(number, radix: 16, uppercase: true)
      let other = "\(front) \(digits.count < 2 ? "0" : "")\(digits) \(slot)"
      if !readers.contains(where: { $0.name == other }) { return other }
    }
    return name
  }

  /// A name without the number and what follows it.
  static func unnumbered(_ name: String) -> String { parts(name).map { String($0.front) } ?? name }

  /// What readers of one model have in common: all but the number.
  private static func model(_ name: String) -> String {
    parts(name).map { "\($0.front) \($0.slot)" } ?? name
  }

  /// A name without its number, and the slot of the reader at the end.
  private static func parts(_ name: String) -> (front: Substring, slot: Substring)? {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2, words.suffix(2).allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) else {
      return nil
    }
    let slot = words[words.count - 1]
    return (name.dropLast(6), slot)
  }
}
