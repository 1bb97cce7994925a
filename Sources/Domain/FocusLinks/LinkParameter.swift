/// Something that a link carries.
public struct LinkParameter: Equatable, Sendable {
  /// The kinds of values.
  public enum Kind: Equatable, Sendable {
    /// The name of a profile.
    case profile
    /// A whole number of minutes.
    case minutes(ClosedRange<Int>)
    /// What the person is about to do.
    case task
    /// What is to be done about tasks.
    case deed
    /// What is to be visited: a site, an app or a list.
    case thing
    /// A text for the hook of an own route.
    case text
  }

  /// The name: in the query as it is written, in a path as the pattern calls it.
  public let name: String
  /// What the value is.
  public let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  static let profile = LinkParameter("profile", .profile)
  /// A day at most: schedules are for what comes back every day.
  static let minutes = LinkParameter("minutes", .minutes(1...1440))
  static let task = LinkParameter("task", .task)
  static let deed = LinkParameter("do", .deed)
  static let thing = LinkParameter("what", .thing)
  static let visitMinutes = LinkParameter("minutes", .minutes(1...60))
}

/// A link's values while it is read; a place for each kind, so that reading allocates nothing.
struct LinkFields: Sendable {
  var profile: String?
  var minutes: Int?
  var task: String?
  var deed: TaskDeed?
  var thing: String?
  /// The arguments of a person's own route.
  var others: [OwnLink.Argument] = []

  /// The value of a parameter as it is written, before percent-encoding.
  func written(_ parameter: LinkParameter) -> String? {
    switch parameter.kind {
    case .profile: profile
    case .minutes: minutes.map { number in String(number) }
    case .task: task
    case .deed: deed?.rawValue
    case .thing: thing
    case .text: others.first { argument in argument.name == parameter.name }?.value
    }
  }

  func has(_ parameter: LinkParameter) -> Bool {
    switch parameter.kind {
    case .profile: profile != nil
    case .minutes: minutes != nil
    case .task: task != nil
    case .deed: deed != nil
    case .thing: thing != nil
    case .text: others.contains { argument in argument.name == parameter.name }
    }
  }

  mutating func set(_ parameter: LinkParameter, _ text: String) {
    switch parameter.kind {
    case .profile: profile = text
    case .task: task = text
    case .thing: thing = text
    case .text: others.append(OwnLink.Argument(parameter.name, text))
    case .deed: deed = TaskDeed(rawValue: text)
    case .minutes: break
    }
  }
}
