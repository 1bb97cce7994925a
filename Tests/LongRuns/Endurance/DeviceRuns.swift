import DeviceRehearsal

/// Random lives of several devices: away and back, clocks days off, kills between reading and recording. All come to
/// the same statistics, an honest mailbox is never accused, and no ask opens what it may not.
func deviceHistories(isShort: Bool) throws -> String {
  let count = isShort ? 300 : 100_000
  var heeded = 0
  for seed in 0..<UInt64(count) {
    var household = RandomHousehold(seed: 20_261_122 << 20 &+ seed, try RehearsalKeys())
    household.live(steps: 30 + Int(seed % 50))
    household.settle()
    if let fault = household.fault() { throw Broken("seed \(seed): \(fault)") }
    heeded += household.devices.reduce(0) { $0 + $1.heeded }
  }
  try hold(heeded > count, "the devices hardly did anything with each other")
  return "\(count) histories, \(heeded) asks heeded: the same statistics everywhere, nothing opened"
}

/// Every trick of a hostile mailbox in random lives: named in the same sync, and nothing opens.
func hostileMailboxes(isShort: Bool) throws -> String {
  let count = isShort ? 20 : 4000
  var lies = 0
  for trick in RehearsalMailbox.Trick.allCases {
    for seed in 0..<UInt64(count) {
      var household = RandomHousehold(seed: 20_261_123 << 20 &+ seed, try RehearsalKeys())
      for round in 0..<6 {
        household.live(steps: 12)
        let victim = (Int(seed) + round) % household.devices.count
        let (isLie, isNamed) = household.deceive(victim, trick)
        if isLie { lies += 1 }
        // What is withheld is named by another device's hello: HouseholdTests has that.
        if trick != .withhold { try hold(isLie == isNamed, "\(trick), seed \(seed): lie \(isLie), named \(isNamed)") }
      }
      for device in household.devices { try hold(device.broken.isEmpty, "\(trick), seed \(seed): \(device.broken)") }
    }
  }
  try hold(lies > count, "the mailbox hardly lied")
  return "\(lies) lies of \(RehearsalMailbox.Trick.allCases.count) kinds: each named in its sync, nothing opened"
}
