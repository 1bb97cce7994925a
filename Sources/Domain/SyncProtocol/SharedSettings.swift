/// The settings that devices share, item by item: of several words about one item the last counts, by hybrid time
/// and then by device. In whatever order words arrive, all devices come to the same. What of it is carried out here is
/// the ``SettingsLedger``'s.
package struct SharedSettings: Equatable, Sendable {
  package struct Word: Equatable, Sendable {
    package var time: HybridTime
    package var device: DeviceID
    /// The item's JSON; `nil` where it was removed.
    package var value: [UInt8]?

    package init(time: HybridTime, device: DeviceID, value: [UInt8]?) {
      self.time = time
      self.device = device
      self.value = value
    }
  }

  /// The last word about each item, removed ones too.
  package private(set) var items: [String: Word] = [:]

  package init() {}

  /// The kinds of items that are shared, as their names begin: `profile/work`, `schedule/work/mornings`, `key/desk`.
  package static let kinds = ["category/", "profile/", "schedule/", "key/", secrets]
  /// How the names of items begin that are secret keys of cards: they are shared only where the person says so.
  package static let secrets = "signing/"

  package static func isShared(_ item: String) -> Bool {
    kinds.contains { item.utf8.starts(with: $0.utf8) && item.utf8.count > $0.utf8.count }
  }

  /// Hears a word of any device, this one's too; returns whether it is the last one now.
  @discardableResult
  package mutating func take(_ change: SettingChange, at time: HybridTime, by device: DeviceID) -> Bool {
    guard Self.isShared(change.item) else { return false }
    if let known = items[change.item], (known.time, known.device) >= (time, device) { return false }
    items[change.item] = Word(time: time, device: device, value: change.value)
    return true
  }
}

/// What the person wants to be forgotten: it only grows, so every device comes to the same whatever order news
/// takes.
package struct Forgotten: Equatable, Sendable {
  /// The sessions, by their names.
  package private(set) var sessions: Set<String> = []
  package private(set) var devices: Set<DeviceID> = []

  package init() {}

  package mutating func take(_ wish: Forgetting) {
    switch wish {
    case .session(let id): sessions.insert(id)
    case .device(let id): devices.insert(id)
    }
  }

  /// Leaves out the pulls of forgotten devices.
  package func wanted(_ pulls: [SyncPlan.Pull]) -> [SyncPlan.Pull] { pulls.filter { !devices.contains($0.device) } }
}
