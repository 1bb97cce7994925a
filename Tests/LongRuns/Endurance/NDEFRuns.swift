import AllocationCount
import NDEF
import NDEFModel

/// A million messages, most of them with something done to them: no trap, no malformed one accepted, no well-formed
/// one refused, memory bounded
/// by the input.
func ndefMutations(isShort: Bool) throws -> String {
  let rounds = isShort ? 20_000 : 1_000_000
  var maker = MessageMaker(seed: 0x4E44_4546)
  var (wellFormed, malformed) = (0, 0)
  var largest = 0.0
  for round in 0..<rounds {
    let good = maker.encoded(maker.records(atMost: 3))
    let octets = round.isMultiple(of: 8) ? good : maker.mutated(good)
    if let found = disagreement(on: octets) {
      throw Broken("round \(round): the two readings disagree on the \(found)")
    }
    if (try? NDEFMessage(decoding: octets)) == nil { malformed += 1 } else { wellFormed += 1 }
    if let lenient = try? NDEFMessage.lenient(decoding: octets) {
      for record in lenient.message.records { _ = record.content }
    }
    if round.isMultiple(of: 100) { largest = max(largest, try memory(for: octets)) }
  }
  // The shapes that need the most memory for their size.
  for record: [UInt8] in [[0x10, 0x00, 0x00], [0x11, 0x01, 0x00, 0x78], [0x19, 0x01, 0x00, 0x01, 0x78, 0x69]] {
    var octets: [UInt8] = []
    for _ in 0..<20_000 { octets += record }
    octets[0] |= 0x80
    octets[octets.count - record.count] |= 0x40
    largest = max(largest, try memory(for: octets))
  }
  return
    "\(rounds) messages, \(wellFormed) well-formed and \(malformed) malformed, taken and refused as the second reading does; "
    + "at most \(Int(largest) + 1) octets of memory for each octet"
}

/// How many octets of memory a message takes for each octet that it has, beyond one page.
private func memory(for octets: [UInt8]) throws -> Double {
  let before = focuskey_octets_in_use()
  let message = try? NDEFMessage(decoding: octets)
  let taken = Double(focuskey_octets_in_use()) - Double(before)
  withExtendedLifetime(message) {}
  let each = max(0, taken - 4096) / Double(max(octets.count, 1))
  try hold(each <= 32, "\(octets.count) octets took \(taken) octets of memory")
  return each
}
