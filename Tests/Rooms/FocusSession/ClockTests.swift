import FocusSession
import SessionRehearsal
import Testing

/// Each row of the table at ``WallTrust``, and a thousand ways to push the clocks about.
@Suite struct ClockTests {
  private func world(isSynchronized: Bool = true, wallError: Lapse = .zero) -> ClockWorld {
    var world = ClockWorld(settings(), isSynchronized: isSynchronized, wallError: wallError)
    world.give(.ask(.start(StartRequest(profile: "work", minutes: 60)), by: .localUser))
    return world
  }

  private func isFocusing(_ world: ClockWorld) -> Bool {
    if case .focusing = world.machine.state { true } else { false }
  }

  private func corrections(_ world: ClockWorld) -> [String] {
    world.log.compactMap {
      if case .clockCorrected(let by, let why) = $0.body { "\(why) \(by.wholeSeconds)" } else { nil }
    }
  }

  @Test("the same boot, the steady clock went on: time passes by the steady clock")
  func sameBoot() {
    var world = world()
    world.pass(600_000)
    world.restart(after: 60_000)
    #expect(world.focused == .minutes(11))
    #expect(corrections(world).isEmpty)
  }

  @Test("a time namespace that hides its offset: the wall clock decides", arguments: [7200, -7200, 900_000])
  func hiddenNamespace(ahead: Int64) {
    var world = world()
    world.pass(120_000)
    world.restart(after: 5000, in: .hidden(ahead: ahead * 1000, number: 1))
    #expect(isFocusing(world))
    #expect(world.focused == .seconds(125))
    world.pass(10_000)
    world.restart(after: 5000)
    #expect(world.focused == .seconds(140))
    #expect(isFocusing(world))
  }

  @Test("the steady clock went back: what an earlier start recorded ahead is not counted, and a fact says so")
  func recordedAhead() throws {
    // A log that was written by a program whose boot clock ran two hours ahead, as earlier versions believed it.
    var machine = SessionMachine(settings: settings())
    let ahead = Moment(wall: Timestamp(milliseconds: 1_795_000_000_000), steady: 8_200_000, boot: BootID("boot-1"))
    machine.apply(
      Fact(stamp: Stamp(moment: ahead, tick: Tick(milliseconds: 1_795_007_200_000)), body: .serviceStarted(down: nil)))
    let now = Moment(wall: ahead.wall + .seconds(60), steady: 1_060_000, boot: ahead.boot)
    let decision = machine.decide(.serviceStarted(lastAlive: nil), at: now, entropy: Entropy(high: 1, low: 1))
    let names = told(decision.events)
    let leap: Int64 = 8_200_000 - 1_060_000 + 60_000
    #expect(names.first == "clock ranAhead \(-leap / 1000)")
    var healed = decision.after
    let start = healed.decide(
      .ask(.start(StartRequest(profile: "work", minutes: 60)), by: .localUser), at: now,
      entropy: Entropy(high: 1, low: 2))
    healed = start.after
    // Killed and started again: the healed log counts true time.
    let later = Moment(wall: now.wall + .seconds(30), steady: now.steady + 30_000, boot: now.boot)
    let again = healed.decide(.serviceStarted(lastAlive: nil), at: later, entropy: Entropy(high: 1, low: 3))
    #expect(again.after.status(at: later).focused == .seconds(30))
  }

  @Test("another boot with a believed wall clock: the wall clock decides, never backwards")
  func reboot() {
    var world = world()
    world.pass(600_000)
    world.reboot(after: 1_200_000, clockOffBy: 0, isSynchronized: true)
    #expect(world.focused == .minutes(30))
  }

