/// What a link says, wherever it was found.
///
/// A link only asks. Whether it is obeyed is decided by the session and by how the link arrived.
public enum FocusLink: Equatable, Sendable {
  /// Start a profile, or the last used one; open-ended without minutes.
  case start(profile: String?, minutes: Int?, task: String?)
  /// Ask to end.
  case stop
  /// Ask for a break.
  case `break`(minutes: Int?)
  /// Open one blocked thing for some minutes.
  case visit(what: String, minutes: Int?)
  /// Come back from a break.
  case resume
  /// The link of a single card: start the profile, ask what next, or come back from a break, as the state demands.
  case focus(profile: String, task: String? = nil)
  /// Work on the next task, or say that the one that is worked on is done.
  case task(TaskDeed)
  /// Begin to learn.
  case learn
  /// Good night.
  case bed
  /// Good morning.
  case up
  /// What a guard called straying was work.
  case excuse
  /// Show the state.
  case status
  /// A route that the person configured.
  case own(OwnLink)
}

/// What a link asks about tasks; the words are those of its `do`.
public enum TaskDeed: String, Equatable, Sendable, CaseIterable {
  /// Work on what matters most.
  case next
  /// The task of the session is done.
  case done
}

/// A link of a route that the person configured. It carries a name and texts, never a command.
public struct OwnLink: Equatable, Sendable {
  /// A text that the link carries.
  public struct Argument: Equatable, Sendable {
    /// The name as the route declares it.
    public let name: String
    /// The text.
    public let value: String

    /// Makes an argument.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name of the route, which the configuration maps to a hook.
  public let route: String
  /// What the link carries, in the order of the declaration; what is optional and left out is missing.
  public let arguments: [Argument]

  /// Makes a link of an own route.
  public init(route: String, arguments: [Argument] = []) {
    self.route = route
    self.arguments = arguments
  }

  /// Two links say the same whatever the order of what they carry.
  public static func == (one: OwnLink, other: OwnLink) -> Bool {
    one.route == other.route && one.arguments.count == other.arguments.count
      && one.arguments.allSatisfy { argument in other.arguments.contains(argument) }
  }
}
