internal import FocusPorts
package import FocusSession
package import JSONText
internal import LinuxRuntime
internal import SQLiteFiles
internal import Sealing
internal import ServiceContract
internal import SyncFiles
internal import SyncProtocol

/// Which devices are in, and what this one is called.
extension Household {
  /// Tries that a new key is made, where others change the household at the same moment.
  private static let tries = 5

  /// Puts another device out: it reads and sends nothing more, and those that stay go on with a new key.
  ///
  /// - Parameter wish: its name, or the beginning of its id.
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

  /// The names of the others that are in and were made from a device's home: restored from its backup, or copied.
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

  /// Gives this device another name, and tells the others.
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

  /// One round with the mailbox, and another where that brought a new key.
  ///
  /// - Parameter follows: whether this device goes where another one moved the household.
  /// - Returns: what an honest mailbox does not do, as sentences.
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

  /// - Returns: whether the printed sheet is void.
  private func putOut(_ target: DeviceID) throws(SyncFault) -> Bool {
    let note = try note()
    let mailbox = try mailbox(of: note)
    let members = try SyncFault.asking { () throws(MailboxError) in try mailbox.members() }
    return try SyncCourse(home, note).beginEpoch(without: target, members, in: mailbox)
  }

  /// The one other device that is meant.
  ///
  /// - Parameter isOut: whether one is meant that is not in any more.
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
  /// Enough of an id to be typed.
  static let shortest = 4
  /// As people see it where a device has no name, or a name is not enough.
  var shortText: String { String(text.prefix(8)) }
}
