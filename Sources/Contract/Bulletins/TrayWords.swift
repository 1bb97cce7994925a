package import FocusPorts
internal import FocusWire
internal import Gates

extension TrayFace {
  private static let mostProfiles = 12

  /// The tray's menu can end a session only by its question, and says where the card is needed.
  package init(_ status: Status, _ settings: Settings) {
    let name = status.profile.flatMap { settings.profile($0)?.policy.name } ?? "Focus"
    let zone = settings.zone
    let title: String
    let picture: Picture
    switch status.state {
    case .idle: (title, picture) = ("No session", .idle)
    case .focusing:
      let since = status.startedAt.map { "\(name) since \(clockTime($0, in: zone))" } ?? name
      title = status.plannedEnd.map { "\(name) until \(clockTime($0, in: zone))" } ?? since
      picture = status.question == nil ? .focusing : .asking
    case .onBreak:
      title = status.breakEndsAt.map { "Break until \(clockTime($0, in: zone))" } ?? "Break"
      picture = status.question == nil ? .onBreak : .asking
    }
    self.init(
      picture: picture, title: title,
      menu: [[Entry(title)], Self.choices(status, settings), [Entry("Open FocusKey", .openPage)]])
  }

  private static func choices(_ status: Status, _ settings: Settings) -> [Entry] {
    switch status.state {
    case .idle:
      return settings.profiles.prefix(mostProfiles).map { Entry("Start \($0.policy.name)", .start($0.id)) }
    case .focusing:
      if status.question != nil { return [Entry("Keep going", .press(.keep))] }
      let longer = status.plannedEnd == nil ? [] : [Entry("Extend by 15 minutes", .extend(minutes: 15))]
      return longer + [takeBreak(status, settings.zone), end(status)]
    case .onBreak:
      if status.question != nil { return [Entry("Keep going", .press(.keep))] }
      return [Entry("Resume", .press(.resume)), end(status)]
    }
  }

  /// Offers a break if one would be granted now, else says why not.
  private static func takeBreak(_ status: Status, _ zone: CivilZone) -> Entry {
    guard let breaks = status.breaks, breaks.left != 0 else { return Entry("No break is left") }
    if let next = breaks.nextAt {
      // Nothing wakes when that time has come, so it can be chosen all along, and is refused before.
      return Entry("Take a break (from \(clockTime(next.nextSecond, in: zone)))", .press(.takeBreak))
    }
    if breaks.steps.toDo != nil { return Entry("A break needs its steps first") }
    return Entry("Take a break", .press(.takeBreak))
  }

  private static func end(_ status: Status) -> Entry {
    switch status.end {
    case .confirm: Entry("End\u{2026}", .press(.stop))
    case .key: Entry("To end, tap your card")
    case .timer, nil: Entry("It ends at its planned end")
    }
  }
}
