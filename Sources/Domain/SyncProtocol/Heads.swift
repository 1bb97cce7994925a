internal import Octets

/// How far a device's log goes: its last number, and the link that covers all up to it.
package struct Head: Hashable, Sendable {
  package var device: DeviceID
  /// The number of its last envelope; 0 where there is none.
  package var number: UInt64
  package var chain: ChainLink

  package init(device: DeviceID, number: UInt64 = 0, chain: ChainLink = .start) {
    self.device = device
    self.number = number
    self.chain = chain
  }
}

/// A head for each device: what a mailbox shows (`heads()`), or what a device has read. This vector is the only
/// cursor: orders by time or by a serial lose what is committed late.
package struct Heads: Equatable, Sendable {
  /// By device, without repetition.
  package private(set) var list: [Head]

  /// Of two heads of one device the last counts.
  package init(_ heads: some Sequence<Head> = EmptyCollection<Head>()) {
    list = []
    for head in heads { self[head.device] = head }
  }

  package subscript(device: DeviceID) -> Head? {
    get {
      let place = place(of: device)
      return place < list.count && list[place].device == device ? list[place] : nil
    }
    set {
      let place = place(of: device)
      let isThere = place < list.count && list[place].device == device
      switch (newValue, isThere) {
      case (let head?, true): list[place] = head
      case (let head?, false): list.insert(head, at: place)
      case (nil, true): list.remove(at: place)
      case (nil, false): break
      }
    }
  }

  private func place(of device: DeviceID) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].device < device { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Count (2), then device (16), number (8) and chain (16) of each, in order.
  var octets: [UInt8] {
    let told = list.prefix(0xFFFF)
    return told.reduce(into: BigEndian.octets(of: UInt16(told.count))) { octets, head in
      octets += head.device.octets + BigEndian.octets(of: head.number) + head.chain.octets
    }
  }

  init?(_ reader: inout OctetReader) {
    guard let count = reader.number(octets: 2), count * 40 <= reader.left else { return nil }
    list = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let device = reader.identity(DeviceID.self), let number = reader.wide(),
        let chain = reader.identity(ChainLink.self), list.last.map({ $0.device < device }) ?? true
      else { return nil }
      list.append(Head(device: device, number: number, chain: chain))
    }
  }
}
