package import TagFormats

package struct Type1Card: Equatable, Sendable {
  package var memory: [UInt8]

  /// A Topaz 96 with 120 octets, or a Topaz 512, formatted, with a message; `nil` if it does not fit.
  package init?(uid: [UInt8], isDynamic: Bool, holding message: [UInt8] = []) {
    guard uid.count == 7 else { return nil }
    memory = [UInt8](repeating: 0, count: isDynamic ? 512 : 120)
    memory.replaceSubrange(0..<7, with: uid)
    memory.replaceSubrange(8..<12, with: [0xE1, 0x10, isDynamic ? 0x3F : 0x0E, 0x00])
    if isDynamic {
      memory.replaceSubrange(12..<22, with: [0x01, 0x03, 0xF2, 0x30, 0x33, 0x02, 0x03, 0xF0, 0x02, 0x03])
    }
    memory.replaceSubrange(112..<114, with: [0x01, 0x60])
    guard
      let container = try? Type1Image.Container(memory),
      let walk = try? TLVWalk(memory, area: container.area, reserved: container.reserved),
      let placement = TLVPlacement(of: message, at: walk.room, area: container.area, reserved: walk.reserved)
    else { return nil }
    for (address, octet) in placement.octets { memory[address] = octet }
  }

  package var uid: [UInt8] { Array(memory[0..<7]) }

  private var header: [UInt8] { [memory.count > 120 ? 0x12 : 0x11, 0x00] }

  package mutating func answer(to command: Type1Command) -> CardAnswer {
    switch command {
    case .readIdentification: return .data(header + uid.prefix(4))
    case .readAll: return .data(header + memory[0..<120])
    case .read(let address):
      guard Int(address) < 120 else { return .refused }
      return .data([address, memory[Int(address)]])
    case .write(let address, let octet):
      guard Int(address) < 120, canWrite(block: Int(address) / 8) else { return .refused }
      set([octet], at: Int(address))
      return .data([address, memory[Int(address)]])
    case .readBlock(let block):
      guard Int(block) * 8 + 8 <= memory.count, memory.count > 120 else { return .refused }
      return .data([block] + memory[Int(block) * 8..<Int(block) * 8 + 8])
    case .writeBlock(let block, let octets):
      guard Int(block) * 8 + 8 <= memory.count, memory.count > 120, octets.count == 8, canWrite(block: Int(block))
      else {
        return .refused
      }
      set(octets, at: Int(block) * 8)
      return .data([block] + octets)
    }
  }

  /// Octets 70 and 71, in block E, lock one block with each bit; their bits can only be set.
  private func canWrite(block: Int) -> Bool {
    guard block > 0, block != 0xD else { return false }
    guard block < 0xD else { return true }
    return memory[112 + block / 8] >> UInt8(block % 8) & 1 == 0
  }

  private mutating func set(_ octets: [UInt8], at address: Int) {
    for (offset, octet) in octets.enumerated() {
      let isLockBits = (112..<114).contains(address + offset)
      memory[address + offset] = isLockBits ? memory[address + offset] | octet : octet
    }
  }
}
