/// None of these facts is told to programs.
extension SyncFact: FormedFact {
  static let since: Int64 = 6

  static let forms: [FactForm<SyncFact>] = [
    FactForm("device-break-followed", isTold: false, .source, make: SyncFact.breakFollowed) {
      if case .breakFollowed(let source) = $0 { source } else { nil }
    },
    FactForm(
      "device-break", isTold: false, .source, .names("profiles").untold, .lapse("today"), .lapse("week"),
      .periods.nested("periods"), make: SyncFact.breakElsewhere
    ) {
      if case .breakElsewhere(let source, let profiles, let today, let thisWeek, let periods) = $0 {
        (source, profiles, today, thisWeek, periods)
      } else {
        nil
      }
    },
    FactForm(
      "device-visit", since: 9, isTold: false, .source, .lapse("today"), .tick("day"), make: SyncFact.visitElsewhere
    ) {
      if case .visitElsewhere(let source, let today, let dayEnds) = $0 { (source, today, dayEnds) } else { nil }
    },
    FactForm("device-exit", isTold: false, .source, .tick("used"), make: SyncFact.exitElsewhere) {
      if case .exitElsewhere(let source, let used) = $0 { (source, used) } else { nil }
    },
    FactForm(
      "card-signed", isTold: false, .uid("uid").untold, .counter("counter").untold, .text("link").untold,
      make: SyncFact.cardSigned
    ) {
      if case .cardSigned(let card, let counter, let link) = $0 { (card, counter, link) } else { nil }
    },
  ]
}

extension Form where Value == SyncSource {
  static var source: Form {
    Form.record(.name("device"), .messageNumber, make: SyncSource.init, parts: { ($0.device, $0.number) }).untold
  }
}

extension Form where Value == UInt64 {
  fileprivate static var messageNumber: Form {
    Form(
      "number", write: { .integer(Int64(truncatingIfNeeded: $0)) },
      read: { item throws(JSONShapeError) in UInt64(try item.integer(in: 1...Int64.max)) })
  }
}

extension Form where Value == DeviceLedger {
  static var devices: Form {
    Form.members(
      of: DeviceLedger.init, Member(\.heard, .list("heard", of: .source)),
      Member(\.followedBreak, .optional(.source.nested("followed"))),
      Member(\.over, .sessions("over").unless([])))
  }
}
