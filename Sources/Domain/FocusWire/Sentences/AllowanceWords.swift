extension AllowanceNow {
  /// When it opens by itself: `04:00`, or `04:00 on Monday` if that is not with its next day.
  package func openingTime(in zone: CivilZone) -> String? {
    guard let moment = opens ?? ends else { return nil }
    let time = clockTime(moment, in: zone)
    return moment == ends ? time : "\(time) on \(zone.day(at: moment).weekday.longName)"
  }

  package var nothingLeft: String {
    if minutes == 0, earned == 0 { return "\(name) is closed today" }
    return weekLeft == .zero ? "\(name) is used up for this week" : "\(name) is used up for today"
  }
}
