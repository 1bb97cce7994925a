extension Exercise {
  /// The movement as one number: low at rest, high at the turning point.
  func signal(_ body: BodyMeasures) -> Double {
    switch self {
    case .jumpingJack: body.stance
    case .squat: -body.legs
    case .armRaise: body.wrists
    case .pushUp: body.wrists
    case .sitUp: body.trunk / 60
    }
  }

  /// The joints without which the signal says nothing.
  func isVisible(_ body: borrowing BodyTrack, within seconds: Double) -> Bool {
    func both(_ one: Joint, _ other: Joint) -> Bool {
      body.isSeen(one, within: seconds) && body.isSeen(other, within: seconds)
    }
    func either(_ one: Joint, _ other: Joint) -> Bool {
      body.isSeen(one, within: seconds) || body.isSeen(other, within: seconds)
    }
    return switch self {
    case .jumpingJack: both(.leftAnkle, .rightAnkle)
    case .squat: both(.leftAnkle, .rightAnkle) && either(.leftHip, .rightHip)
    case .armRaise: both(.leftWrist, .rightWrist) && either(.leftShoulder, .rightShoulder)
    case .pushUp: either(.leftWrist, .rightWrist) && either(.leftShoulder, .rightShoulder)
    case .sitUp: either(.leftHip, .rightHip) && either(.leftShoulder, .rightShoulder)
    }
  }

  /// Whether the rest of the body did in one repetition what belongs to it.
  ///
  /// - Parameter lift: how far the wrists were higher near the turning point than at rest, on average.
  func accepts(_ spans: borrowing BodySpans, lift: Double) -> Bool {
    switch self {
    case .jumpingJack: spans.wrists.width >= 0.22 && lift >= 0.3 && spans.trunk.low > 40
    case .squat: spans.feet.width <= 0.6 && spans.trunk.low > 20
    case .armRaise: spans.feet.width <= 0.45 && spans.legs.width <= 0.4 && spans.trunk.low > 40
    // On the hands, not upright with arms that are lifted.
    case .pushUp:
      spans.trunk.width <= 35 && spans.trunk.high < 50 && spans.wrists.high <= 0.05 && spans.legs.high <= 1.1
    // On the floor: the legs do not carry.
    case .sitUp: spans.legs.high <= 1.1
    }
  }
}
