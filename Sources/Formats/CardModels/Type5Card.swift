package import TagFormats

package struct Type5Card: Equatable, Sendable {
  /// The identifier, E0 first.
  package var uid: [UInt8]
  package var memory: [UInt8]
  /// The size of a block in octets.
  package var blockSize: Int
  package var lockedBlocks: Set<Int> = []
  package var tellsLocks = true
  package var readsSeveral = true

  package init(uid: [UInt8], memory: [UInt8], blockSize: Int = 4) {
    self.uid = uid
    self.memory = memory
    self.blockSize = blockSize
  }

  /// An ICODE SLIX with 28 blocks of four octets, formatted, with a message; `nil` if it does not fit.
  package init?(slix uid: [UInt8], holding message: [UInt8] = []) {
    self.init(uid: uid, memory: [0xE1, 0x40, 0x0D, 0x01] + [UInt8](repeating: 0, count: 108))
    guard let placement = TLVPlacement(of: message, at: 4, area: 4..<108, reserved: ReservedOctets()) else {
      return nil
    }
    for (address, octet) in placement.octets { memory[address] = octet }
  }

  private var blockCount: Int { memory.count / blockSize }

  package mutating func answer(to command: Type5Command) -> CardAnswer {
    switch command {
    case .readBlock(let block):
      guard block >= 0, block < blockCount else { return .refused }
      return .data(Array(memory[block * blockSize..<(block + 1) * blockSize]))
    case .readBlocks(let first, let count):
      guard readsSeveral, first >= 0, count > 0, first + count <= blockCount else { return .refused }
      return .data(Array(memory[first * blockSize..<(first + count) * blockSize]))
    case .writeBlock(let block, let octets):
      guard block >= 0, block < blockCount, octets.count == blockSize, !lockedBlocks.contains(block) else {
        return .refused
      }
      memory.replaceSubrange(block * blockSize..<(block + 1) * blockSize, with: octets)
      return .acknowledged
    case .lockBlock(let block):
      guard block >= 0, block < blockCount, lockedBlocks.insert(block).inserted else { return .refused }
      return .acknowledged
    case .securityStatus(let first, let count):
      guard tellsLocks, first >= 0, count > 0, first + count <= blockCount else { return .refused }
      return .data((first..<first + count).map { lockedBlocks.contains($0) ? 1 : 0 })
    case .systemInformation:
      guard blockCount <= 0x100 else { return .refused }
      return .data([0x0F] + uid.reversed() + [0x00, 0x00, UInt8(blockCount - 1), UInt8(blockSize - 1), 0x01])
    }
  }
}
