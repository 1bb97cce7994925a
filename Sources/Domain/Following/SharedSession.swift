package import FocusHistory
package import FocusSession
package import SyncProtocol

package struct SharedSession: Equatable, Sendable {
  /// As told by the device that looks at it, or else by the one on which it began.
  package var record: SessionRecord
  /// On which devices it was, in the order in which it began there.
  package var devices: [DeviceID]
}

extension UnionHistory {
  /// The sessions as lines of a history, in the order in which they began.
  ///
  /// - Parameters:
  ///   - device: the one that looks at them.
  ///   - offset: the mailbox's clock minus its own.
  package func lines(for device: DeviceID, offset: Lapse) -> [SharedSession] {
    sessions.map { session in
      var devices: [DeviceID] = []
      for share in session.shares where !devices.contains(share.device) { devices.append(share.device) }
      // What was here is shown at the times at which it was here, however the clocks went since.
      let shift = session.shares.first { $0.device == device }?.offset ?? offset
      return SharedSession(record: session.record(for: device).moved(by: .zero - shift), devices: devices)
    }
  }
}

extension JoinedSession {
  /// Has the focus and attempts of all devices, but the breaks and questions of one.
  fileprivate func record(for device: DeviceID) -> SessionRecord {
    var record = (shares.first { $0.device == device } ?? shares.first { $0.id == id } ?? shares[0]).record
    guard shares.count > 1 else { return record }
    record.started = began
    let ends = shares.compactMap { $0.ended }
    record.ended = ends.count == shares.count ? ends.max() : nil
    if record.ended == nil { record.why = nil }
    let focus = UnionHistory.union(shares.flatMap { $0.spans }).reduce(Lapse.zero) { $0 + ($1.to - $1.from) }
    record.focused = record.ended == nil ? .zero : focus
    record.attempts = shares.reduce(0) { $0 + $1.record.attempts }
    record.details.attempts = []
    for count in shares.flatMap({ $0.record.details.attempts }) {
      if let index = record.details.attempts.firstIndex(where: { $0.what == count.what }) {
        record.details.attempts[index].times += count.times
      } else {
        record.details.attempts.append(count)
      }
    }
    return record
  }
}

extension SessionRecord {
  /// The same by a clock that is ahead by that much.
  fileprivate func moved(by lapse: Lapse) -> SessionRecord {
    guard lapse != .zero else { return self }
    var moved = self
    moved.started = started + lapse
    moved.ended = ended.map { $0 + lapse }
    moved.plannedEnd = plannedEnd.map { $0 + lapse }
    for index in details.pauses.indices {
      moved.details.pauses[index].began = details.pauses[index].began + lapse
      moved.details.pauses[index].ended = details.pauses[index].ended.map { $0 + lapse }
    }
    for index in details.visits.indices {
      moved.details.visits[index].began = details.visits[index].began + lapse
      moved.details.visits[index].ended = details.visits[index].ended.map { $0 + lapse }
    }
    for index in details.questions.indices { moved.details.questions[index].at = details.questions[index].at + lapse }
    for index in details.clockJumps.indices {
      moved.details.clockJumps[index].at = details.clockJumps[index].at + lapse
    }
    for index in details.gaps.indices { moved.details.gaps[index].at = details.gaps[index].at + lapse }
    moved.details.emergencies = details.emergencies.map { $0 + lapse }
    return moved
  }
}
