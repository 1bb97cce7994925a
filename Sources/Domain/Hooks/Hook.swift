package import FocusSession

/// Something that the person wants done when something happens.
package struct Hook: Equatable, Sendable {
  /// When a hook is called.
  package enum Cause: Hashable, Sendable {
    /// An event of that name happened.
    case event(String)
    /// A link of that route of the person's own arrived.
    case route(String)
  }

  /// What is done.
  package enum Action: Equatable, Sendable {
    /// A program is run, with these words; what happened is its input and is in its environment, never among its
    /// words.
    case run([String])
    /// What happened is sent to a web address.
    case post(url: String, headers: [Header])
    /// What happened is published at an MQTT broker, under the topic that is the address's path.
    case publish(url: String)
  }

  /// A line that goes with what is sent.
  package struct Header: Equatable, Sendable {
    package let name: String
    package let value: String

    /// Names a value.
    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// How long a hook may take where the person does not say.
  package static let usualLimit = Lapse.seconds(10)

  /// What the log calls it.
  package let name: String
  /// When it is called.
  package let causes: [Cause]
  /// What is done.
  package let action: Action
  /// How long that may take.
  package let limit: Lapse

  /// A hook.
  package init(name: String, causes: [Cause], action: Action, limit: Lapse = Hook.usualLimit) {
    self.name = name
    self.causes = causes
    self.action = action
    self.limit = limit
  }
}

/// All hooks, in the order of the configuration, which is the order in which they are called.
package struct HookBook: Equatable, Sendable {
  package let hooks: [Hook]
  private let numbers: [Hook.Cause: [Int]]

  /// A book of these hooks.
  package init(_ hooks: [Hook] = []) {
    self.hooks = hooks
    var numbers: [Hook.Cause: [Int]] = [:]
    for (number, hook) in hooks.enumerated() {
      for cause in hook.causes where numbers[cause]?.last != number { numbers[cause, default: []].append(number) }
    }
    self.numbers = numbers
  }

  /// The hooks, by their number, that are called for a reason.
  package func hooks(for cause: Hook.Cause) -> [Int] { numbers[cause] ?? [] }
}
