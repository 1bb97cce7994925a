import CarrierRehearsal

/// A hostile carrier between the folders of three devices: what arrives at last is read, and each fault is named.
func hostileCarriers(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 100 : 10_000
  let began = ContinuousClock.now
  let keys = try CarrierKeys()
  for seed in 1...count {
    var history = try CarrierHistory(20_261_127 << 20 &+ seed, keys)
    defer { history.remove() }
    try history.play()
    try hold(history.broken.isEmpty, "seed \(seed): \(history.broken)")
  }
  return "\(count) histories in \(ContinuousClock.now - began): all that arrived was read, each fault named"
}

/// Devices that put others out before they heard of each other: those who stay come to one key, and nobody else has it.
func revocationsAtOnce(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 20 : 2000
  let began = ContinuousClock.now
  let keys = try CarrierKeys()
  var renewals = 0
  for seed in 1...count {
    var history = try RevocationHistory(20_261_127 << 20 &+ seed, keys)
    defer { history.remove() }
    try history.play()
    try hold(history.broken.isEmpty, "seed \(seed): \(history.broken)")
    renewals += history.renewals
  }
  try hold(renewals > 0, "nobody was put out by two at once")
  return "\(count) histories in \(ContinuousClock.now - began): one key, \(renewals) times made anew"
}
