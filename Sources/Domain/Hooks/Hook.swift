public import FocusSession

/// Something that the person wants done when something happens.
public struct Hook: Equatable, Sendable {
  /// When a hook is called.
  public enum Cause: Hashable, Sendable {
    /// An event of that name happened.
    case event(String)
    /// A link of that route of the person's own arrived.
    case route(String)
  }

  /// What is done.
  public enum Action: Equatable, Sendable {
    /// A program is run, with these words; what happened is its input and is in its environment, never among its
    /// words.
    case run([String])
    /// What happened is sent to a web address.
    case post(url: String, headers: [Header])
    /// What happened is published at an MQTT broker, under the topic that is the address's path.
    case publish(url: String)
  }

  /// A line that goes with what is sent.
  public struct Header: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// Names a value.
    public init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// How long a hook may take where the person does not say.
  public static let usualLimit = Lapse.seconds(10)

  /// What the log calls it.
  public let name: String
  /// When it is called.
  public let causes: [Cause]
  /// What is done.
  public let action: Action
  /// How long that may take.
  public let limit: Lapse

  /// A hook.
  public init(name: String, causes: [Cause], action: Action, limit: Lapse = Hook.usualLimit) {
    self.name = name
    self.causes = causes
    self.action = action
    self.limit = limit
  }
}

/// All hooks, in the order of the configuration, which is the order in which they are called.
public struct HookBook: Equatable, Sendable {
  /// The hooks.
  public let hooks: [Hook]
  private let numbers: [Hook.Cause: [Int]]

  /// A book of these hooks.
  public init(_ hooks: [Hook] = []) {
    self.hooks = hooks
    var numbers: [Hook.Cause: [Int]] = [:]
    for (number, hook) in hooks.enumerated() {
      for cause in hook.causes where numbers[cause]?.last != number { numbers[cause, default: []].append(number) }
    }
    self.numbers = numbers
  }

  /// The hooks, by their number, that are called for a reason.
  public func hooks(for cause: Hook.Cause) -> [Int] { numbers[cause] ?? [] }
}
