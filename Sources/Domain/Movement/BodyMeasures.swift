/// Measures of one frame that tell exercises apart, in lengths of the trunk.
struct BodyMeasures {
  /// From ankle to ankle.
  var feet: Double
  /// The sideways part of ``feet``.
  var stance: Double
  /// How far the wrists are above the shoulders.
  var wrists: Double
  /// How far the lower ankle is below the hips.
  var legs: Double
  /// The trunk's angle above the horizontal, in degrees.
  var trunk: Double

  init(_ body: borrowing BodyTrack) {
    let length = body.scale.length
    let shoulders = body.middle(.leftShoulder, .rightShoulder)
    let hips = body.middle(.leftHip, .rightHip)
    let (left, right) = (Joint.leftAnkle.rawValue, Joint.rightAnkle.rawValue)
    feet = distance((body.x[left], body.y[left]), (body.x[right], body.y[right])) / length
    stance = (body.x[left] - body.x[right]).magnitude / length
    wrists = (shoulders.y - body.middle(.leftWrist, .rightWrist).y) / length
    legs = (max(body.y[left], body.y[right]) - hips.y) / length
    trunk = elevation(up: hips.y - shoulders.y, across: (shoulders.x - hips.x).magnitude)
  }

  /// Moves towards a newer frame: a low pass whose time constant is `slowness` seconds.
  mutating func approach(_ newer: BodyMeasures, after elapsed: Double, slowness: Double) {
    let share = elapsed / (slowness + elapsed)
    feet += share * (newer.feet - feet)
    stance += share * (newer.stance - stance)
    wrists += share * (newer.wrists - wrists)
    legs += share * (newer.legs - legs)
    trunk += share * (newer.trunk - trunk)
  }
}

/// The angle above the horizontal in degrees, to a thousandth; from -90 to 90.
func elevation(up: Double, across: Double) -> Double {
  let (low, high) = (min(up.magnitude, across), max(up.magnitude, across))
  guard high > 0 else { return 0 }
  // A polynomial for the arc tangent between 0 and 1: no library is needed, and every machine gives the same.
  let ratio = low / high
  let square = ratio * ratio
  var sum = 0.0208351 * square - 0.0851330
  sum = sum * square + 0.1801410
  sum = sum * square - 0.3302995
  sum = sum * square + 0.9998660
  let angle = ratio * sum * 57.29577951308232
  let steep = up.magnitude > across ? 90 - angle : angle
  return up < 0 ? -steep : steep
}
