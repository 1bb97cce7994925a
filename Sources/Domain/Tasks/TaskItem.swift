package import FocusSession

/// Something to do, with what decides when.
///
/// It lives as a VTODO in a file that other programs may edit too; what is not in here stays in the file as it is.
package struct TaskItem: Equatable, Sendable {
  /// Its identifier, the same in every program; a UUID where FocusKey or Taskwarrior made it.
  package var uid: String
  package var summary: String
  package var notes: String?
  package var status = TaskStatus.needsAction
  package var priority: TaskPriority?
  package var due: TaskTime?
  /// When it makes sense to begin.
  package var scheduled: TaskTime?
  /// Until when it is hidden.
  package var wait: TaskTime?
  package var entered: Timestamp?
  package var modified: Timestamp?
  package var started: Timestamp?
  package var completed: Timestamp?
  package var project: String?
  package var tags: [String] = []
  /// The identifiers of tasks that have to be done before.
  package var dependsOn: [String] = []
  package var annotations: [TaskAnnotation] = []
  /// How much focus it takes, by the person's own estimate.
  package var estimate: Lapse?
  /// How far away the person placed it; `nil` leaves it to the due date.
  package var horizon: TaskHorizon?
  /// The apps that count as work on it.
  package var apps: [String] = []
  /// The sites that count as work on it.
  package var sites: [String] = []
  package var profile: String?
  package var recurrence: Recurrence?
  /// A rule of its file that says more than is continued here; the task cannot be completed without losing it.
  package var foreignRule: String?
  /// The clocks that its file names for its times; `nil` where it is on UTC or on the person's own.
  package var clocks: TaskClocks?
  package var location: String?
  package var link: String?
  /// How much of it is done, in percent.
  package var percent: Int?
  /// The identifier of the task that it is a part of.
  package var parent: String?
  package var alarms: [TaskAlarm] = []
  /// Members of Taskwarrior's that mean nothing here, as a JSON object; they go back out with it.
  package var foreignMembers: String?

  package init(uid: String, summary: String) {
    self.uid = uid
    self.summary = summary
  }

  package var isOver: Bool { status == .completed || status == .cancelled }

  package var isStarted: Bool { started != nil || status == .inProcess }

  package func isWaiting(at now: Timestamp, in zone: CivilZone) -> Bool {
    guard !isOver, let wait else { return false }
    return wait.start(in: zone) > now
  }
}

package struct TaskClocks: Equatable, Sendable {
  /// The `TZID`.
  package var name: String
  package var zone: CivilZone
}

/// How far a task is (RFC 5545, 3.8.1.11).
package enum TaskStatus: String, Sendable, CaseIterable {
  case needsAction = "NEEDS-ACTION"
  case inProcess = "IN-PROCESS"
  case completed = "COMPLETED"
  case cancelled = "CANCELLED"

  /// The word for programs, such as `in-process`.
  package var word: String {
    switch self {
    case .needsAction: "needs-action"
    case .inProcess: "in-process"
    case .completed: "completed"
    case .cancelled: "cancelled"
    }
  }
}

package enum TaskPriority: String, Sendable, CaseIterable {
  case high = "H"
  case medium = "M"
  case low = "L"

  /// The priority that a number means (RFC 5545, 3.8.1.9): 1 to 4 high, 5 medium, 6 to 9 low, else none.
  package init?(number: Int) {
    switch number {
    case 1...4: self = .high
    case 5: self = .medium
    case 6...9: self = .low
    default: return nil
    }
  }

  package var number: Int {
    switch self {
    case .high: 1
    case .medium: 5
    case .low: 9
    }
  }

  /// 3 for the highest, 1 for the lowest.
  var rank: Int {
    switch self {
    case .high: 3
    case .medium: 2
    case .low: 1
    }
  }
}

package enum TaskHorizon: String, Sendable, CaseIterable {
  /// Within a week.
  case short
  /// Within thirty days.
  case mid
  /// Later, or at no time in particular.
  case long
}

package struct TaskAnnotation: Equatable, Sendable {
  package var entered: Timestamp?
  package var text: String

  package init(_ text: String, entered: Timestamp?) {
    self.text = text
    self.entered = entered
  }
}
