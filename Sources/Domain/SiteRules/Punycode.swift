/// A label's scalars in the Punycode form of RFC 3492 6.3, without the `xn--` in front; `nil` where a number would
/// overflow.
func punycode(_ scalars: [UInt32]) -> [UInt8]? {
  // RFC 3492 5: the parameters that names use.
  let base: UInt32 = 36
  let shortest: UInt32 = 1
  let longest: UInt32 = 26
  var bias: UInt32 = 72
  var threshold: UInt32 = 128
  var delta: UInt32 = 0

  var octets = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
  let basics = UInt32(octets.count)
  var handled = basics
  if basics > 0 { octets.append(UInt8(ascii: "-")) }

  while handled < UInt32(scalars.count) {
    guard let next = scalars.lazy.filter({ $0 >= threshold }).min() else { return nil }
    let (steps, tooMany) = (next - threshold).multipliedReportingOverflow(by: handled + 1)
    let (sum, tooFar) = delta.addingReportingOverflow(steps)
    if tooMany || tooFar { return nil }
    delta = sum
    threshold = next
    for scalar in scalars {
      if scalar < threshold {
        if delta == .max { return nil }
        delta += 1
      }
      guard scalar == threshold else { continue }
      var rest = delta
      var position = base
      while true {
        let limit = position <= bias ? shortest : min(position - bias, longest)
        if rest < limit { break }
        octets.append(digit(limit + (rest - limit) % (base - limit)))
        rest = (rest - limit) / (base - limit)
        position += base
      }
      octets.append(digit(rest))
      // RFC 3492 6.1: the bias adapts to how large the last step was.
      var adapted = handled == basics ? delta / 700 : delta / 2
      adapted += adapted / (handled + 1)
      var turns: UInt32 = 0
      while adapted > ((base - shortest) * longest) / 2 {
        adapted /= base - shortest
        turns += base
      }
      bias = turns + (base - shortest + 1) * adapted / (adapted + 38)
      delta = 0
      handled += 1
    }
    delta += 1
    threshold += 1
  }
  return octets
}

private func digit(_ value: UInt32) -> UInt8 {
  let value = UInt8(truncatingIfNeeded: value)
  return value < 26 ? UInt8(ascii: "a") + value : UInt8(ascii: "0") + value - 26
}
