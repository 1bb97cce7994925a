internal import Allowance
package import Guarding
internal import Spelling

/// The profiles, keys and promise of a file (JSON5): what `import` takes, `export` gives and `simulate --profiles` runs
/// with.
package struct SettingsFile: Equatable, Sendable {
  /// In characters: a shield has to be readable at one glance.
  package static let longestPromise = 900

  /// The promise in a text: everything but the blanks around it.
  package static func promise(in text: String) -> String {
    var text = text[...]
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return String(text)
  }

  /// `nil`, as in all that follows, where the file says nothing about it.
  package var profiles: [Profile]?
  package var keys: [Key]?
  package var categories: [Category]?
  package var promise: String?
  package var emergency: EmergencyRules?
  /// How long a card must be away to count as a new tap.
  package var awayTime: Lapse?

  package var allowances: [DailyAllowance]?

  package var coach: CoachPins?

  package var signals: [String: Bool]?

  /// `nil` where the file says nothing about it; `.some(nil)` where it says `"none"`.
  package var bedtime: Bedtime??

  /// What applies to every profile as it ships, each member as it is in a file.
  package static let shippedRules: JSONValue = [
    "away": .string(Settings(profiles: []).awayTime.text), "emergency": Form.emergency.object(EmergencyRules()),
  ]

  package init() {}

  /// Reads a file; whatever is wrong anywhere in it refuses all of it.
  ///
  /// - Parameters:
  ///   - known: the profiles that are there already, to which the file may refer.
  ///   - categories: the categories that profiles may name; any where `nil`.
  ///   - meaning: what the links of keys say.
  package init(
    _ octets: [UInt8], known: [ProfileID] = [], categories: KnownCategories? = nil,
    meaningOf meaning: (String) -> LinkMeaning
  ) throws(TextError) {
    let document: JSONDocument
    do { document = try JSONDocument(octets, grammar: .json5) } catch { throw TextError(error) }
    do {
      try self.init(JSONItem(document.root), known: known, categories: categories, meaningOf: meaning)
    } catch {
      throw TextError(error)
    }
  }

  /// The same from a value that is part of a larger document.
  package init(
    _ item: JSONItem, known: [ProfileID] = [], categories knownCategories: KnownCategories? = nil,
    meaningOf meaning: (String) -> LinkMeaning
  ) throws(JSONShapeError) {
    let members = try item.members(
      "profiles", "keys", "categories", "promise", "emergency", "away", "bedtime", "allowances", "coach",
      "signals")
    if let item = members["categories"] { categories = try item.distinct("category", by: \.id.text, .category) }
    if let item = members["profiles"] {
      let profiles = try item.distinct("profile", by: \.id.text, .profile(isStored: true))
      self.profiles = profiles
      try Self.checkSwitches(item, profiles, known: known)
      if let knownCategories {
        try Self.checkCategories(
          item, knownCategories.all(in: categories))
      }
    }
    if let item = members["keys"] { keys = try Self.keys(item, meaningOf: meaning) }
    if let item = members["promise"] { promise = try item.promise() }
    if let item = members["emergency"] { emergency = try Form.emergency.value(item) }
    if let item = members["away"] { awayTime = try item.lapse(atMost: .minutes(1), allowsZero: true) }
    if let item = members["bedtime"] { bedtime = .some(try item.bedtime()) }
    if let item = members["allowances"] {
      allowances = try item.distinct("allowance", by: \.id.text, .allowance)
      if let knownCategories { try Self.checkCategories(item, knownCategories.all(in: categories)) }
    }
    if let item = members["coach"] { coach = try Form.pins.value(item) }
    if let item = members["signals"] { signals = try Self.signals(item) }
  }

  private static func signals(_ item: JSONItem) throws(JSONShapeError) -> [String: Bool] {
    let members = try item.members(among: Settings.signalNames)
    var signals: [String: Bool] = [:]
    for name in Settings.signalNames { if let member = members[name] { signals[name] = try member.bool() } }
    return signals
  }

  private static func checkSwitches(_ item: JSONItem, _ profiles: [Profile], known: [ProfileID]) throws(JSONShapeError)
  {
    let all = profiles.map { $0.id } + known
    for element in try item.array() {
      for target in try element.member("switchTo")?.array() ?? [] {
        _ = try target.word(among: all.map { $0.text })
      }
    }
  }

  private static func checkCategories(_ item: JSONItem, _ known: [String]) throws(JSONShapeError) {
    for element in try item.array() {
      guard let blocks = element.member("blocks"), let named = blocks.member("categories") else { continue }
      for name in try named.array() { _ = try name.word(among: known) }
    }
  }

  private static func keys(
    _ item: JSONItem, meaningOf meaning: (String) -> LinkMeaning
  ) throws(JSONShapeError) -> [Key] {
    var keys: [Key] = []
    for element in try item.array() {
      let key = try Key(element, meaningOf: meaning)
      if keys.contains(where: { $0.id == key.id }) {
        throw element.refusal("the key \u{201C}\(key.id.text)\u{201D} appears twice")
      }
      if let uid = key.uid, let other = keys.first(where: { $0.uid == uid }) {
        throw element.refusal("the key \u{201C}\(other.id.text)\u{201D} has that UID already")
      }
      keys.append(key)
    }
    return keys
  }

  package func applied(to settings: Settings) -> Settings {
    var changed = settings
    if let profiles { changed.profiles = profiles }
    if let keys { changed.keys = keys }
    if let categories { changed.categories = categories }
    if let promise { changed.promise = promise.isEmpty ? nil : promise }
    if let emergency { changed.emergency = emergency }
    if let awayTime { changed.awayTime = awayTime }
    if let bedtime { changed.bedtime = bedtime }
    if let allowances { changed.allowances = allowances }
    if let coach { changed.coach = coach }
    if let signals { changed.signals = signals }
    return changed
  }
}

