extension MessageMaker {
  /// The octets with one to four things done to them, as faults and enemies do.
  package mutating func mutated(_ octets: [UInt8]) -> [UInt8] {
    var octets = octets
    for _ in 0..<1 + below(4) { mutate(&octets) }
    return octets
  }

  private mutating func mutate(_ octets: inout [UInt8]) {
    guard !octets.isEmpty else {
      octets = self.octets(below(8))
      return
    }
    let place = below(octets.count)
    switch below(9) {
    case 0: octets[place] ^= 1 << UInt8(below(8))
    case 1: octets[place] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF, 0x10, 0x55, 0xD1, 0xC1, 0x36, 0x56][below(12)]
    case 2: octets[place] &+= UInt8(1 + below(3))
    case 3: octets[place] &-= UInt8(1 + below(3))
    case 4: octets.remove(at: place)
    case 5: octets.insert(UInt8(below(256)), at: place)
    case 6: octets.removeSubrange(place...)
    case 7: octets.append(contentsOf: octets[place...].prefix(1 + below(20)))
    default:
      // The header's octets are where most rules live.
      let head = below(min(8, octets.count))
      octets[head] = UInt8(below(256))
    }
  }
}
