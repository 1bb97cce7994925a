/// The settings that devices share, as one device sees them: the last word about each item, what was seen here, and
/// which words are not carried out here yet.
///
/// An item that is not as it was seen was changed by the person at this device, unless it is as the last word has it.
/// So a device that ends between carrying a word out and noting that says nothing, and no word goes round in circles.
package struct SettingsLedger: Equatable, Sendable {
  package private(set) var words: SharedSettings
  package private(set) var seen: [String: [UInt8]]
  /// The items whose last word is not carried out here yet.
  package private(set) var open: Set<String>

  /// A longer item is not shared: it would not fit into an envelope.
  package static let largest = SizeSteps.largest / 2

  package init(words: SharedSettings = SharedSettings(), seen: [String: [UInt8]] = [:], open: Set<String> = []) {
    self.words = words
    self.seen = seen
    self.open = open
  }

  /// Adopts what the household agreed on; returns the items that it knows nothing of.
  package mutating func begin(with now: [String: [UInt8]]) -> [SettingChange] {
    seen = now
    open = Set(words.items.keys.filter { words.items[$0]?.value != now[$0] })
    return now.keys.sorted().compactMap { item in
      guard SharedSettings.isShared(item), words.items[item] == nil else { return nil }
      return SettingChange(item: item, value: now[item])
    }
  }

  /// Returns what the person changed here, to be sent; items that are not chosen are left out.
  package mutating func look(_ now: [String: [UInt8]], where isChosen: (String) -> Bool) -> [SettingChange] {
    var changes: [SettingChange] = []
    for item in Set(now.keys).union(seen.keys).union(open).sorted() where isChosen(item) {
      let value = now[item]
      let isNew = value != seen[item]
      seen[item] = value
      if let word = words.items[item], word.value == value {
        open.remove(item)
      } else if isNew, SharedSettings.isShared(item) {
        changes.append(SettingChange(item: item, value: value))
      }
    }
    return changes
  }

  /// Records a change made here; a word with a later time, by a clock far ahead, stays the last.
  package mutating func say(_ change: SettingChange, at time: HybridTime, by device: DeviceID) {
    note(change, at: time, by: device)
  }

  package mutating func hear(_ change: SettingChange, at time: HybridTime, by device: DeviceID) {
    note(change, at: time, by: device)
  }

  private mutating func note(_ change: SettingChange, at time: HybridTime, by device: DeviceID) {
    words.take(change, at: time, by: device)
    guard let last = words.items[change.item] else { return }
    if last.value == seen[change.item] { open.remove(change.item) } else { open.insert(change.item) }
  }

  /// Changes to carry out here, in order: lists before profiles, profiles before their schedules.
  package func waiting(where isChosen: (String) -> Bool) -> [SettingChange] {
    SharedSettings.kinds.flatMap { kind in
      open.filter { $0.utf8.starts(with: kind.utf8) && isChosen($0) }.sorted().compactMap { item in
        words.items[item].map { SettingChange(item: item, value: $0.value) }
      }
    }
  }

  /// `now` has the items as they became: another version of the program may write one differently.
  package mutating func settle(_ changes: [SettingChange], as now: [String: [UInt8]]) {
    for change in changes where words.items[change.item]?.value == change.value {
      seen[change.item] = now[change.item]
      open.remove(change.item)
    }
  }
}
