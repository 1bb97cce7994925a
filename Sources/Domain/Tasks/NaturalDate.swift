package import FocusSession

/// Dates as people say them: `tomorrow 15:00`, `fri`, `in 3 days`, `24 dec`, `2026-11-26T09:00`.
package struct NaturalDate {
  private let today: CivilDay
  private let now: Timestamp
  private let zone: CivilZone

  package init(now: Timestamp, in zone: CivilZone) {
    self.now = now
    self.zone = zone
    today = zone.day(at: now)
  }

  package func time(_ text: String) -> TaskTime? {
    if let exact = exact(text) { return exact }
    var words: [Substring] = []
    for word in text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }) where word != "at" && word != "on" {
      words.append(word)
    }
    guard !words.isEmpty, words.count <= 5 else { return nil }
    if let relative = relative(words) { return relative }
    if words == ["tonight"] { return .moment(zone.moment(day: today, minuteOfDay: 20 * 60)) }
    // A time of day may be in front of the day or behind it.
    if let (minute, rest) = Self.timeOfDay(words) {
      if rest.isEmpty {
        let moment = zone.moment(day: today, minuteOfDay: minute)
        return .moment(moment > now ? moment : zone.moment(day: today + 1, minuteOfDay: minute))
      }
      guard let day = day(rest) else { return nil }
      return .moment(zone.moment(day: day, minuteOfDay: minute))
    }
    return day(words).map { .day($0) }
  }

  /// ISO 8601 and iCalendar's own forms.
  private func exact(_ text: String) -> TaskTime? {
    if let day = ISO8601.day(text) { return .day(day) }
    if let moment = ISO8601.moment(text) { return .moment(moment) }
    switch BasicTime.read(text) {
    case .day(let day): return .day(day)
    case .moment(let moment): return .moment(moment)
    case .civil(let day, let second): return .moment(BasicTime.moment(day, second: second, in: zone))
    case nil: break
    }
    // A moment without its offset is on the person's clocks: read as of UTC, then moved.
    guard let clock = ISO8601.moment(text + "Z") else { return nil }
    return .moment(
      BasicTime.moment(
        CivilZone.utc.day(at: clock), second: CivilZone.utc.secondOfDay(at: clock), in: zone))
  }

  /// `in 3 days`, `3d`, `+2w`, `in an hour`.
  private func relative(_ words: [Substring]) -> TaskTime? {
    var words = words[...]
    if words.first == "in" { words.removeFirst() }
    guard let first = words.first else { return nil }
    if words.count == 2, let count = first == "a" || first == "an" ? 1 : Self.number(first) {
      return later(count, words[words.startIndex + 1])
    }
    guard words.count == 1 else { return nil }
    let shift = first.hasPrefix("now+") ? first.dropFirst(3) : first
    let text = shift.hasPrefix("+") ? shift.dropFirst() : shift
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < text.count, let count = Self.number(digits) else { return nil }
    return later(count, text.dropFirst(digits.count))
  }

  private func later(_ count: Int, _ unit: Substring) -> TaskTime? {
    switch unit {
    case "min", "mins", "minute", "minutes": .moment(now + .minutes(Int64(count)))
    case "h", "hour", "hours": .moment(now + .hours(Int64(count)))
    case "d", "day", "days": .day(today + count)
    case "w", "week", "weeks": .day(today + 7 * count)
    case "mo", "month", "months": .day(inMonths(count))
    case "y", "year", "years": .day(inMonths(12 * count))
    default: nil
    }
  }

  /// The same day of a later month, or its last one.
  private func inMonths(_ count: Int) -> CivilDay {
    let date = today.date
    let month = date.month - 1 + count
    let (year, number) = (date.year + month / 12, month % 12 + 1)
    let next =
      number == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: number + 1, day: 1)
    let last = (next + -1).date.day
    return CivilDay(year: year, month: number, day: min(date.day, last))
  }

  private func day(_ words: [Substring]) -> CivilDay? {
    switch words.count {
    case 1:
      if let weekday = Self.weekday(words[0]) { return next(weekday) }
      switch words[0] {
      case "today", "eod": return today
      case "tomorrow", "tom": return today + 1
      case "yesterday": return today + -1
      case "eow": return today + (6 - today.weekday.rawValue)
      case "eom": return (inMonths(1) + (1 - inMonths(1).date.day)) + -1
      case "eoy": return CivilDay(year: today.date.year, month: 12, day: 31)
      case "som": return inMonths(1) + (1 - inMonths(1).date.day)
      // As Taskwarrior has it: a day that nobody lives to see.
      case "someday", "later": return CivilDay(year: 9999, month: 12, day: 30)
      default: return ISO8601.day(String(words[0])) ?? dotted(words[0]) ?? week(words[0]) ?? nextOrdinal(words[0])
      }
    case 2:
      if words[0] == "next" {
        switch words[1] {
        case "week": return today + 7
        case "month": return inMonths(1)
        case "year": return inMonths(12)
        // The one of the week that comes, not of this one.
        default: return Self.weekday(words[1]).map { today + (7 - today.weekday.rawValue + $0.rawValue) }
        }
      }
      return dayAndMonth(words[0], words[1], year: nil) ?? dayAndMonth(words[1], words[0], year: nil)
    case 3 where words[0] == "end" && words[1] == "of": return endOf(words[2])
    case 3:
      guard let year = Self.number(words[2]), (1970...9999).contains(year) else { return nil }
      return dayAndMonth(words[0], words[1], year: year) ?? dayAndMonth(words[1], words[0], year: year)
    default: return nil
    }
  }

  /// The next day of that name; today is not meant.
  private func next(_ weekday: Weekday) -> CivilDay {
    let ahead = (weekday.rawValue - today.weekday.rawValue + 7) % 7
    return today + (ahead == 0 ? 7 : ahead)
  }

  /// `24 dec`, `24th december`: the next one there is, unless a year is named.
  private func dayAndMonth(_ dayWord: Substring, _ monthWord: Substring, year: Int?) -> CivilDay? {
    var digits = dayWord
    for ending in ["st", "nd", "rd", "th", "."] where digits.hasSuffix(ending) {
      digits = digits.dropLast(ending.count)
    }
    guard let number = Self.number(digits), (1...31).contains(number), let month = Self.month(monthWord) else {
      return nil
    }
    for candidate in year.map({ $0...$0 }) ?? today.date.year...(today.date.year + 8) {
      let day = CivilDay(year: candidate, month: month, day: number)
      if day.date.month == month, day.date.day == number, year != nil || day >= today { return day }
    }
    return nil
  }

  /// `24.12.` or `24.12.2026`, as much of Europe writes days.
  private func dotted(_ word: Substring) -> CivilDay? {
    let parts = word.split(separator: ".")
    guard word.contains("."), parts.count == 2 || parts.count == 3, let day = Self.number(parts[0]),
      let month = Self.number(parts[1]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var years = today.date.year...(today.date.year + 8)
    if parts.count == 3 {
      guard let year = Self.number(parts[2]), (1970...9999).contains(year) else { return nil }
      years = year...year
    }
    for year in years {
      let found = CivilDay(year: year, month: month, day: day)
      if found.date.month == month, found.date.day == day, parts.count == 3 || found >= today { return found }
    }
    return nil
  }

  /// `2026-W50`: the Monday of that week (ISO 8601).
  private func week(_ word: Substring) -> CivilDay? {
    let parts = word.split(separator: "-")
    guard parts.count == 2, parts[1].hasPrefix("w"), let year = Self.number(parts[0]), (1970...9999).contains(year),
      let number = Self.number(parts[1].dropFirst()), (1...53).contains(number)
    else { return nil }
    let fourth = CivilDay(year: year, month: 1, day: 4)
    let monday = fourth + (7 * (number - 1) - fourth.weekday.rawValue)
    return (monday + 3).date.year == year ? monday : nil
  }

  /// `1st`, `22nd`: the next such day of a month.
  private func nextOrdinal(_ word: Substring) -> CivilDay? {
    guard let ending = ["st", "nd", "rd", "th"].first(where: { word.hasSuffix($0) }),
      let number = Self.number(word.dropLast(ending.count)), (1...31).contains(number)
    else { return nil }
    for ahead in 1...62 where (today + ahead).date.day == number { return today + ahead }
    return nil
  }

  private func endOf(_ word: Substring) -> CivilDay? {
    switch word {
    case "day": today
    case "week": day(["eow"])
    case "month": day(["eom"])
    case "year": day(["eoy"])
    default: nil
    }
  }
}
