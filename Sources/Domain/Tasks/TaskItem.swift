package import FocusSession

/// Something to do, with what decides when.
///
/// It lives as a VTODO in a file that other programs may edit too; what is not in here stays in the file as it is.
package struct TaskItem: Equatable, Sendable {
  /// Its identifier, the same in every program; a UUID where FocusKey or Taskwarrior made it.
  package var uid: String
  /// What is to be done, in a few words.
  package var summary: String
  /// Longer text.
  package var notes: String?
  /// How far it is.
  package var status = TaskStatus.needsAction
  /// How important the person says it is.
  package var priority: TaskPriority?
  /// When it has to be done.
  package var due: TaskTime?
  /// When it makes sense to begin.
  package var scheduled: TaskTime?
  /// Until when nobody wants to see it.
  package var wait: TaskTime?
  /// When it was written down.
  package var entered: Timestamp?
  /// When it was last changed.
  package var modified: Timestamp?
  /// When work on it began.
  package var started: Timestamp?
  /// When it was done.
  package var completed: Timestamp?
  /// What it belongs to.
  package var project: String?
  /// Words to find it by.
  package var tags: [String] = []
  /// The identifiers of tasks that have to be done before.
  package var dependsOn: [String] = []
  /// What was noted later.
  package var annotations: [TaskAnnotation] = []
  /// How much focus it takes, by the person's own estimate.
  package var estimate: Lapse?
  /// How far away the person placed it; `nil` leaves it to the due date.
  package var horizon: TaskHorizon?
  /// The apps that are work on it.
  package var apps: [String] = []
  /// The sites that are work on it.
  package var sites: [String] = []
  /// The profile in which it is worked on.
  package var profile: String?
  /// When it comes again once it is done.
  package var recurrence: Recurrence?
  /// A rule of its file that says more than is continued here; the task cannot be completed without losing it.
  package var foreignRule: String?
  /// The clocks that its file names for its times; `nil` where it is on UTC or on the person's own.
  package var clocks: TaskClocks?
  /// Where it is, in the words of its file.
  package var location: String?
  /// A page that belongs to it.
  package var link: String?
  /// How much of it is done, in percent.
  package var percent: Int?
  /// The identifier of the task that it is a part of.
  package var parent: String?
  /// When to remind of it, as its file says.
  package var alarms: [TaskAlarm] = []
  /// Members of Taskwarrior's that mean nothing here, as a JSON object; they go back out with it.
  package var foreignMembers: String?

  /// A task that is to be done.
  package init(uid: String, summary: String) {
    self.uid = uid
    self.summary = summary
  }

  /// Whether nothing is left to do.
  package var isOver: Bool { status == .completed || status == .cancelled }

  /// Whether work on it has begun.
  package var isStarted: Bool { started != nil || status == .inProcess }

  /// Whether nobody wants to see it yet.
  package func isWaiting(at now: Timestamp, in zone: CivilZone) -> Bool {
    guard !isOver, let wait else { return false }
    return wait.start(in: zone) > now
  }
}

/// Civil clocks with the name that a file calls them by.
package struct TaskClocks: Equatable, Sendable {
  /// The `TZID`.
  package var name: String
  /// The clocks.
  package var zone: CivilZone

  /// Named clocks.
  package init(name: String, zone: CivilZone) {
    self.name = name
    self.zone = zone
  }
}

/// How far a task is (RFC 5545, 3.8.1.11).
package enum TaskStatus: String, Sendable, CaseIterable {
  /// Nobody has begun.
  case needsAction = "NEEDS-ACTION"
  /// Somebody has begun.
  case inProcess = "IN-PROCESS"
  /// It is done.
  case completed = "COMPLETED"
  /// It will not be done.
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

/// How important a task is, as Taskwarrior has it.
package enum TaskPriority: String, Sendable, CaseIterable {
  /// Above the others.
  case high = "H"
  /// In between.
  case medium = "M"
  /// Below the others.
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

  /// The number that is written for it.
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

/// How far away a task is.
package enum TaskHorizon: String, Sendable, CaseIterable {
  /// Within a week.
  case short
  /// Within thirty days.
  case mid
  /// Later, or at no time in particular.
  case long
}

/// Something noted about a task later.
package struct TaskAnnotation: Equatable, Sendable {
  /// When.
  package var entered: Timestamp?
  /// What.
  package var text: String

  /// A note.
  package init(_ text: String, entered: Timestamp?) {
    self.text = text
    self.entered = entered
  }
}
