internal import Allowance
internal import CommandShell
internal import FocusSession
internal import Movement
internal import Spelling

/// The movement of one day; days begin at four in the morning.
struct MovementDay: PrintedAnswer {
  /// A set after midnight belongs to the evening before.
  static let begins = Lapse.hours(4)

  let day: CivilDay
  /// The repetitions of each exercise, in the order in which it was first done.
  private(set) var exercises: [(name: String, amount: Int)] = []
  private(set) var points = 0
  private(set) var target: Int?
  private(set) var isMet = false

  private init(_ day: CivilDay) { self.day = day }

  /// The days on which something was done, oldest first.
  static func days(_ facts: [Fact], in zone: CivilZone) -> [MovementDay] {
    var days: [MovementDay] = []
    for fact in facts {
      guard case .move(let move) = fact.body else { continue }
      let day = zone.day(at: fact.stamp.moment.wall - begins)
      if days.last?.day != day { days.append(MovementDay(day)) }
      days[days.count - 1].take(move)
    }
    return days.filter { !$0.exercises.isEmpty }
  }

  private mutating func take(_ fact: MoveFact) {
    switch fact {
    case .moved(let done) where done.booked > 0:
      points += done.points
      if let index = exercises.firstIndex(where: { $0.name == done.kind }) {
        exercises[index].amount += done.booked
      } else {
        exercises.append((done.kind, done.booked))
      }
    case .challengeSet(_, let target, _): self.target = target
    case .challengeMet: isMet = true
    default: break
    }
  }

  private var repetitions: Int { exercises.reduce(0) { $0 + $1.amount } }

  var text: String {
    let done = exercises.map { Exercise(rawValue: $0.name)?.words($0.amount) ?? "\($0.amount) \($0.name)" }
      .joined(separator: ", ")
    let challenge = target.map { isMet ? "  challenge of \($0) met" : "  challenge of \($0)" } ?? ""
    return
      "\(ISO8601.text(day))  \(counted(repetitions, "repetition")): \(done)  \(counted(points, "point"))\(challenge)"
  }

  var json: JSONValue {
    var each = JSONObject()
    for exercise in exercises { each.append(exercise.name, JSONValue(exercise.amount)) }
    return [
      "date": .string(ISO8601.text(day)), "repetitions": JSONValue(repetitions), "exercises": .object(each),
      "points": JSONValue(points),
      "challenge": target.map { ["target": JSONValue($0), "met": .bool(isMet)] } ?? .null,
    ]
  }
}

func printMovement(since text: String?, _ context: CommandContext) throws(Failure) -> ExitCode {
  let zone = try context.zone()
  let first = try text.map { text throws(Failure) in
    try historyDay(text, zone, "--since", begins: MovementDay.begins)
  }
  let facts = try context.facts(["moved", "challenge-set", "challenge-met"])
  for day in MovementDay.days(facts, in: zone) where day.day >= first ?? day.day {
    try context.writeLine(day)
  }
  return .done
}
