import DeviceRehearsal
import FocusHistory
import Following
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
      household.live(steps: 25)
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
    for seed: UInt64 in 0..<6 {
      var household = RandomHousehold(seed: 77 << 32 | seed, keys)
      for _ in 0..<6 {
        household.live(steps: 12)
        let (isLie, isNamed) = household.deceive(Int(seed) % household.devices.count, trick)
        if isLie { lies += 1 }
        // What is withheld is named once another device's word of it is read.
        if trick != .withhold { #expect(isLie == isNamed, "seed \(seed)") }
      }
      for device in household.devices { #expect(device.broken.isEmpty, "seed \(seed): \(device.broken)") }
    }
    #expect(lies > 0)
  }

  @Test("what is hidden from one device is named by another device's word of it")
  func withheld() throws {
    var hidden = 0
    for seed: UInt64 in 0..<12 {
      var household = RandomHousehold(seed: 99 << 32 | seed, try RehearsalKeys())
      household.live(steps: 20)
      household.settle()
      guard let isNamed = household.withhold() else { continue }
      hidden += 1
      #expect(isNamed, "seed \(seed)")
      household.settle()
      #expect(household.devices.allSatisfy { $0.broken.isEmpty })
      #expect(household.union(on: 0).statistics() == household.union(on: 1).statistics(), "later it comes all the same")
    }
    #expect(hidden > 3)
  }
}
