package import CardModels

/// What a memory says to a reader that was written apart from the product's: octet by octet, without plan or
/// cleverness.
package enum PlainMessage: Equatable, Sendable {
  case none
  case octets([UInt8])
  case broken(String)
}

package enum PlainReading {
  package static func message(on card: CardModel) -> PlainMessage {
    switch card {
    case .type1(let card): type1(card.memory)
    case .type2(let card): type2(card.memory)
    case .type3(let card): type3(card.memory)
    case .type4(let card): type4(card.files)
    case .type5(let card): type5(card.memory)
    case .classic(let card): classic(card.memory)
    }
  }

  static func type2(_ memory: [UInt8]) -> PlainMessage {
    guard memory[12] == 0xE1, memory[13] & 0xF0 == 0x10 else { return .none }
    return blocks(memory, Array(16..<min(memory.count, 16 + Int(memory[14]) * 8)), controls: true)
  }

  static func type1(_ memory: [UInt8]) -> PlainMessage {
    guard memory[8] == 0xE1, memory[9] & 0xF0 == 0x10 else { return .none }
    let size = (Int(memory[10]) + 1) * 8
    let holes = size > 120 ? 104..<128 : 104..<120
    return blocks(memory, (12..<size).filter { !holes.contains($0) }, controls: true)
  }

  static func type5(_ memory: [UInt8]) -> PlainMessage {
    guard memory[0] == 0xE1 || memory[0] == 0xE2, memory[1] & 0xC0 == 0x40 else { return .none }
    let start = memory[2] == 0 ? 8 : 4
    let size = memory[2] == 0 ? Int(memory[6]) * 256 + Int(memory[7]) : Int(memory[2])
    return blocks(memory, Array(start..<min(memory.count, start + size * 8)), controls: false)
  }

  static func classic(_ memory: [UInt8]) -> PlainMessage {
    guard memory[57] & 0x80 != 0 else { return .none }
    guard check(Array(memory[17..<48])) == memory[16] else { return .none }
    var sectors: [Int] = []
    for sector in 1...15 where memory[16 + sector * 2] == 0x03 && memory[17 + sector * 2] == 0xE1 {
      sectors.append(sector)
    }
    if memory[57] & 3 == 2, memory.count == 4096, check(Array(memory[1025..<1072])) == memory[1024] {
      for sector in 17...39 where memory[1024 + (sector - 16) * 2] == 0x03 && memory[1025 + (sector - 16) * 2] == 0xE1 {
        sectors.append(sector)
      }
    }
    var addresses: [Int] = []
    for sector in sectors {
      let start = sector < 32 ? sector * 64 : 2048 + (sector - 32) * 256
      addresses += Array(start..<start + (sector < 32 ? 48 : 240))
    }
    return addresses.isEmpty ? .none : blocks(memory, addresses, controls: false)
  }

  /// The checksum of the directory, bit by bit.
  static func check(_ octets: [UInt8]) -> UInt8 {
    var register = 0xC7
    for octet in octets {
      for bit in (0..<8).reversed() {
        let top = register >> 7 & 1
        register = register << 1 & 0xFF
        if top ^ (Int(octet) >> bit & 1) == 1 { register ^= 0x1D }
      }
    }
    return UInt8(register)
  }

  static func type3(_ memory: [UInt8]) -> PlainMessage {
    let block = memory[0..<16].map { Int($0) }
    guard block[0] & 0xF0 == 0x10 else { return .none }
    guard block[14] * 256 + block[15] == block[0..<14].reduce(0, +) else { return .broken("checksum") }
    if block[9] == 0x0F { return .none }
    let length = block[11] * 65536 + block[12] * 256 + block[13]
    guard length <= (block[3] * 256 + block[4]) * 16 else { return .broken("length") }
    return .octets(Array(memory[16..<16 + length]))
  }

  static func type4(_ files: [UInt16: [UInt8]]) -> PlainMessage {
    // A card without the file, or with one that nothing was written to, holds no message.
    guard let container = files[0xE103]?.map({ Int($0) }), container.contains(where: { $0 != 0 }) else { return .none }
    let identifier = UInt16(container[9] * 256 + container[10])
    let isExtended = container[7] == 6
    let size =
      isExtended
      ? container[11] << 24 | container[12] << 16 | container[13] << 8 | container[14]
      : container[11] << 8 | container[12]
    guard let file = files[identifier] else { return .broken("no file") }
    let head = isExtended ? 4 : 2
    var length = 0
    for octet in file[0..<head] { length = length * 256 + Int(octet) }
    guard length <= size - head else { return .broken("length \(length)") }
    return .octets(Array(file[head..<head + length]))
  }

  /// Walks TLV blocks over the addresses that are left, one octet after the other.
  private static func blocks(_ memory: [UInt8], _ addresses: [Int], controls: Bool) -> PlainMessage {
    var left = addresses[...]
    func take() -> Int? {
      left.popFirst().map { Int(memory[$0]) }
    }
    while let type = take() {
      if type == 0x00 { continue }
      if type == 0xFE { return .none }
      guard var length = take() else { return .broken("no length") }
      if length == 0xFF {
        guard let high = take(), let low = take() else { return .broken("half a length") }
        length = high * 256 + low
        if length == 0xFFFF { return .broken("length FFFF") }
      }
      var value: [Int] = []
      for _ in 0..<length {
        guard let octet = take() else { return .broken("value of \(length) octets cut short") }
        value.append(octet)
      }
      if type == 0x03 { return .octets(value.map { UInt8($0) }) }
      if controls, type == 0x01 || type == 0x02 {
        guard length == 3 else { return .broken("control length \(length)") }
        var page = 1
        for _ in 0..<(value[2] & 15) { page *= 2 }
        let start = value[0] / 16 * page + value[0] % 16
        let size = value[1] == 0 ? 256 : value[1]
        let octets = type == 0x01 ? (size + 7) / 8 : size
        left.removeAll { $0 >= start && $0 < start + octets }
      }
    }
    return .none
  }
}
