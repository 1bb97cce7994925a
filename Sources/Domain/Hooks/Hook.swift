package import FocusSession

/// Something that the person wants done when something happens.
package struct Hook: Equatable, Sendable {
  package enum Cause: Hashable, Sendable {
    case event(String)
    /// A link of the person's own route of that name arrived.
    case route(String)
  }

  package enum Action: Equatable, Sendable {
    /// A program is run, with these words; what happened is its input and is in its environment, never among its
    /// words.
    case run([String])
    case post(url: String, headers: [Header])
    /// What happened is published at an MQTT broker, under the topic that is the address's path.
    case publish(url: String)
  }

  package struct Header: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// How long a hook may take where the person does not say.
  package static let usualLimit = Lapse.seconds(10)

  package let name: String
  package let causes: [Cause]
  package let action: Action
  package let limit: Lapse

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

  package init(_ hooks: [Hook] = []) {
    self.hooks = hooks
    var numbers: [Hook.Cause: [Int]] = [:]
    for (number, hook) in hooks.enumerated() {
      for cause in hook.causes where numbers[cause]?.last != number { numbers[cause, default: []].append(number) }
    }
    self.numbers = numbers
  }

  /// The numbers of the hooks that are called for a cause.
  package func hooks(for cause: Hook.Cause) -> [Int] { numbers[cause] ?? [] }
}