  @Test(
    "a hardware clock that is wrong before it is synchronised ends nothing early", arguments: [7200, -7200, 31_536_000])
  func wrongHardwareClock(seconds: Int64) {
    var world = world()
    world.pass(600_000)
    world.reboot(after: 1_200_000, clockOffBy: seconds * 1000, isSynchronized: false)
    #expect(isFocusing(world))
    #expect(world.focused <= .minutes(30))
    world.pass(30_000)
    world.synchronize()
    #expect(world.focused == .minutes(30) + .seconds(30))
    #expect(corrections(world).count == 1)
    world.pass(29 * 60_000 + 30_000)
    #expect(!isFocusing(world))
  }

  @Test("a clock that is found right without being set is noticed within a minute")
  func silentSynchronization() {
    var world = world()
    world.pass(600_000)
    world.reboot(after: 1_200_000, clockOffBy: 0, isSynchronized: false)
    world.synchronize(tellsService: false)
    world.pass(60_000)
    #expect(world.focused == .minutes(31))
  }

  @Test("a clock that nobody synchronises is believed after a quarter of an hour")
  func neverSynchronized() {
    var world = world()
    world.pass(600_000)
    world.reboot(after: 1_200_000, clockOffBy: 0, isSynchronized: false)
    world.pass(14 * 60_000)
    #expect(world.focused < .minutes(26))
    world.pass(2 * 60_000)
    #expect(world.focused == .minutes(46))
  }

  @Test("a session that began by a clock behind is not ended by the right time after a reboot")
  func beganUnsynchronized() {
    var world = world(isSynchronized: false, wallError: .hours(-2))
    world.pass(120_000)
    world.reboot(after: 60_000, clockOffBy: 0, isSynchronized: true)
    #expect(isFocusing(world))
    #expect(world.focused <= .minutes(3))
  }

  @Test("a restored snapshot of the machine counts what it knows, and nothing twice")
  func snapshot() {
    var world = world()
    world.pass(600_000)
    let kept = world
    world.pass(600_000)
    // The machine is put back: it is the other world's time, and the wall clock is set right.
    var restored = kept
    restored.setClock(by: 600_000)
    restored.synchronize()
    #expect(restored.focused == .minutes(10))
    #expect(isFocusing(restored))
  }

  /// Never an early end, never more focus than passed; and where the clock was synchronised in the end, no more than
  /// two seconds lost, but for time in which the computer was off and had no anchor for it.
  @Test("a thousand random manipulations", arguments: 0..<1000 as Range<UInt64>)
  func random(seed: UInt64) {
    var chance = Chance(state: seed)
    var world = world()
    let began = world.truth
    var canLose = false
    var number = 1
    while isFocusing(world), world.truth - began < 7_200_000 {
      let lapse = Int64(chance.below(400_000))
      switch chance.below(8) {
      // A clock that is off by less than two seconds was not set by anybody, and is not noticed.
      case 0: world.setClock(by: (chance.below(2) == 0 ? 1 : -1) * (2000 + Int64(chance.below(10_000_000))))
      case 1: world.synchronize()
      case 2: world.suspend(lapse)
      case 3: world.restart(after: lapse)
      case 4:
        number += 1
        // By a wall clock that somebody set, the time without a service is not known.
        if !world.now.isSynchronized { canLose = true }
        world.restart(after: lapse, in: .hidden(ahead: Int64(chance.below(20_000_000)) - 10_000_000, number: number))
      case 5, 6:
        canLose = canLose || !world.now.isSynchronized
        let isSynchronized = chance.below(2) == 0
        world.reboot(
          after: lapse, clockOffBy: Int64(chance.below(20_000_000)) - 10_000_000, isSynchronized: isSynchronized)
        if !isSynchronized {
          world.pass(20_000)
          world.synchronize()
        }
      default: world.pass(lapse)
      }
      let passed = Lapse(milliseconds: world.truth - began)
      guard isFocusing(world) else {
        #expect(passed >= .hours(1), "ended early, seed \(seed)")
        break
      }
      #expect(world.focused <= passed, "more focus than passed, seed \(seed)")
      if !canLose { #expect(world.focused + .seconds(2) >= passed, "time lost, seed \(seed)") }
    }
  }
}
