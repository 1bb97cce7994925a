internal import FocusEngine
internal import FocusHistory
internal import FocusWire
internal import SQLiteLog
internal import ServiceContract
internal import SyncProtocol

extension OtherDevices {
  /// Applies another device's wish to forget here; what is not in the log is not recorded.
  func forget(
    _ session: ForgottenSession, _ engine: FocusEngine, _ course: borrowing SyncCourse
  ) async throws(SyncFault) {
    guard let began = session.id.startedAt, Files.exists(course.home.database) else { return }
    let found: [SessionRecord]
    found = try renaming(
      SyncFault.log,
      LogReader(path: course.home.database).sessions(
        since: began, until: began + Lapse(milliseconds: 1), profile: nil, withDetails: false))
    // One that is under way here ends first.
    guard let record = found.first(where: { $0.id == session.id }), let ended = record.ended else { return }
    _ = await engine.submit(.forget(ForgottenSession(id: record.id, began: record.started, ended: ended)))
  }
}
