// rooms: TagFormats CardModels

import CardModels
import TagFormats

/// A card that answers whatever the input says: dialogues end after a bounded number of commands, and a plan carried on
/// it does too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCardDialogues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = UnsafeBufferPointer(start: start, count: count)[...]
  guard let first = input.popFirst(), let second = input.popFirst() else { return 0 }
  let type = TagType.allCases[Int(first) % TagType.allCases.count]
  let sighting = CardSighting(
    type: type, chip: second & 0x80 == 0 ? nil : Chip.allCases[Int(second & 0x7F) % Chip.allCases.count],
    uid: [4, 1, 2, 3, 4, 5, 6])
  var dialogue = ReadDialogue(
    sighting, scope: ReadingScope(rawValue: second), limits: CarrierLimits(carriesNativeCommands: first & 0x80 == 0),
    password: first & 0x40 == 0 ? nil : [1, 2, 3, 4])
  var step = dialogue.next(after: nil)
  var commands = 0
  while case .send(let command) = step {
    commands += 1
    precondition(commands <= 4097, "endless")
    step = dialogue.next(after: answer(to: command, &input))
  }
  guard case .done(let contents) = step else { return 0 }
  for plan in [
    try? WritePlan.writing([1, 2, 3, 4, 5], to: contents), try? WritePlan.formatting(contents, ciphers: noCiphers),
    try? WritePlan.locking(contents, ciphers: noCiphers),
    try? WritePlan.mirroring(uid: true, counter: true, at: 0, on: contents, ciphers: noCiphers),
  ] {
    guard let plan else { continue }
    var carrying = PlanDialogue(plan)
    var step = carrying.next(after: nil)
    var commands = 0
    while case .send(let command) = step {
      commands += 1
      // Two rounds, and for each step of each a second key and the selection before it.
      precondition(commands <= plan.steps.count * 6 + 2, "a plan went round more than twice")
      step = carrying.next(after: answer(to: command, &input))
    }
  }
  return 0
}

/// Ciphers that hide nothing: what a key is proven with makes no difference to how a dialogue ends.
private let noCiphers = CardCiphers(
  des: { block, _, _ in block }, aes: { octets, _, _, _ in octets },
  code: { _, _ in [UInt8](repeating: 0, count: 16) }, resilientCode: { _, _ in [UInt8](repeating: 0, count: 16) },
  resilientBlocks: { octets, _, _, _, _ in octets }, chance: { [UInt8](repeating: 0, count: $0) })

/// The first octet chooses the kind of answer; where data is due it mostly has the right length, so that the dialogue
/// gets on.
private func answer(to command: CardCommand, _ input: inout Slice<UnsafeBufferPointer<UInt8>>) -> CardAnswer {
  guard let choice = input.popFirst() else { return .gone }
  switch choice {
  case 0...3: return .refused
  case 4...6: return .silent
  case 7: return .notCarried
  case 8...9: return .acknowledged
  case 10...14: return .data(take(Int(choice), &input))
  default: break
  }
  switch command {
  case .reselect: return .acknowledged
  case .type1(.readAll): return .data([0x11, 0] + take(120, &input))
  case .type1(.readBlock(let block)): return .data([block] + take(8, &input))
  case .type1: return .data(take(2, &input))
  case .type2(.fastRead(let first, let last)): return .data(take((Int(last) - Int(first) + 1) * 4, &input))
  case .type2(.getVersion): return .data(take(8, &input))
  case .type2(.write), .type2(.openSectorSelect): return .acknowledged
  case .type2(.sectorSelect): return .silent
  case .type2: return .data(take(16, &input))
  case .type3(.check(let blocks)): return .data(take(blocks.count * 16, &input))
  case .type3: return .data(take(16, &input))
  case .type5(.readBlocks(_, let count)): return .data(take(count * 4, &input))
  case .type5: return .data(take(4, &input))
  case .classic(.read): return .data(take(16, &input))
  case .classic: return .acknowledged
  case .apdu(let command): return .data(take(min(command.expected ?? 0, 32), &input) + [0x90, 0x00])
  }
}

/// The next octets, zeroes behind the end.
private func take(_ count: Int, _ input: inout Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
  let taken = Array(input.prefix(count))
  input = input.dropFirst(count)
  return taken + [UInt8](repeating: 0, count: count - taken.count)
}
