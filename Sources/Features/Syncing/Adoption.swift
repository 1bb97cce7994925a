package import FocusWire
package import SyncProtocol

/// Which of the waiting changes a session allows.
package struct Adoption {
  package var changes: [SettingChange] = []
  package var settings: Settings

  /// Picks all possible changes; `nil` for none. `seen`: what changed since is left alone.
  package init?(
    of waiting: [SettingChange], seen: [String: [UInt8]], by machine: SessionMachine, at now: Moment,
    meaningOf meaning: @escaping (String) -> LinkMeaning
  ) {
    settings = machine.settings
    let here = SettingsItems.items(of: settings)
    var left = waiting.filter { here[$0.item] == seen[$0.item] }
    func judged(_ changes: [SettingChange]) -> Settings? {
      guard let wish = SettingsItems.settings(settings, with: changes, meaningOf: meaning) else { return nil }
      let decision = machine.decide(.configure(wish), at: now, entropy: Entropy(high: 0, low: 0))
      if case .refused = decision.answer { return nil }
      return wish
    }
    if !left.isEmpty, let all = judged(left) {
      (changes, settings) = (left, all)
      return
    }
    var wasOne = true
    while wasOne {
      wasOne = false
      for change in left {
        guard let next = judged([change]) else { continue }
        settings = next
        changes.append(change)
        left.removeAll { $0 == change }
        wasOne = true
      }
    }
    if changes.isEmpty { return nil }
  }
}
