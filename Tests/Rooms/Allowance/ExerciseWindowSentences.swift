import Allowance
import FocusSession
import Guarding
import Testing

/// The predicted hour of exercise moves the restriction: for two hours about it, what waits for exercise is closed
/// until the person moves.
@Suite struct ExerciseWindowSentences {
  private func rig(hour: Int64 = 9, _ change: (inout Settings) -> Void = { _ in }) -> AllowanceRig {
    var allowance = AllowanceRig.allowance()
    allowance.waitsForExercise = true
    var rig = AllowanceRig([allowance], hour: hour)
    var settings = rig.machine.settings
    change(&settings)
    rig.submit(.configure(settings))
    return rig
  }

  private func window(_ rig: AllowanceRig) -> ExerciseWindowNow? { rig.machine.status(at: rig.now).exerciseWindow }

  /// The minute of the day, in UTC.
  private func minute(_ wall: Timestamp?) -> Int64? { wall.map { $0.milliseconds / 60_000 % 1440 } }

  @Test("At the usual hour what waits is closed, whatever is left, and movement opens it.") func movementOpens() {
    var rig = rig()
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(10))
    #expect(rig.state.state == .open)
    #expect(minute(window(rig)?.starts) == 1_050)
    rig.show(AllowanceRig.editor)
    rig.pass(.hours(8) + .minutes(20))
    let used = rig.state.used
    #expect(rig.names("exercise-window") == 1)
    #expect(rig.state.state == .shut && rig.machine.shield?.blocks == [Blocks(sites: ["reddit.com"])])
    #expect(minute(rig.state.waitsUntil) == 1_170)
    // Nothing is counted of what is closed, and nothing that is claimed opens it.
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(10))
    #expect(rig.state.used == used)
    rig.submit(.moved("squat", 10, .claimed))
    #expect(rig.state.state == .shut)
    rig.submit(.moved("squat", 2, .measured))
    #expect(rig.state.state == .shut)
    rig.submit(.moved("squat", 10, .measured))
    #expect(rig.state.waitsUntil == nil && rig.names("exercise-window-over") == 1)
    rig.pass(.hours(10))
    #expect(rig.names("exercise-window") == 1)
  }

  @Test("Without movement it opens when the two hours are over; on a day with movement it does not close.")
  func timeOpens() {
    var rig = rig(hour: 17)
    rig.pass(.hours(1))
    #expect(rig.state.state == .shut)
    rig.crash(.minutes(30))
    #expect(rig.state.state == .shut)
    rig.pass(.hours(2))
    #expect(rig.state.state == .open)
    rig.pass(.hours(14))
    rig.submit(.moved("squat", 10, .measured))
    rig.pass(.hours(8))
    #expect(rig.names("exercise-window") == 1 && rig.state.waitsUntil == nil)
    rig.pass(.days(1))
    #expect(rig.names("exercise-window") == 2)
  }

  @Test("The hours move towards the predicted one by half an hour a day at most, and never into sleep or a schedule.")
  func moves() {
    var rig = rig(hour: 6)
    // Every day at seven in the morning.
    var starts: [Int64] = []
    for _ in 0..<40 {
      rig.pass(.hours(1))
      rig.submit(.moved("squat", 10, .measured))
      rig.pass(.hours(23))
      starts.append(minute(window(rig)?.starts) ?? -1)
    }
    let moves = zip(starts, starts.dropFirst()).map { $1 - $0 }
    #expect(moves.allSatisfy { (-30...1).contains($0) }, "\(starts)")
    #expect(abs((starts.last ?? 0) - (6 * 60 + 30)) <= 1, "\(starts)")
    var held = self.rig { settings in
      settings.coach.hour = TimeOfDay(hour: 22, minute: 0)
      settings.bedtime = Bedtime(from: TimeOfDay(hour: 21, minute: 0)!, to: TimeOfDay(hour: 6, minute: 0)!)
    }
    held.pass(.days(20))
    #expect(minute(window(held)?.starts) == 1_140)
  }

  @Test("While it is closed nobody lets it wait no longer; without one that waits nothing closes.") func locked() {
    var rig = rig(hour: 18)
    rig.pass(.minutes(1))
    #expect(rig.state.state == .shut)
    var looser = rig.machine.settings
    looser.allowances[0].waitsForExercise = false
    rig.submit(.configure(looser))
    #expect(rig.machine.settings.allowances[0].waitsForExercise)
    var plain = AllowanceRig([AllowanceRig.allowance()], hour: 18)
    plain.pass(.hours(1))
    #expect(plain.state.state == .open && window(plain) == nil)
  }
}
