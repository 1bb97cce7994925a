/// An exercise that is counted from the joints of a person.
public enum Exercise: String, CaseIterable, Sendable {
  /// Feet apart and arms up, and back.
  case jumpingJack = "jumping_jack"
  /// Hips down and up.
  case squat
  /// Both arms from the side to above the head, and back.
  case armRaise = "arm_raise"
  /// Lying on the hands: down and up.
  case pushUp = "push_up"
  /// Lying on the back: the trunk up and down.
  case sitUp = "sit_up"

  /// Those that are done standing: a camera before a desk sees all of a person then.
  public static let standing: [Exercise] = [.jumpingJack, .squat, .armRaise]

  /// The least swing of the signal that is a whole repetition: in lengths of the trunk, for a sit-up in 60 degrees.
  public var leastSwing: Double {
    switch self {
    case .jumpingJack: 0.40
    case .squat: 0.42
    case .armRaise: 1.0
    case .pushUp: 0.35
    case .sitUp: 0.75
    }
  }

  /// The effort of one repetition in tenths of a jumping jack's.
  public var effort: Int {
    switch self {
    case .armRaise: 6
    case .jumpingJack: 10
    case .squat, .sitUp: 12
    case .pushUp: 16
    }
  }

  /// The exercise in a sentence: `10 jumping jacks`.
  public func words(_ count: Int) -> String {
    let name =
      switch self {
      case .jumpingJack: "jumping jack"
      case .squat: "squat"
      case .armRaise: "arm raise"
      case .pushUp: "push-up"
      case .sitUp: "sit-up"
      }
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
