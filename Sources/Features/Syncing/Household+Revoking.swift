package import FocusPorts
internal import Sealing
package import ServiceContract
internal import SyncFiles

extension Household {
  /// Attempts to make a new key, in case others change the household at the same moment.
  private static let tries = 5

  /// Puts out a device by name or id prefix; those that remain go on with a new key.
  package func revoke(_ wish: String, at wall: Timestamp) throws(SyncFault) -> JSONValue {
    var triesLeft = Self.tries
    while true {
      // What is known here may be old: names, who is in, and the newest key.
      _ = try sync(at: wall)
      let target = try device(called: wish)
      let isSheetVoid: Bool
      do throws(SyncFault) {
        isSheetVoid = try putOut(target.device)
      } catch .mailbox(.raced) where triesLeft > 1 {
        triesLeft -= 1
        continue
      }
      // The new key is in this device's own row too: a crash here loses nothing.
      _ = try sync(at: wall)
      let epoch = try note().keys.map { $0.epoch.number }.max() ?? 1
      return [
        "ok": true, "device": .string(target.name), "epoch": .integer(Int64(epoch)),
        "sheet_void": .bool(isSheetVoid), "carrier": .string(try note().carrier.rawValue),
        "goes_on_as": .array(try successors(of: target.device).map { .string($0) }),
      ]
    }
  }

  /// The names of members that were restored or copied from a device's home.
  private func successors(of device: DeviceID) throws(SyncFault) -> [String] {
    let me = try note().device
    return try SyncFault.storing { () throws(SQLiteError) in
      let store = try SyncStore(path: home.syncStore)
      var names: [String] = []
      for other in try store.devices() where !other.isRevoked && other.head.device != me {
        if try store.firstHello(of: other.head.device)?.continues == device {
          names.append(other.name ?? other.head.device.shortText)
        }
      }
      return names
    }
  }

  package func rename(to name: String, at wall: Timestamp) throws(SyncFault) -> JSONValue {
    var renamed = try note()
    renamed.name = name
    _ = try round(as: renamed, at: wall, greeting: true)
    // Read again: the round may have brought a new key.
    renamed = try note()
    renamed.name = name
    try renaming(SyncFault.system, renamed.save(at: home.sync))
    return try status()
  }

  /// Runs a round, and another after a new key; returns what an honest mailbox does not do.
  func round(
    as first: SyncNote, at wall: Timestamp, greeting isGreeting: Bool, follows: Bool = true
  ) throws(SyncFault) -> [String] {
    var note = first
    let isRenaming = try self.note().name != first.name
    while true {
      do throws(SyncFault) {
        let course = try SyncCourse(home, note)
        var acquaintance = Acquaintance(isLasting: isGreeting)
        return try course.run(with: try mailbox(of: note), &acquaintance, at: wall.milliseconds, follows: follows)
      } catch .rekeyed {
        // Each time there is a key more, so this ends.
        note.keys = try self.note().keys
      } catch .continued, .moved {
        note = try self.note()
        if isRenaming { note.name = first.name }
      } catch {
        if case .mailbox(let fault) = error { try tell(state: "offline", why: fault.what) }
        throw error
      }
    }
  }

  /// Returns whether the printed sheet is void.
  private func putOut(_ target: DeviceID) throws(SyncFault) -> Bool {
    let note = try note()
    let mailbox = try mailbox(of: note)
    let members = try SyncFault.asking { () throws(MailboxError) in try mailbox.members() }
    return try SyncCourse(home, note).beginEpoch(without: target, members, in: mailbox)
  }

  /// Finds the one other device that is meant; `isOut`: among those that are no longer in.
  func device(
    called wish: String, isOut: Bool = false
  ) throws(SyncFault) -> (device: DeviceID, name: String) {
    let me = try note()
    let all = try SyncFault.storing { () throws(SQLiteError) in try SyncStore(path: home.syncStore).devices() }
    let isID = wish.utf8.count >= DeviceID.shortest
    let meant = all.filter { seen in
      let name = seen.head.device == me.device ? me.name : seen.name
      return name == wish || isID && seen.head.device.text.hasPrefix(wish.lowercased())
    }
    let others = meant.filter { $0.head.device != me.device && $0.isRevoked == isOut }
    if others.count > 1 { throw .ambiguousDevice(wish, others.map { $0.head.device.shortText }) }
    guard let other = others.first else {
      if meant.contains(where: { $0.head.device == me.device }) { throw .thisDevice(wish) }
      if meant.isEmpty { throw .noSuchDevice(wish) }
      throw isOut ? .presentDevice(wish) : .goneDevice(wish)
    }
    return (other.head.device, other.name ?? other.head.device.shortText)
  }
}

extension DeviceID {
  /// The fewest letters of an id that may be typed.
  static let shortest = 4
  /// Shown if a device has no name, or if its name is not enough.
  var shortText: String { String(text.prefix(8)) }
}