extension JSONItem {
  /// A member of an object that was already checked as a whole.
  fileprivate func member(_ name: String) -> JSONItem? {
    guard let found = node[name], !found.isNull else { return nil }
    return JSONItem(found, at: pointer.appending(name))
  }
}

extension Settings {
  /// The settings as a file for people.
  package var json: JSONValue { json(isStored: false) }

  /// The settings as they are stored, including what people don't write.
  package var storedJSON: JSONValue { json(isStored: true) }

  private func json(isStored: Bool) -> JSONValue {
    .members([
      "profiles": .array(profiles.map { Form.profile(isStored: isStored).object($0) }),
      "keys": .array(keys.map { $0.json }),
      "categories": categories.isEmpty ? JSONValue?.none : .array(categories.map { Form.category.object($0) }),
      "promise": promise.map { .string($0) },
      "emergency": emergency == EmergencyRules() ? JSONValue?.none : Form.emergency.object(emergency),
      "away": awayTime == .seconds(1) ? JSONValue?.none : .string(awayTime.text),
      "bedtime": bedtime.map { Form.bedtime.object($0) },
      "allowances": allowances.isEmpty ? JSONValue?.none : .array(allowances.map { $0.json }),
      "coach": coach == CoachPins() ? JSONValue?.none : coach.json,
      "signals": signals.isEmpty ? JSONValue?.none : signalsJSON,
    ])
  }

  private var signalsJSON: JSONValue {
    var object = JSONObject()
    for name in Settings.signalNames { if let isOn = signals[name] { object.append(name, .bool(isOn)) } }
    return .object(object)
  }
}

extension Form where Value == EmergencyRules {
  fileprivate static var emergency: Form {
    Form.members(
      of: { EmergencyRules() },
      // At least one: whatever the profile, there is a way out.
      Member(\.count, ifThere: .number("count", in: 1...100)),
      Member(\.period, ifThere: .length("period", atMost: .days(366))),
      Member(
        "waits", keep: { JSONValue($0.waits.map { $0.text }) },
        read: { item, rules throws(JSONShapeError) in
          rules.waits = []
          for element in try item.array() {
            let wait = try element.lapse(atMost: .days(1), allowsZero: true)
            if let last = rules.waits.last, wait < last {
              throw element.refusal("each wait must be at least as long as the one before")
            }
            rules.waits.append(wait)
          }
        }), Member(\.sentence, ifThere: .shortText("sentence")))
  }
}

extension JSONItem {
  /// Bedtime; `nil` for the word that there is none.
  fileprivate func bedtime() throws(JSONShapeError) -> Bedtime? {
    guard node.string != nil else { return try Form.bedtime.value(self) }
    _ = try word(among: [Bedtime.none])
    return nil
  }

  func promise() throws(JSONShapeError) -> String {
    let text = SettingsFile.promise(in: try string())
    guard text.count <= SettingsFile.longestPromise else {
      throw refusal("a promise has at most \(SettingsFile.longestPromise) characters, this one \(text.count)")
    }
    return text
  }
}
