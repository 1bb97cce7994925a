internal import FocusHistory
internal import FocusSession
internal import SQLiteFiles

/// Totals by civil day, and focus by hour of the day: what statistics are made from without reading sessions.
struct DayTable: ~Copyable {
  private let count: Statement
  private let countHour: Statement
  private let select: Statement
  private let selectHours: Statement
  private let deleteEmpty: Statement
  private let summedDays: SummedRows
  private let summedHours: SummedRows

  init(_ database: borrowing Connection) throws(SQLiteError) {
    let count = try database.prepare(
      """
      INSERT INTO days (
        day, focused, sessions, completed, breaks, break_time, kept, ended, attempts, emergencies, visits, visit_time)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (day) DO UPDATE SET
        focused = focused + excluded.focused, sessions = sessions + excluded.sessions,
        completed = completed + excluded.completed, breaks = breaks + excluded.breaks,
        break_time = break_time + excluded.break_time, kept = kept + excluded.kept, ended = ended + excluded.ended,
        attempts = attempts + excluded.attempts, emergencies = emergencies + excluded.emergencies,
        visits = visits + excluded.visits, visit_time = visit_time + excluded.visit_time
      """)
    let countHour = try database.prepare(
      """
      INSERT INTO hours (hour, focused) VALUES (?, ?)
      ON CONFLICT (hour) DO UPDATE SET focused = focused + excluded.focused
      """)
    let select = try database.prepare(
      """
      SELECT
        day, focused, sessions, completed, breaks, break_time, kept, ended, attempts, emergencies, visits, visit_time
      FROM days
      ORDER BY day
      """)
    let selectHours = try database.prepare("SELECT hour, focused FROM hours")
    let deleteEmpty = try database.prepare(
      """
      DELETE FROM days WHERE day = ? AND
        (focused, sessions, completed, breaks, break_time, kept, ended, attempts, emergencies, visits, visit_time)
        = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      """)
    let summedDays = try SummedRows(database, "days", key: "day")
    let summedHours = try SummedRows(database, "hours", key: "hour")
    self.summedDays = summedDays
    self.summedHours = summedHours
    self.deleteEmpty = deleteEmpty
    self.count = count
    self.countHour = countHour
    self.select = select
    self.selectHours = selectHours
  }

  func add(_ totals: DayTotals, on day: CivilDay, _ sum: inout RowSum) throws(SQLiteError) {
    try change(day, &sum) { () throws(SQLiteError) in try add(totals, on: day) }
  }

  private func change(
    _ day: CivilDay, _ sum: inout RowSum, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try summedDays.change(&sum, bind: { row throws(SQLiteError) in try row.bind(day.number, at: 1) }, body)
  }

  private func add(_ totals: DayTotals, on day: CivilDay) throws(SQLiteError) {
    let numbers = [
      day.number, totals.focused.milliseconds, Int64(totals.sessions), Int64(totals.completed), Int64(totals.breaks),
      totals.breakTime.milliseconds, Int64(totals.questionsKept), Int64(totals.questionsEnded),
      Int64(totals.attempts), Int64(totals.emergencies), Int64(totals.visits), totals.visitTime.milliseconds,
    ]
    for (index, number) in numbers.enumerated() { try count.bind(number, at: Int32(index + 1)) }
    try count.run()
  }

  /// Subtracts what was counted of a session; a day on which nothing is left is removed.
  func subtract(_ tally: Tally, _ sum: inout RowSum) throws(SQLiteError) {
    for (day, totals) in tally.days {
      try change(day, &sum) { () throws(SQLiteError) in
        try add(DayTotals() - totals, on: day)
        try deleteEmpty.bind(day.number, at: 1)
        try deleteEmpty.run()
      }
    }
    for (hour, lapse) in tally.hours { try add(.zero - lapse, in: hour, &sum) }
  }

  func add(_ focused: Lapse, in hour: Int, _ sum: inout RowSum) throws(SQLiteError) {
    try summedHours.change(&sum, bind: { row throws(SQLiteError) in try row.bind(Int64(hour), at: 1) }) {
      () throws(SQLiteError) in
      try countHour.bind(Int64(hour), at: 1)
      try countHour.bind(focused.milliseconds, at: 2)
      try countHour.run()
    }
  }

  /// The totals of each day that has any, in order.
  func days() throws(SQLiteError) -> [(day: CivilDay, totals: DayTotals)] {
    defer { select.reset() }
    var days: [(day: CivilDay, totals: DayTotals)] = []
    while try select.step() {
      var totals = DayTotals()
      totals.focused = Lapse(milliseconds: select.integer(1))
      totals.sessions = Int(select.integer(2))
      totals.completed = Int(select.integer(3))
      totals.breaks = Int(select.integer(4))
      totals.breakTime = Lapse(milliseconds: select.integer(5))
      totals.questionsKept = Int(select.integer(6))
      totals.questionsEnded = Int(select.integer(7))
      totals.attempts = Int(select.integer(8))
      totals.emergencies = Int(select.integer(9))
      totals.visits = Int(select.integer(10))
      totals.visitTime = Lapse(milliseconds: select.integer(11))
      days.append((CivilDay(number: select.integer(0)), totals))
    }
    return days
  }

  /// The focus of each hour of the day, from 0 to 23.
  func hours() throws(SQLiteError) -> [Lapse] {
    defer { selectHours.reset() }
    var hours = [Lapse](repeating: .zero, count: 24)
    while try selectHours.step() {
      let hour = Int(selectHours.integer(0))
      if hours.indices.contains(hour) { hours[hour] = Lapse(milliseconds: selectHours.integer(1)) }
    }
    return hours
  }
}
