internal import Allowance
internal import Coach
internal import Gates
internal import Guarding

/// How the predicted hour of exercise moves a restriction: for two hours about it, what waits for exercise is closed
/// until the person moves.
extension Deliberation {
  /// The hours begin; if the person moved before on that day, they are over at once.
  mutating func openWindow(_ next: NextWindow) {
    record(
      .move(.windowOpened(next.day, start: next.window.start, ends: next.ends)), quietly: machine.hasMoved(on: next.day)
    )
    if machine.hasMoved(on: next.day) { record(.move(.windowClosed(moved: true)), quietly: true) }
    followUse()
  }

  /// The hours are over, and no movement followed.
  mutating func closeWindow() {
    record(.move(.windowClosed(moved: false)))
    followUse()
  }

  /// Remembers movement that counts for the next prediction, and opens what waited for it.
  mutating func noteExercise(_ trust: MovementTrust) {
    let ledger = machine.ledger.movement
    if ledger.exercises.last.map({ now.tick - $0.at >= MovementLedger.oneExercise }) ?? true {
      let wall = now.moment.wall
      let minute = machine.settings.zone.secondOfDay(at: wall) / 60
      record(.move(.exercised(machine.settings.zone.day(at: wall), minute: minute)), quietly: true)
    }
    let weakest = machine.settings.allowances.filter { $0.waitsForExercise }.map { $0.rules.lift?.trust ?? .claimed }
      .max()
    guard ledger.window?.isOpen == true, trust >= weakest ?? .claimed else { return }
    record(.move(.windowClosed(moved: true)))
    followUse()
  }
}

struct NextWindow: Equatable {
  var day: CivilDay
  var window: ExerciseWindow
  var starts: Tick
  var ends: Tick
}

extension SessionMachine {
  /// Whether an allowance is closed until the person moves.
  func isHeld(_ allowance: DailyAllowance) -> Bool {
    allowance.waitsForExercise && ledger.movement.window?.isOpen == true
      && ledger.movement.day(of: allowance.id)?.isFree != true
  }

  func hasMoved(on day: CivilDay) -> Bool { ledger.movement.exercises.last?.day == day }

  func windowDues(from stamp: Stamp) -> [(due: AllowanceDue, at: Tick)] {
    if let window = ledger.movement.window, window.isOpen { return [(.windowCloses, window.ends)] }
    guard settings.allowances.contains(where: { $0.waitsForExercise }), let next = nextWindow(from: stamp) else {
      return []
    }
    return [(.windowOpens(next), next.starts)]
  }

  /// The next hours that have not been; those of a day that passed unseen are not made up for.
  func nextWindow(from stamp: Stamp) -> NextWindow? {
    let zone = settings.zone
    let today = zone.day(at: stamp.moment.wall)
    for ahead in 0...1 {
      let day = today + ahead
      if let last = ledger.movement.window?.day, day <= last { continue }
      let window = exerciseWindow(on: day)
      let starts = stamp.tick(at: zone.moment(day: day, minuteOfDay: window.start))
      let ends = starts + .minutes(Int64(ExerciseWindow.length))
      if ends > stamp.tick { return NextWindow(day: day, window: window, starts: starts, ends: ends) }
    }
    return nil
  }

  /// Where the hours of a day are: those of the last day, moved towards the predicted ones by half an hour at most, and
  /// never into sleep or a schedule.
  func exerciseWindow(on day: CivilDay) -> ExerciseWindow {
    let past = ledger.movement.exercises.map {
      PastExercise(day: CoachDay(Int($0.day.number)), hour: Double($0.minute) / 60)
    }
    let predicted = ExerciseHour.predicted(
      for: CoachDay(Int(day.number)), from: past, pinned: settings.coach.hour.map { Double($0.minuteOfDay) / 60 })
    let last =
      ledger.movement.window.map { ExerciseWindow(start: $0.start) } ?? ExerciseWindow(around: ExerciseHour.usual)
    return last.moved(towards: ExerciseWindow(around: predicted.hour), around: taken(on: day))
  }

  private func taken(on day: CivilDay) -> [Range<Int>] {
    func range(_ from: TimeOfDay, _ to: TimeOfDay) -> Range<Int> {
      let end = to.minuteOfDay > from.minuteOfDay ? to.minuteOfDay : to.minuteOfDay + 1440
      return from.minuteOfDay..<end
    }
    let sleep = settings.bedtime.map { [range($0.from, $0.to)] } ?? []
    let schedules = settings.profiles.flatMap { $0.schedules }.filter { $0.isOn && $0.days.contains(day.weekday) }
    return sleep + schedules.map { range($0.start, $0.end) }
  }

  /// What opens an allowance that waits for movement: any set that counts.
  func offersOfHeld(_ allowance: DailyAllowance, at now: Stamp) -> [LiftOffer] {
    let day = ledger.movement.day(of: allowance.id) ?? beginning(of: allowance, at: now)
    let minutes = Int((day.left(allowance.rules, at: now.tick) ?? day.ends - now.tick).wholeSeconds / 60)
    guard minutes > 0, means.countsMovement != false, (allowance.rules.lift?.trust ?? .claimed) <= .measured else {
      return []
    }
    return [LiftOffer(deed: means.hasCamera == false ? .laps : .jumpingJacks, amount: 10, minutes: minutes)]
  }
}

/// The hours in which something waits for exercise: those that last, or the next.
public struct ExerciseWindowNow: Equatable, Sendable {
  /// When they begin.
  public var starts: Timestamp
  /// When they end.
  public var ends: Timestamp
  /// Whether movement is waited for now.
  public var isOpen: Bool
}

extension SessionMachine {
  func exerciseWindowNow(at now: Stamp) -> ExerciseWindowNow? {
    guard settings.allowances.contains(where: { $0.waitsForExercise }) else { return nil }
    if let window = ledger.movement.window, window.isOpen {
      let starts = window.ends - .minutes(Int64(ExerciseWindow.length))
      return ExerciseWindowNow(starts: now.wall(at: starts), ends: now.wall(at: window.ends), isOpen: true)
    }
    return nextWindow(from: now).map {
      ExerciseWindowNow(starts: now.wall(at: $0.starts), ends: now.wall(at: $0.ends), isOpen: false)
    }
  }
}
