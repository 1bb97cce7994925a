package import CalendarText
package import FocusSession

/// Time zones that a calendar file defines itself (VTIMEZONE).
package enum WrittenZone {
  /// Zones in files reach far into the past; tasks need only these years.
  private static let years = 1990...2037

  /// Returns the zone that a component defines; `nil` if it defines none.
  package static func clocks(_ component: CalendarComponent) -> CivilZone? {
    var moves: [(at: Int64, offset: Int)] = []
    var first: (at: Int64, offset: Int)?
    for part in component.parts where part.kind == "STANDARD" || part.kind == "DAYLIGHT" {
      guard let to = part.first("TZOFFSETTO").flatMap({ offset($0.value) }),
        let from = part.first("TZOFFSETFROM").flatMap({ offset($0.value) }),
        case .civil(let day, let second)? = part.first("DTSTART").flatMap({ BasicTime.read($0.value) })
      else { continue }
      for day in days(from: day, part) {
        let at = day.number * 86_400 + Int64(second - from)
        moves.append((at, to))
        if first.map({ at < $0.at }) ?? true { first = (at, from) }
      }
    }
    guard let first else { return nil }
    return CivilZone(first: first.offset, moves: moves.sorted { $0.at < $1.at })
  }

  private static func days(from first: CivilDay, _ part: CalendarComponent) -> [CivilDay] {
    var days = [first]
    for line in part.all("RDATE") {
      for text in line.value.split(separator: ",") {
        switch BasicTime.read(String(text)) {
        case .civil(let day, _), .day(let day): days.append(day)
        case .moment, nil: break
        }
      }
    }
    guard var rule = part.first("RRULE").flatMap({ Recurrence(rule: $0.value) }) else { return days }
    var day = first
    // The same change in a year of the same rule: what is long ago is passed over.
    if rule.count == nil, first.date.year < years.lowerBound {
      let date = first.date
      day = CivilDay(year: years.lowerBound - 1, month: date.month, day: 1)
    }
    while days.count < 200, let next = rule.next(after: .day(day), in: .utc) {
      rule = next.rule
      day = next.time.day(in: .utc)
      guard day.date.year <= years.upperBound else { break }
      days.append(day)
    }
    return days
  }

  /// `-0800` or `+053000`, in seconds.
  private static func offset(_ text: String) -> Int? {
    let digits = text.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-", digits.utf8.count == 4 || digits.utf8.count == 6,
      let number = Int(digits), number >= 0
    else { return nil }
    let parts = digits.utf8.count == 4 ? number * 100 : number
    let seconds = parts / 10_000 * 3600 + parts / 100 % 100 * 60 + parts % 100
    guard seconds <= 86_400 else { return nil }
    return sign == "-" ? -seconds : seconds
  }
}
