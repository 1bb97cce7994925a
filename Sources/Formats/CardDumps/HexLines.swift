/// A memory in lines of hex digits, as the tools of the first Proxmark wrote them: one block or page on each line.
struct HexLines {
  let dump: CardDump

  /// - Returns: `nil` if a line holds anything but pairs of hex digits, if there is only one line, which is a message
  ///   rather than a memory, or if the octets are not a card's memory.
  /// - Throws: ``DumpError/cutShort(line:)`` if the last line is shorter than the others.
  init?(_ text: [UInt8]) throws(DumpError) {
    var octets: [UInt8] = []
    var width: Int?
    var count = 0
    let lines = LinesOfText(text)
    let last = lines.last
    var isCut = false
    for (number, line) in lines where !line.isEmpty {
      // Half an octet at the very end is what a cut leaves.
      let isHalf = number == last && count > 0 && line.count % 2 == 1
      guard let read = HexDigits.octets(of: isHalf ? line.dropLast() : line) else { return nil }
      isCut = isHalf || number == last && read.count < width ?? 0
      octets += read
      width = width ?? read.count
      count += 1
    }
    guard count > 1 else { return nil }
    // Only what shows its type is called a memory, whole or cut.
    guard var dump = try RawMemory.dump(of: octets) else { return nil }
    if isCut { throw .cutShort(line: last) }
    dump.format = .hexLines
    self.dump = dump
  }
}
