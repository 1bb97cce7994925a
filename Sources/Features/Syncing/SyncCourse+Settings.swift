internal import Sealing
internal import SyncFiles

extension SyncCourse {
  /// Repeats a device's last settings before its messages are deleted, for later joiners.
  func repeatSettings(of gone: DeviceID, at wall: Int64) throws(SyncFault) {
    try SyncFault.storing { () throws(SQLiteError) in
      try store.settings { page throws(SQLiteError) in
        var page = page
        try store.hear(into: &page.ledger)
        let theirs = page.ledger.words.items.filter { $0.value.device == gone }
        let changes = theirs.keys.sorted().map { SettingChange(item: $0, value: theirs[$0]?.value) }
        try store.say(
          changes, into: &page.ledger, wall: wall, keys: ring.newest, device: note.device, by: sodium.functions)
        return page
      }
    }
  }
}
