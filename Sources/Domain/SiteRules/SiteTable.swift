/// Many domain names, asked by host: which of them is the host, or is the longest one above it?
///
/// The names lie one behind the other in one block of memory and are found by a hash that runs from a host's last
/// letter to its first,
/// so that one pass over the host asks for all the domains above it. Half a million names take some 20 MB.
public struct SiteTable: Sendable {
  /// How many names the table holds.
  public private(set) var count = 0
  private let seed: UInt64
  /// For each name: its length, its kind, its octets.
  private var block: [UInt8] = []
  /// Where a name begins in `block`, plus one; zero where the slot is free. Always a power of two.
  private var slots: [UInt32] = []

  /// What a name in the table says.
  public enum Kind: UInt8, Sendable {
    /// The domain and all below it are named.
    case named = 0
    /// The domain and all below it are excepted from a name above.
    case excepted = 1
  }

  /// The entry that decides about a host.
  public struct Match: Sendable, Equatable {
    /// What the entry says.
    public let kind: Kind
    /// Where the entry's name begins within the host.
    public let start: Int
  }

  /// An empty table.
  ///
  /// - Parameter seed: begins the hash; a number that nobody can guess keeps a made-up list from filling one slot.
  public init(seed: UInt64 = 0) {
    self.seed = seed
  }

  /// Adds a name; an exception of the same name stays the stronger one.
  ///
  /// - Returns: whether there was room: at most 4 GB of names.
  @discardableResult
  public mutating func insert(_ name: SiteName, _ kind: Kind = .named) -> Bool {
    insert(folded: name.octets, kind)
  }

  /// Adds a name that is in octets as the wire carries it, which spares a large list one copy of each.
  ///
  /// Of one type: a generic one that another room calls takes half as long again.
  ///
  /// - Returns: `false` where the octets are not a name.
  public mutating func insert(wire: [UInt8], _ kind: Kind) -> Bool {
    guard let octets = SiteName.folded(wire) else { return false }
    return insert(folded: octets, kind)
  }

  private mutating func insert(folded name: [UInt8], _ kind: Kind) -> Bool {
    guard block.count + name.count + 2 < Int(UInt32.max) else { return false }
    if (count + 1) * 4 > slots.count * 3 { grow() }
    var slot = place(of: hash(name))
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if holds(entry, name, from: 0) {
        if kind == .excepted { block[entry + 1] = kind.rawValue }
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(block.count + 1)
    block.append(UInt8(truncatingIfNeeded: name.count))
    block.append(kind.rawValue)
    block += name
    count += 1
    return true
  }

  /// The longest entry that is the host or a domain above it.
  public func match(_ host: SiteName) -> Match? {
    guard count > 0 else { return nil }
    let name = host.octets
    var best: Match?
    var running = seed
    var index = name.count
    while index > 0 {
      index -= 1
      // A domain above the host begins behind a dot; the host itself begins at its first letter.
      if name[index] == UInt8(ascii: ".") {
        if let kind = kind(of: name, from: index + 1, hash: finished(running)) {
          best = Match(kind: kind, start: index + 1)
        }
      }
      running = step(running, name[index])
    }
    if let kind = kind(of: name, from: 0, hash: finished(running)) { best = Match(kind: kind, start: 0) }
    return best
  }

  private func kind(of name: [UInt8], from start: Int, hash: UInt64) -> Kind? {
    var slot = place(of: hash)
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if holds(entry, name, from: start) { return Kind(rawValue: block[entry + 1]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func holds(_ entry: Int, _ name: [UInt8], from start: Int) -> Bool {
    let length = Int(block[entry])
    guard length == name.count - start else { return false }
    for offset in 0..<length where block[entry + 2 + offset] != name[start + offset] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(64, slots.count * 2))
    var entry = 0
    while entry < block.count {
      let length = Int(block[entry])
      var running = seed
      var index = entry + 2 + length
      while index > entry + 2 {
        index -= 1
        running = step(running, block[index])
      }
      var slot = place(of: finished(running))
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(entry + 1)
      entry += 2 + length
    }
  }

  private func hash(_ name: [UInt8]) -> UInt64 {
    var running = seed
    for octet in name.reversed() { running = step(running, octet) }
    return finished(running)
  }

  private func step(_ running: UInt64, _ octet: UInt8) -> UInt64 {
    (running ^ UInt64(octet)) &* 0x9E37_79B9_7F4A_7C15 &+ (running >> 29)
  }

  private func finished(_ running: UInt64) -> UInt64 {
    let mixed = (running ^ (running >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }

  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }
}
