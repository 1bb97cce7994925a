package import TagFormats

package struct Type3Card: Equatable, Sendable {
  /// The card's identifier (IDm), eight octets.
  package var idm: [UInt8]
  /// The blocks from the attribute block on.
  package var memory: [UInt8]
  /// The IC code, second octet of PMm: F1 for a FeliCa Lite-S.
  package var icCode: UInt8 = 0xF1
  /// Whether the card answers for the system 12FC.
  package var hasMessageSystem = true

  /// A FeliCa Lite-S with room for 13 blocks, formatted, with a message.
  package init(liteS idm: [UInt8], holding message: [UInt8] = []) {
    self.idm = idm
    var attributes = Type3Attributes(blocksPerRead: 4, blocksPerWrite: 1, blockCount: 13)
    attributes.messageLength = message.count
    memory = attributes.octets + message
    memory += [UInt8](repeating: 0, count: max(0, 14 * 16 - memory.count))
  }

  package init(idm: [UInt8], memory: [UInt8]) {
    self.idm = idm
    self.memory = memory
  }

  package mutating func answer(to command: Type3Command) -> CardAnswer {
    guard hasMessageSystem else { return .silent }
    switch command {
    case .pollNDEFSystem:
      return .data(idm + [0x00, icCode, 0, 0, 0, 0, 0, 0])
    case .check(let blocks):
      guard blocks.count <= limit(1), blocks.allSatisfy({ Int($0) * 16 + 16 <= memory.count }) else { return .refused }
      return .data(blocks.flatMap { memory[Int($0) * 16..<Int($0) * 16 + 16] })
    case .update(let blocks, let octets):
      guard blocks.count <= limit(2), octets.count == blocks.count * 16,
        blocks.allSatisfy({ Int($0) * 16 + 16 <= memory.count })
      else { return .refused }
      for (index, block) in blocks.enumerated() {
        memory.replaceSubrange(Int(block) * 16..<Int(block) * 16 + 16, with: octets[index * 16..<index * 16 + 16])
      }
      return .acknowledged
    }
  }

  /// What the attribute block allows for one command; a blank one allows one block.
  private func limit(_ octet: Int) -> Int { max(1, Int(memory[octet])) }
}
