internal import FocusSession
internal import FolderMailbox
internal import ServiceContract
package import SyncFiles
internal import SystemClock

extension Household {
  package enum Trouble: Equatable, Sendable {
    /// The mailbox, or this home's files, cannot be used.
    case fault(SyncFault)
    /// The database accepts requests for notifications but never notifies, like connection pools.
    case unheard
    /// The database's clock minus this computer's, in milliseconds.
    case clock(Int64)
    /// The number of copies that the program syncing the folder made of files.
    case copies(Int)
    /// The system does not report changes in the folder.
    case lookedAt
    /// Another device moved the household, and this one has not followed.
    case moved(by: String, to: MailboxCarrier)
    /// This home was restored or copied and is another device now; the names of both.
    case continued(was: String, now: String)
  }

  /// In milliseconds; a smaller difference of the clocks is fine.
  private static var smallestShift: Int64 { 60_000 }

  /// Asks the mailbox and compares the clocks, sending nothing; empty if in no household.
  package func troubles() -> [Trouble] { elsewhere() + here() }

  /// Whether the household moved without this device.
  private func elsewhere() -> [Trouble] {
    guard let note = SyncNote(at: home.sync), let store = try? SyncStore(path: home.syncStore, makes: false),
      let move = try? store.move(), move.since > note.moved, move.mover != note.device
    else { return [] }
    let names = (try? store.devices()) ?? []
    let name = names.first { $0.head.device == move.mover }?.name
    return [.moved(by: name ?? move.mover.shortText, to: move.carrier)]
  }

  private func here() -> [Trouble] {
    do throws(SyncFault) {
      let mailbox = try mailbox(of: note())
      var troubles = try restored()
      let shift =
        try SyncFault.asking { () throws(MailboxError) in try mailbox.clock() }
        - SystemTime.wall().milliseconds
      if let folder = mailbox as? FolderMailbox {
        let copies = try SyncFault.asking { () throws(MailboxError) in
          try folder.probe()
          return try folder.copies()
        }
        if copies > 0 { troubles.append(.copies(copies)) }
        let isHeard = try SyncFault.asking { () throws(MailboxError) in try mailbox.listen() }
        return isHeard ? troubles : troubles + [.lookedAt]
      }
      if shift.magnitude >= UInt64(Self.smallestShift) { troubles.append(.clock(shift)) }
      let isHeard = try SyncFault.asking { () throws(MailboxError) in try mailbox.listen() }
      if !isHeard { troubles.append(.unheard) }
      return troubles
    } catch {
      return error == .off ? [] : [.fault(error)]
    }
  }

  /// Reports that this home was restored or copied while the device it was is still in.
  private func restored() throws(SyncFault) -> [Trouble] {
    let note = try note()
    guard let past = note.past else { return [] }
    let isIn = try SyncFault.storing { () throws(SQLiteError) in
      try SyncStore(path: home.syncStore).devices().contains { $0.head.device == past.device && !$0.isRevoked }
    }
    return isIn ? [.continued(was: past.name, now: note.name)] : []
  }
}
