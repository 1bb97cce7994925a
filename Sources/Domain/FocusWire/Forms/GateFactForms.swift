internal import Gates

extension GateFact: FormedFact {
  static let since: Int64 = 5

  static let forms: [FactForm<GateFact>] = [
    FactForm("gate-asked", isTold: false, .tick("until"), make: GateFact.asked) {
      if case .asked(let until) = $0 { until } else { nil }
    },
    FactForm("gate-claimed", since: 7, isTold: false, .text("name").untold, .tick("until"), make: GateFact.claimed) {
      if case .claimed(let name, let until) = $0 { (name, until) } else { nil }
    },
    FactForm("gate-tapped", .text("key"), .flag("may_end").unless(false).untold, make: GateFact.tapped) {
      if case .tapped(let key, let mayEnd) = $0 { (key, mayEnd) } else { nil }
    },
    FactForm("gate-typed", .text("sentence"), make: GateFact.typed) {
      if case .typed(let sentence) = $0 { sentence } else { nil }
    },
    FactForm("gate-learned", isTold: false, .count("cards").untold, make: GateFact.learned) {
      if case .learned(let cards) = $0 { cards } else { nil }
    },
  ]

  func sentence(_ settings: Settings) -> String? {
    switch self {
    case .tapped(let key, _):
      "\(settings.keys.first { $0.id.text == key }?.name ?? key) was tapped: that step is done."
    case .typed: "The sentence is right: that step is done."
    case .asked, .claimed, .learned: nil
    }
  }
}
