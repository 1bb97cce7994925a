/// Lower-case hexadecimal digits.
func hex(_ octets: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Letters, digits, `-` and `_`, six bits each (RFC 4648, section 5).
func text(of octets: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  var bits = octets.flatMap { octet in (0..<8).map { octet >> (7 - UInt8($0)) & 1 } }
  while bits.count % 6 != 0 { bits.append(0) }
  return String(
    decoding: stride(from: 0, to: bits.count, by: 6).map { start in
      letters[bits[start..<start + 6].reduce(0) { $0 * 2 + Int($1) }]
    }, as: UTF8.self)
}

/// The text with one letter changed, added or taken out; never the same text.
func spoilt(_ text: String, _ chance: inout some RandomNumberGenerator) -> String {
  var octets = Array(text.utf8)
  let place = Int.random(in: 0..<octets.count, using: &chance)
  switch Int.random(in: 0..<4, using: &chance) {
  case 0: octets.remove(at: place)
  case 1: octets.insert(UInt8(ascii: "1"), at: Bool.random(using: &chance) ? 0 : octets.count)
  default:
    // Another digit of any base, and never the same letter in the other case, which is the same octet in a proof.
    let others = Array("0123456789".utf8).filter { $0 != octets[place] }
    octets[place] = others.randomElement(using: &chance) ?? 0
  }
  return String(decoding: octets, as: UTF8.self)
}
