public import SessionTime

/// One thing that a person does before something loosens.
public enum GateStep: Equatable, Sendable {
  /// Let that much time pass after asking.
  case wait(Lapse)
  /// Tap a key after asking.
  case tap(GateKey)
  /// Type the sentence after asking.
  case type(String)
  /// Answer that many cards.
  case learn(Int)
  /// Do that many repetitions.
  case move(Int)
  /// Tap the key of that name at any time in the session, wherever it can be read: one in another room.
  case scan(String)

  /// The wait that takes the place of a step that nobody can pass any more.
  public static let standIn = GateStep.wait(.minutes(1))
  /// The most steps of one gate.
  public static let most = 10

  /// How long it makes a person wait; nothing for all other steps.
  public var wait: Lapse {
    if case .wait(let lapse) = self { lapse } else { .zero }
  }
}

/// Which key a gate wants tapped.
public enum GateKey: Equatable, Sendable {
  /// The key of that name.
  case named(String)
  /// Any key that may end the session and proves itself as strongly as the profile asks.
  case anyStopKey
}

/// What loosens once its gate is passed.
public enum Loosening: Equatable, Sendable, CaseIterable {
  /// A break begins.
  case takeBreak
  /// One blocked thing opens for a few minutes.
  case visit
  /// The session ends, or another profile takes over.
  case end
}

extension GateStep {
  /// Whether that is the sentence that the step asks for; blanks around it do not count.
  public func accepts(typed text: String) -> Bool {
    guard case .type(let sentence) = self else { return false }
    return trimmed(text) == Array(sentence.utf8)[...]
  }

  private func trimmed(_ text: String) -> ArraySlice<UInt8> {
    var octets = Array(text.utf8)[...]
    while let first = octets.first, first == 0x20 || first == 0x0A || first == 0x0D { octets = octets.dropFirst() }
    while let last = octets.last, last == 0x20 || last == 0x0A || last == 0x0D { octets = octets.dropLast() }
    return octets
  }
}
