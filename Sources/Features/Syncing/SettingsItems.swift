package import FocusWire
internal import SiteLists
internal import SyncProtocol

/// Converts the settings to the items that devices share, and back.
package enum SettingsItems {
  /// The items of these settings, each in the form of a file for people.
  package static func items(of settings: Settings) -> [String: [UInt8]] {
    guard case .object(let file) = settings.json else { return [:] }
    var items: [String: [UInt8]] = [:]
    for (category, value) in zip(settings.categories, file["categories"].elements) {
      items["category/\(category.id.text)"] = value.octets
    }
    for (key, value) in zip(settings.keys, file["keys"].elements) { items["key/\(key.id.text)"] = value.octets }
    for (profile, value) in zip(settings.profiles, file["profiles"].elements) {
      guard case .object(var members) = value else { continue }
      for (schedule, value) in zip(profile.schedules, members["schedules"].elements) {
        items["schedule/\(profile.id.text)/\(schedule.id.text)"] = value.octets
      }
      members["schedules"] = nil
      items["profile/\(profile.id.text)"] = JSONValue.object(members).octets
    }
    return items
  }

  /// Applies some items; `nil` for an invalid result, such as a later version's or a missing name.
  static func settings(
    _ settings: Settings, with changes: [SettingChange], meaningOf meaning: (String) -> LinkMeaning
  ) -> Settings? {
    var changed = settings
    for change in changes {
      guard carryOut(change, in: &changed, meaningOf: meaning) else { return nil }
    }
    // Each item was read by itself: now whether they fit together.
    let categories = KnownCategories(shipped: SiteLists.names, own: changed.categories.map(\.id.text))
    let whole = try? SettingsFile(changed.json.octets, categories: categories, meaningOf: meaning)
    return whole == nil ? nil : changed
  }

  private static func carryOut(
    _ change: SettingChange, in settings: inout Settings, meaningOf meaning: (String) -> LinkMeaning
  ) -> Bool {
    let parts = change.item.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, let value = change.value else { return remove(parts, from: &settings) }
    switch (parts[0], parts.count) {
    case ("category", 2):
      guard let new = file("categories", value, meaning)?.categories?.only, new.id.text == parts[1]
      else { return false }
      settings.categories.put(new) { $0.id == new.id }
    case ("key", 2):
      guard let new = file("keys", value, meaning)?.keys?.only, new.id.text == parts[1] else {
        return false
      }
      settings.keys.put(new) { $0.id == new.id }
    case ("profile", 2):
      guard var new = file("profiles", value, meaning)?.profiles?.only, new.id.text == parts[1] else {
        return false
      }
      new.schedules = settings.profile(new.id)?.schedules ?? []
      settings.profiles.put(new) { $0.id == new.id }
    case ("schedule", 3):
      let whole = Array("{\"id\":\(JSONValue.string(parts[1]).text),\"schedules\":[".utf8) + value + Array("]}".utf8)
      guard let new = file("profiles", whole, meaning)?.profiles?.only?.schedules.only,
        new.id.text == parts[2], let index = settings.profiles.firstIndex(where: { $0.id.text == parts[1] })
      else { return false }
      settings.profiles[index].schedules.put(new) { $0.id == new.id }
    default: return false
    }
    return true
  }

  private static func remove(_ parts: [String], from settings: inout Settings) -> Bool {
    switch (parts[0], parts.count) {
    case ("category", 2): settings.categories.removeAll { $0.id.text == parts[1] }
    case ("key", 2): settings.keys.removeAll { $0.id.text == parts[1] }
    case ("profile", 2): settings.profiles.removeAll { $0.id.text == parts[1] }
    case ("schedule", 3):
      guard let index = settings.profiles.firstIndex(where: { $0.id.text == parts[1] }) else { return true }
      settings.profiles[index].schedules.removeAll { $0.id.text == parts[2] }
    default: return false
    }
    return true
  }

  /// A file with one item; `nil` if it is not valid.
  private static func file(
    _ list: String, _ value: [UInt8], _ meaning: (String) -> LinkMeaning
  ) -> SettingsFile? {
    let text = Array("{\"\(list)\":[".utf8) + value + Array("]}".utf8)
    guard let document = try? JSONDocument(text) else { return nil }
    // Where a profile leads to is looked at with all others.
    let named = document.root[list]?.array?.first?["switchTo"]?.array ?? []
    return try? SettingsFile(
      JSONItem(document.root), known: named.compactMap { $0.string.map { ProfileID($0) } }, meaningOf: meaning)
  }
}

extension JSONValue? {
  fileprivate var elements: [JSONValue] { if case .array(let elements)? = self { elements } else { [] } }
}

extension Array {
  fileprivate var only: Element? { count == 1 ? first : nil }

  /// Replaces the element that this is a new form of, or appends it.
  fileprivate mutating func put(_ new: Element, where isSame: (Element) -> Bool) {
    if let index = firstIndex(where: isSame) { self[index] = new } else { append(new) }
  }
}
