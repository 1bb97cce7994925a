package import FocusPorts
package import JSONText
internal import SyncFiles

extension Household {
  /// Deletes all that a revoked device sent: in the database now, elsewhere at the next sync.
  package func forget(device wish: String, at wall: Timestamp) throws(SyncFault) -> JSONValue {
    _ = try sync(at: wall)
    let target = try device(called: wish, isOut: true)
    let note = try note()
    let mailbox = try mailbox(of: note)
    do throws(MailboxError) {
      try mailbox.forget(target.device)
    } catch .unknownDevice {
      // It was deleted before, and the others were perhaps not told.
    } catch { throw .mailbox(error) }
    let course = try SyncCourse(home, note)
    try course.repeatSettings(of: target.device, at: wall.milliseconds)
    try course.say(.forget(.device(target.device)), at: wall.milliseconds)
    try SyncFault.storing { () throws(SQLiteError) in try course.store.drop(target.device) }
    _ = try sync(at: wall)
    return ["ok": true, "device": .string(target.name)]
  }
}
