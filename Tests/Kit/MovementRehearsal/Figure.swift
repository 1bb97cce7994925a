import Glibc
import Movement

/// A drawn person: lengths of the body in trunks, and how they stand before the camera.
package struct Figure {
  var upperLeg = 0.85
  var lowerLeg = 0.85
  var upperArm = 0.60
  var foreArm = 0.52
  var shoulders = 0.40
  var hips = 0.22
  /// How far the person is turned away from the camera, in radians.
  var turned = 0.0
  /// Which way a lying person faces.
  var facing = 1.0

  init(_ random: inout Seeded) {
    upperLeg *= random.about(1, 0.08)
    lowerLeg *= random.about(1, 0.08)
    upperArm *= random.about(1, 0.06)
    foreArm *= random.about(1, 0.06)
    shoulders *= random.about(1, 0.1)
    hips *= random.about(1, 0.1)
    turned = random.about(0, 0.35)
    facing = random.unit() < 0.5 ? 1 : -1
  }

  /// What the body does at a moment; every share is 0 at rest and 1 at the turning point.
  struct Attitude {
    var spread = 0.0
    var arms = 0.0
    var squat = 0.0
    var bend = 0.0
    var lift = (left: 0.0, right: 0.0)
    var twist = 0.0
    var across = 0.0
    var up = 0.0
    /// Lying on the hands or on the back, with the share of the movement.
    var pushUp: Double?
    var sitUp: Double?
    var spreadAngle = 24.0
    var armAngle = 155.0
    var squatDepth = 0.75
    var sitUpAngle = 80.0
    var pushUpDepth = 0.75
  }

  typealias Place = (x: Double, y: Double)

  /// The thirteen joints; y down, the floor at 0.
  func joints(_ a: Attitude) -> [Place] {
    if let share = a.pushUp { return pushUp(share, a) }
    if let share = a.sitUp { return sitUp(share, a) }
    let turn = cos(turned)
    let leg = upperLeg + lowerLeg
    let abduction = (3 + a.spread * a.spreadAngle) * .pi / 180
    let drop = a.squat * a.squatDepth
    let footX = hips / 2 + leg * sin(abduction)
    let hipY = -(leg * cos(abduction) - drop) - a.up
    let lean = (a.squat * 25 + a.bend * 95) * .pi / 180
    let shoulderY = hipY - cos(lean)
    let arm = (8 + a.arms * (a.armAngle - 8)) * .pi / 180
    func limb(_ side: Double) -> (elbow: Place, wrist: Place) {
      let forward = a.squat * 0.9
      let angle = arm
      let shoulder = (x: side * shoulders, y: shoulderY)
      let swing = a.bend * 0.7
      let elbow = (
        x: shoulder.x + side * upperArm * sin(angle),
        y: shoulder.y + upperArm * cos(angle) * (1 - forward) + swing * 0.1
      )
      let wrist = (
        x: elbow.x + side * foreArm * sin(angle), y: elbow.y + foreArm * cos(angle) * (1 - forward) + swing * 0.1
      )
      return (elbow, wrist)
    }
    func legJoints(_ side: Double, _ lift: Double) -> (knee: Place, ankle: Place) {
      let bow = drop > 0 ? 0.25 * a.squat : 0
      let ankle = (x: side * footX, y: -lift * 0.55 - a.up)
      let knee = (x: side * (hips / 2 + (footX - hips / 2) / 2 + bow), y: (hipY + ankle.y) / 2 - lift * 0.2)
      return (knee, ankle)
    }
    let left = limb(-1)
    let right = limb(1)
    let leftLeg = legJoints(-1, a.lift.left)
    let rightLeg = legJoints(1, a.lift.right)
    let twisted = cos(a.twist)
    let all: [Place] = [
      (0, shoulderY - 0.35), (-shoulders * twisted, shoulderY), (shoulders * twisted, shoulderY), left.elbow,
      right.elbow,
      left.wrist, right.wrist, (-hips / 2, hipY), (hips / 2, hipY), leftLeg.knee, rightLeg.knee, leftLeg.ankle,
      rightLeg.ankle,
    ]
    return all.map { ($0.x * turn + a.across, $0.y) }
  }

  /// From the side: hands below the shoulders, the body straight.
  private func pushUp(_ share: Double, _ a: Attitude) -> [Place] {
    let arm = upperArm + foreArm
    let height = arm * (1 - share * a.pushUpDepth)
    let leg = upperLeg + lowerLeg
    let tilt = asin(min(0.9, height / (1 + leg)))
    let shoulder = (x: 0.0, y: -height)
    let hip = (x: shoulder.x - cos(tilt), y: shoulder.y + sin(tilt))
    let ankle = (x: hip.x - leg * cos(tilt), y: hip.y + leg * sin(tilt))
    let knee = (x: (hip.x + ankle.x) / 2, y: (hip.y + ankle.y) / 2)
    let wrist = (x: 0.05, y: 0.0)
    let elbow = (x: -0.2 * share, y: -height / 2)
    let nose = (x: 0.3, y: shoulder.y - 0.05)
    return twins([nose, shoulder, elbow, wrist, hip, knee, ankle], a)
  }

  private func sitUp(_ share: Double, _ a: Attitude) -> [Place] {
    let angle = (4 + share * a.sitUpAngle) * .pi / 180
    let hip = (x: -1.0, y: -0.12)
    let shoulder = (x: hip.x + cos(angle), y: hip.y - sin(angle))
    let nose = (x: shoulder.x + 0.3 * cos(angle), y: shoulder.y - 0.3 * sin(angle) - 0.05)
    let knee = (x: hip.x - upperLeg * 0.75, y: -0.62)
    let ankle = (x: hip.x - upperLeg * 1.1, y: 0.0)
    let elbow = (x: shoulder.x + 0.1, y: shoulder.y + 0.25)
    let wrist = (x: shoulder.x - 0.1, y: shoulder.y + 0.1)
    return twins([nose, shoulder, elbow, wrist, hip, knee, ankle], a)
  }

  /// Left and right nearly at one place, as seen from the side.
  private func twins(_ side: [Place], _ a: Attitude) -> [Place] {
    var all: [Place] = [(side[0].x, side[0].y)]
    for place in side.dropFirst() { all += [(place.x, place.y), (place.x + 0.06, place.y - 0.03)] }
    return all.map { ($0.x * facing + a.across, $0.y) }
  }
}
