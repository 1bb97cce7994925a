import Allowance
import FocusSession
import Guarding
import Testing

/// The ways to get more minutes without earning them, each by its name: none works.
@Suite struct AllowanceCheats {
  private func shut(_ rules: (inout AllowanceRules) -> Void = { _ in }) -> AllowanceRig {
    var rig = AllowanceRig([AllowanceRig.allowance(30, rules)])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    return rig
  }

  @Test("A setting that is changed before the limit gives nothing back: not by leaving the allowance out for a while.")
  func leftOut() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(29))
    var settings = rig.machine.settings
    settings.allowances = []
    rig.submit(.configure(settings))
    rig.show(AllowanceRig.editor)
    rig.pass(.hours(1))
    settings.allowances = [AllowanceRig.allowance()]
    rig.submit(.configure(settings))
    // Neither is the hour in between held against anybody.
    #expect(rig.state.used == .minutes(29) && rig.state.left == .minutes(1))
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(1))
    #expect(rig.state.state == .shut)
  }

  @Test("A lower limit is reached when it is set, and not in the past.") func lowered() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(20))
    var settings = rig.machine.settings
    settings.allowances = [AllowanceRig.allowance(10)]
    rig.submit(.configure(settings))
    rig.pass(.zero)
    #expect(rig.state.state == .shut && rig.state.used == .minutes(20))
    settings.allowances = [AllowanceRig.allowance(30)]
    rig.submit(.configure(settings))
    #expect(rig.state.state == .shut && rig.names("refused") == 1)
  }

  @Test("Minutes that are added come with the next day, so that nobody adds some when little is left.") func raised() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(26))
    #expect(rig.state.state == .warned)
    var settings = rig.machine.settings
    settings.allowances = [AllowanceRig.allowance(60)]
    rig.submit(.configure(settings))
    #expect(rig.state.state == .warned && rig.state.left == .minutes(4))
    rig.pass(.minutes(4))
    #expect(rig.state.state == .shut)
    rig.pass(.hours(18) + .minutes(30))
    #expect(rig.state.state == .open && rig.state.left == .minutes(60))
  }

  @Test("Another time zone begins no new day.") func zone() {
    var rig = shut()
    var settings = rig.machine.settings
    for hours in [14, -11] {
      settings.zone = .fixed(secondsAheadOfUTC: hours * 3600)
      rig.submit(.configure(settings))
      rig.pass(.hours(1))
      #expect(rig.state.state == .shut)
    }
  }

  @Test("A clock that is set to just before the next day brings no short day: each is eighteen hours long or more.")
  func shortDays() {
    var rig = shut()
    rig.show(AllowanceRig.editor)
    rig.pass(.hours(18) + .minutes(30))
    #expect(rig.state.state == .open)
    // It is four in the morning; at three by the clock the next day seems to be near.
    rig.now.wall = rig.now.wall + .hours(23)
    rig.submit(.clockChanged)
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    #expect(rig.state.state == .shut)
    rig.pass(.hours(17))
    #expect(rig.state.state == .shut)
  }

  @Test("Killing the service, or restarting the computer, as often as one likes.") func restarts() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    for minute in 0..<30 {
      #expect(rig.state.used == .minutes(Int64(minute)))
      rig.pass(.minutes(1))
      rig.crash(.seconds(1), reboots: minute % 2 == 0)
    }
    rig.pass(.zero)
    #expect(rig.state.state == .shut && rig.state.used == .minutes(30))
    rig.crash(.zero)
    rig.crash(.hours(1), reboots: true)
    #expect(rig.state.state == .shut)
  }

  @Test("A second browser uses up the same minutes, and is blocked with the first.") func browsers() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(15))
    rig.show(Front(app: ["chromium.desktop"], site: "www.reddit.com"))
    rig.pass(.minutes(15))
    #expect(rig.state.state == .shut && rig.machine.shield?.blocks == [Blocks(sites: ["reddit.com"])])
  }

  @Test("A claim that nobody measured, and a set taken apart into single movements.") func claims() {
    var rig = shut()
    for _ in 0..<20 {
      rig.submit(.moved("squat", 2, .proof))
      rig.submit(.moved("squat", 50, .claimed))
    }
    #expect(rig.state.state == .shut && rig.state.earned == 0)
  }
}
