package import SyncProtocol

/// A mailbox as a value: what a server keeps and hands out, honestly or not.
package struct RehearsalMailbox: Sendable {
  /// What a hostile server does with what it hands out to one device.
  package enum Trick: Sendable, CaseIterable {
    /// One envelope in between is missing.
    case drop
    /// One that was read before comes first.
    case replay
    /// Two change places.
    case reorder
    /// Another device's envelopes come in place of those asked for.
    case swapDevices
    /// The owner's name is another.
    case swapOwner
    /// One octet of a box is another.
    case alter
    /// A box was moved to another number.
    case renumber
    /// The chain is another.
    case otherChain
    /// The heads are those of an earlier time.
    case rollBack
    /// Nothing newer of one device is shown, though others saw it.
    case withhold
  }

  private var rows: [DeviceID: [Envelope]] = [:]
  private var snapshots: [DeviceID: Snapshot] = [:]

  /// An empty mailbox.
  package init() {}

  /// All heads, as they are.
  package var heads: Heads {
    Heads(
      rows.compactMap { $0.value.last }.map {
        Head(device: $0.header.device, number: $0.header.number, chain: $0.chain)
      })
  }

  /// Takes an envelope in, as the schema's `push` does: the next number, or one that is there with the same chain.
  package mutating func push(_ envelope: Envelope) -> Bool {
    let count = UInt64(rows[envelope.header.device]?.count ?? 0)
    if envelope.header.number <= count {
      return rows[envelope.header.device]?[Int(envelope.header.number) - 1].chain == envelope.chain
    }
    guard envelope.header.number == count + 1 else { return false }
    rows[envelope.header.device, default: []].append(envelope)
    return true
  }

  /// The envelopes of a device after a number that no snapshot took the place of.
  package func pull(_ device: DeviceID, after number: UInt64) -> [Envelope] {
    let first = snapshots[device]?.header.number ?? 1
    return Array((rows[device] ?? []).dropFirst(Int(max(number, first - 1))))
  }

  /// Takes a snapshot in, as the schema's `compact` does: the envelope of its number stays.
  mutating func compact(_ snapshot: Snapshot) { snapshots[snapshot.header.device] = snapshot }

  /// The snapshot of a device.
  func snapshot(of device: DeviceID) -> Snapshot? { snapshots[device] }

  /// The heads as a hostile server shows them to `victim`; `nil` where the trick shows nothing else.
  func heads(_ trick: Trick, to victim: DeviceID, known: Heads) -> Heads? {
    var shown = heads
    guard let other = known.list.first(where: { $0.device != victim && $0.number > 1 }) else { return nil }
    switch trick {
    case .rollBack:
      let earlier = rows[other.device]?[Int(other.number) - 2]
      shown[other.device] = earlier.map { Head(device: other.device, number: other.number - 1, chain: $0.chain) }
      return shown
    case .withhold:
      guard let now = heads[other.device], now.number > other.number else { return nil }
      shown[other.device] = other
      return shown
    default: return nil
    }
  }

  /// What a hostile server hands out in place of `honest`; `nil` where the trick changes nothing.
  func spoilt(_ honest: [Envelope], _ trick: Trick, after number: UInt64, place: Int) -> [Envelope]? {
    guard let first = honest.first else { return nil }
    var rows = honest
    let place = place % honest.count
    switch trick {
    case .drop:
      guard place < honest.count - 1 else { return nil }
      rows.remove(at: place)
    case .replay:
      guard number > 0, let old = pull(first.header.device, after: number - 1).first else { return nil }
      rows.insert(old, at: 0)
    case .reorder:
      guard honest.count > 1 else { return nil }
      rows.swapAt(0, honest.count - 1)
    case .swapDevices:
      guard let other = self.rows.first(where: { $0.key != first.header.device && !$0.value.isEmpty })?.value else {
        return nil
      }
      rows[place] = other[Int(first.header.number) % other.count]
    case .swapOwner: rows[place].header.owner = OwnerID(halves: SyncHalves(high: 6, low: 6))
    case .alter: rows[place].box[rows[place].box.count / 2] ^= 4
    case .renumber:
      guard honest.count > 1 else { return nil }
      rows[0].box = rows[1].box
    case .otherChain: rows[place].chain = ChainLink(halves: SyncHalves(high: 6, low: 6))
    case .rollBack, .withhold: return nil
    }
    return rows
  }
}
