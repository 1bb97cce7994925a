public import SessionTime

/// What happened at a gate, as it is kept for ever. Cards that were learned and repetitions are facts of their own
/// rooms.
public enum GateFact: Equatable, Sendable {
  /// Somebody asked for a break, and the gate before it was not passed. The asking holds until then.
  case asked(until: Tick)
  /// Somebody asked for something by its name, and its gate was not passed. The asking holds until then.
  case claimed(String, until: Tick)
  /// A registered key was tapped; whether it could end the session.
  case tapped(String, mayEnd: Bool)
  /// The sentence of a step was typed.
  case typed(String)
  /// That many different cards were answered, in a rehearsal that has none.
  case learned(Int)
}
