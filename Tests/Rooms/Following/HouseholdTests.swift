import DeviceRehearsal
import SyncProtocol
import Testing

@Suite("Several devices, random histories")
struct HouseholdTests {
  @Test(
    "all devices come to the same statistics, and none ever opens here what it may not",
    arguments: [1, 2, 3] as [UInt64]
  )
  func histories(run: UInt64) throws {
    let keys = try RehearsalKeys()
    var heeded = 0
    for seed in 0..<40 {
      var household = RandomHousehold(seed: run << 32 | UInt64(seed), keys)
      household.live(steps: 40)
      household.settle()
      if let fault = household.fault() { Issue.record("run \(run), seed \(seed): \(fault)") }
      heeded += household.devices.reduce(0) { $0 + $1.heeded }
    }
    #expect(heeded > 100, "the devices have to do something with each other")
  }

  @Test(
    "what a hostile mailbox does is named in the same sync, and loosens nothing",
    arguments: RehearsalMailbox.Trick.allCases)
  func hostile(trick: RehearsalMailbox.Trick) throws {
    let keys = try RehearsalKeys()
    var lies = 0
    for seed: UInt64 in 0..<10 {
      var household = RandomHousehold(seed: 77 << 32 | seed, keys)
      for _ in 0..<6 {
        household.live(steps: 15)
        let (isLie, isNamed) = household.deceive(Int(seed) % household.devices.count, trick)
        if isLie { lies += 1 }
        // What is withheld is named once another device's word of it is read.
        if trick != .withhold { #expect(isLie == isNamed, "seed \(seed)") }
      }
      for device in household.devices { #expect(device.broken.isEmpty, "seed \(seed): \(device.broken)") }
    }
    #expect(lies > 1)
  }
}
