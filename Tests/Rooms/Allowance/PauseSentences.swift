import Allowance
import FocusSession
import Guarding
import Testing

/// Who watches or reads does not touch anything, and uses all the same.
@Suite struct PauseSentences {
  @Test("An hour of video, hands off, is an hour; once it is over, nobody is there.") func film() {
    for isPlayer in [true, false] {
      func film(_ isOn: Bool) -> Command { .signal(isPlayer ? .playing(isOn) : .keptAwake(isOn)) }
      var rig = AllowanceRig([AllowanceRig.allowance(120)])
      rig.show(AllowanceRig.social)
      rig.submit(film(true))
      rig.pass(.seconds(10))
      rig.quiet(true)
      rig.pass(.minutes(60) - .seconds(10))
      #expect(rig.state.used == .minutes(60))
      rig.submit(film(false))
      rig.pass(.hours(1))
      #expect(rig.state.used == .minutes(60))
    }
  }

  @Test("A figure never falls: a pause is counted to its end, or for as long as the allowance says.") func neverFalls()
  {
    for (pause, used) in [
      (Lapse.seconds(60), Lapse.seconds(160)), (.seconds(300), .seconds(400)), (.zero, .seconds(100)),
    ] {
      var allowance = AllowanceRig.allowance()
      allowance.pause = pause
      var rig = AllowanceRig([allowance])
      rig.show(AllowanceRig.social)
      rig.pass(.seconds(100))
      var seen = [rig.state.used]
      rig.quiet(true)
      for _ in 0..<60 {
        seen.append(rig.state.used)
        rig.pass(.seconds(10))
      }
      #expect(seen == seen.sorted { $0 < $1 })
      #expect(rig.state.used == used)
    }
    // Scrolling every twenty seconds is use all the time.
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    for _ in 0..<30 {
      rig.quiet(false)
      rig.pass(.seconds(10))
      rig.quiet(true)
      rig.pass(.seconds(10))
    }
    #expect(rig.state.used == .minutes(10))
  }
}
