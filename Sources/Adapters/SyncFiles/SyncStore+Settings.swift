/// Keeps the shared settings: the last word about each item, even of senders since forgotten.
extension SyncStore {
  /// The settings kept, and for which device; under another id, the first look starts over.
  package struct SettingsPage {
    package var ledger: SettingsLedger
    package var device: DeviceID?
  }

  /// Runs `work` on the kept settings in one transaction; a `nil` result changes nothing.
  package func settings(_ work: (SettingsPage) throws(SQLiteError) -> SettingsPage?) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      let before = try settingsPage()
      guard let now = try work(before) else { return }
      try keep(now, instead: before)
    }
  }

  /// Adds the person's changes as own messages. Only in a transaction.
  package func say(
    _ changes: [SettingChange], into ledger: inout SettingsLedger, wall: Int64, keys: EpochKeys, device: DeviceID,
    by functions: SealFunctions
  ) throws(SQLiteError) {
    for change in changes where (change.value?.count ?? 0) <= SettingsLedger.largest {
      try add([.setting(change)], wall: wall, keys: keys, device: device, by: functions)
      let clock = try database.number("SELECT clock FROM state")
      ledger.say(change, at: HybridTime(bits: UInt64(clamping: clock)), by: device)
    }
  }

  /// Makes a device that rejoins take its first look at the settings again.
  package func forgetLookAtSettings() throws(SQLiteError) {
    try database.execute("DELETE FROM setting_home")
  }

  /// The items whose last word is not carried out here yet.
  package func waitingSettings() throws(SQLiteError) -> [String] {
    let rows = try database.prepare("SELECT item FROM setting_words WHERE open = 1 ORDER BY item")
    var items: [String] = []
    while try rows.step() { if let item = rows.text(0) { items.append(item) } }
    return items
  }

  private func settingsPage() throws(SQLiteError) -> SettingsPage {
    var words = SharedSettings()
    var (seen, open): ([String: [UInt8]], Set<String>) = ([:], [])
    let rows = try database.prepare("SELECT item, time, device, value, seen, open FROM setting_words")
    while try rows.step() {
      guard let item = rows.text(0) else { continue }
      if let device = rows.text(2).flatMap({ DeviceID(text: $0) }) {
        words.take(
          SettingChange(item: item, value: rows.octetsIfAny(3)),
          at: HybridTime(bits: UInt64(bitPattern: rows.integer(1))), by: device)
      }
      seen[item] = rows.octetsIfAny(4)
      if rows.integer(5) != 0 { open.insert(item) }
    }
    let home = try database.prepare("SELECT device FROM setting_home")
    let device = try home.step() ? home.text(0).flatMap { DeviceID(text: $0) } : nil
    return SettingsPage(ledger: SettingsLedger(words: words, seen: seen, open: open), device: device)
  }

  private func keep(_ page: SettingsPage, instead before: SettingsPage) throws(SQLiteError) {
    let (ledger, old) = (page.ledger, before.ledger)
    let row = try database.prepare(
      "INSERT OR REPLACE INTO setting_words (item, time, device, value, seen, open) VALUES (?, ?, ?, ?, ?, ?)")
    for item in Set(ledger.words.items.keys).union(ledger.seen.keys).union(old.seen.keys) {
      let (word, seen, isOpen) = (ledger.words.items[item], ledger.seen[item], ledger.open.contains(item))
      // Most looks find the same.
      if word == old.words.items[item], seen == old.seen[item], isOpen == old.open.contains(item) { continue }
      try row.bind(item, at: 1)
      try row.bind(word.map { Int64(bitPattern: $0.time.bits) }, at: 2)
      try row.bind(word?.device.text, at: 3)
      try row.bind(word?.value, at: 4)
      try row.bind(seen, at: 5)
      try row.bind(isOpen ? 1 : 0, at: 6)
      try row.run()
    }
    guard page.device != before.device, let device = page.device else { return }
    try database.execute("DELETE FROM setting_home")
    let home = try database.prepare("INSERT INTO setting_home (device) VALUES (?)")
    try home.bind(device.text, at: 1)
    try home.run()
  }

  /// Takes in the own messages; a new id repeats those that its predecessor could not send.
  package func hearOwn(into ledger: inout SettingsLedger, by device: DeviceID) throws(SQLiteError) {
    let rows = try database.prepare(
      "SELECT message FROM own_messages WHERE substr(message, 1, 2) = x'0103' ORDER BY number")
    while try rows.step() {
      Self.hear(rows.octets(0), of: device, into: &ledger)
    }
  }

  /// Takes in what others said since. Only in a transaction.
  package func hear(into ledger: inout SettingsLedger) throws(SQLiteError) {
    for device in try devices() {
      let id = device.head.device
      let known = try database.prepare("SELECT number FROM setting_heard WHERE device = ?")
      try known.bind(id.text, at: 1)
      let heard = try known.step() ? known.integer(0) : 0
      guard heard < Int64(clamping: device.head.number) else { continue }
      var place = UInt64(clamping: heard)
      while let page = try unpacked(id, after: place, most: .max), let last = page.last {
        for (_, octets) in page where octets.starts(with: [1, 3]) { Self.hear(octets, of: id, into: &ledger) }
        place = last.number
      }
      // A version of one octet and a kind of one.
      let rows = try database.prepare(
        "SELECT message FROM heard_messages WHERE device = ? AND number > ? AND substr(message, 1, 2) = x'0103' ORDER BY number"
      )
      try rows.bind(id.text, at: 1)
      try rows.bind(heard, at: 2)
      while try rows.step() {
        Self.hear(rows.octets(0), of: id, into: &ledger)
      }
      let mark = try database.prepare("INSERT OR REPLACE INTO setting_heard (device, number) VALUES (?, ?)")
      try mark.bind(id.text, at: 1)
      try mark.bind(Int64(clamping: device.head.number), at: 2)
      try mark.run()
    }
  }

  private static func hear(_ octets: [UInt8], of device: DeviceID, into ledger: inout SettingsLedger) {
    guard let message = try? SyncMessage(octets: octets),
      case .setting(let change) = message.body
    else { return }
    ledger.hear(change, at: message.time, by: device)
  }
}
