// rooms: TagFormats Octets Spelling JSONText CardDumps

import CardDumps
import TagFormats

/// Any octets as the memory of each type of card, and as a file that somebody took for a dump: read or refused, and
/// what is read obeys its own rules.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTagMemory(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  for type in [TagType.type1, .type2, .type3, .type5, .classic] {
    // Behind a good head the octets get further in.
    for head in heads(of: type) {
      guard let image = TagImage(type, head + octets) else { preconditionFailure("\(type) has no image") }
      judge(image, size: head.count + octets.count)
    }
  }
  judge(.type4(Type4Image(container: octets, files: [0xE104: octets])), size: octets.count)
  let container: [UInt8] = [0, 15, 0x20, 0, 59, 0, 52, 4, 6, 0xE1, 4, 0, 50, 0, 0]
  judge(.type4(Type4Image(container: container, files: [0xE104: octets])), size: octets.count)
  if let dump = try? CardDump(recognizing: octets) { _ = try? dump.contents() }
  for beginning in [
    "Filetype: Flipper NFC device\n", "Filetype: Flipper NFC device\nDevice type: FeliCa\n",
    "Filetype: Flipper NFC device\nDevice type: Mifare DESFire\n",
    "{\"Created\":\"proxmark3\",\"FileType\":\"mfu\",\"blocks\":{", "{\"memory_hex\":null,\"type\":\"type4\",",
    "+Sector: 0\n", "<scan><section><subsection title=\"Memory content\"><block type=\"Ultralight\">",
  ] {
    guard let dump = try? CardDump(recognizing: Array(beginning.utf8) + octets) else { continue }
    _ = try? dump.contents()
    precondition(dump.notes.count <= 2)
  }
  _ = CommandAPDU(octets: octets)
  _ = ResponseAPDU(octets: octets)
  _ = Type2Command(frame: octets)
  _ = CardSighting(atr: octets)
  return 0
}

/// The beginnings of good memories of a type, up to where its contents begin.
private func heads(of type: TagType) -> [[UInt8]] {
  switch type {
  case .type1: [[], [1, 2, 3, 4, 5, 6, 7, 0, 0xE1, 0x10, 0x0E, 0], [1, 2, 3, 4, 5, 6, 7, 0, 0xE1, 0x10, 0x3F, 0]]
  case .type2:
    [
      [], [4, 1, 2, 0x8F, 4, 5, 6, 7, 0, 0, 0, 0, 0xE1, 0x10, 0x12, 0],
      [4, 1, 2, 0x8F, 4, 5, 6, 7, 0, 0, 0, 0, 0xE1, 0x10, 0x6D, 0],
    ]
  case .type3: [[], Type3Attributes(blocksPerRead: 4, blocksPerWrite: 1, blockCount: 13).octets]
  case .type5: [[], [0xE1, 0x40, 0x40, 1], [0xE2, 0x40, 0, 1, 0, 0, 4, 0]]
  case .type4: []
  case .classic:
    [
      [],
      [UInt8](repeating: 0, count: 16) + ApplicationDirectory.first(sectorCount: 16)
        + ClassicTrailer.directory(version: 1, keyB: ClassicTrailer.factoryKey).octets,
    ]
  }
}

private func judge(_ image: TagImage, size: Int) {
  guard let contents = try? image.contents() else { return }
  precondition(contents.capacity >= 0)
  if case .octets(let message) = contents.message {
    precondition(!message.isEmpty && message.count <= size)
    precondition(message.count <= contents.capacity + 2, "a message larger than its room")
  }
  // What can be planned is planned or refused; a plan for the message that is there already has nothing to do.
  guard let plan = try? WritePlan.writing([1, 2, 3], to: contents) else { return }
  precondition(plan.steps.count < 4096)
  if case .octets(let message) = contents.message, case .type2 = image,
    let again = try? WritePlan.writing(message, to: contents), contents.warnings.isEmpty
  {
    // Only a terminator may be missing.
    precondition(again.steps.filter { $0.purpose == .commit || $0.purpose == .fill }.count <= 2)
  }
}
