/// Red, green and blue, each from 0 to 1.
typealias Colour = SIMD3<Double>

/// A ball of a body: everything that is drawn of a person is made of them.
struct Ball {
  var middle: Place
  var radius: Double
  var colour: Colour
}

extension Performer {
  /// What covers the bones: flesh, clothes, shoes, a face.
  func balls(_ bones: Skeleton) -> [Ball] {
    var flesh = Flesh(size: height / 1.75, girth: girth)
    coverTrunk(bones, &flesh)
    for side in 0...1 {
      coverLeg(bones, side, &flesh)
      coverArm(bones, side, &flesh)
    }
    coverHead(bones, &flesh)
    return flesh.balls
  }

  private func coverTrunk(_ bones: Skeleton, _ flesh: inout Flesh) {
    // Half widths and depths in metres, from below the hips to the neck; 0 is the hips, 1 the shoulders.
    let rings: [(at: Double, wide: Double, deep: Double)] = [
      (-0.07, 0.145, 0.080), (0.03, 0.166, 0.100), (0.2, 0.158, 0.108), (0.42, 0.142, 0.100), (0.7, 0.166, 0.112),
      (0.88, 0.178, 0.098), (0.97, 0.168, 0.075), (1.05, 0.095, 0.060),
    ]
    let across = (bones.shoulders[0] - bones.shoulders[1]).unit
    let hipsAcross = (bones.hips[0] - bones.hips[1]).unit
    let axis = bones.chest - bones.pelvis
    for (low, high) in zip(rings, rings.dropFirst()) {
      let steps = 9
      for step in 0..<steps {
        let share = Double(step) / Double(steps)
        let at = blend(low.at, high.at, share)
        let radius = blend(low.deep, high.deep, share) * flesh.size * girth
        let half = max(0.001, blend(low.wide, high.wide, share) * flesh.size * (1 + (girth - 1) * 0.7) - radius)
        let side = blend(hipsAcross, across, min(max(at, 0), 1)) * half
        let middle = bones.pelvis + axis * at
        let isTrousers = at < waist
        let isDarkStripe = isStriped && !isTrousers && Int(at * 14) % 2 == 0
        let colour = isTrousers ? trousers : isDarkStripe ? shirt * 0.55 : shirt
        flesh.chain(middle - side, middle + side, radius, radius, colour)
      }
    }
  }

  private func coverLeg(_ bones: Skeleton, _ side: Int, _ flesh: inout Flesh) {
    let (hip, knee, ankle, toe) = (bones.hips[side], bones.knees[side], bones.ankles[side], bones.toes[side])
    let bare = isInShorts ? skin : trousers
    let loose = isInShorts ? 1.0 : 1.08
    let hem = blend(hip, knee, 0.62)
    flesh.limb(hip, hem, 0.083 * loose, 0.072 * loose, trousers)
    flesh.limb(hem, knee, 0.070 * loose, 0.056 * loose, bare)
    let calf = blend(knee, ankle, 0.3)
    flesh.limb(knee, calf, 0.054 * loose, 0.058 * loose, bare)
    flesh.limb(calf, ankle, 0.058 * loose, 0.038 * loose, bare)
    // A shoe ends below the ankle.
    let ground = Place(ankle.x, 0, ankle.z)
    let forward = Place(toe.x - ankle.x, 0, toe.z - ankle.z).unit * flesh.size
    let lift = Place(0, ankle.y - sole + 0.035 * flesh.size, 0)
    let heel = ground + lift - forward * 0.045
    flesh.chain(heel, ground + lift + forward * 0.09, 0.036 * flesh.size, 0.040 * flesh.size, shoes)
    flesh.chain(
      ground + lift + forward * 0.09, ground + lift + forward * 0.17, 0.040 * flesh.size, 0.030 * flesh.size, shoes)
  }

  private func coverArm(_ bones: Skeleton, _ side: Int, _ flesh: inout Flesh) {
    let (shoulder, elbow, wrist) = (bones.shoulders[side], bones.elbows[side], bones.wrists[side])
    let sleeve = blend(shoulder, elbow, 0.6)
    flesh.limb(shoulder, sleeve, 0.062, 0.056, shirt)
    flesh.limb(sleeve, elbow, hasLongSleeves ? 0.053 : 0.046, 0.042, hasLongSleeves ? shirt : skin)
    let bulge = blend(elbow, wrist, 0.3)
    flesh.limb(elbow, bulge, 0.042, 0.044, hasLongSleeves ? shirt : skin)
    flesh.limb(bulge, wrist, 0.043, 0.029, hasLongSleeves ? shirt : skin)
    let along = (wrist - elbow).unit
    let flat = Place(along.y, -along.x, 0.15).unit
    let size = flesh.size
    let palm = wrist + along * 0.075 * size
    for finger in -1...1 {
      flesh.chain(wrist, palm + flat * Double(finger) * 0.024 * size, 0.022 * size, 0.017 * size, skin)
    }
    for (place, length) in [(-1.5, 0.055), (-0.5, 0.075), (0.5, 0.07), (1.5, 0.05)] {
      let knuckle = palm + flat * place * 0.019 * size
      flesh.chain(knuckle, knuckle + (along + flat * place * 0.08) * length * size, 0.011 * size, 0.009 * size, skin)
    }
    let inner = side == 0 ? -1.0 : 1.0
    let thumb = wrist + along * 0.02 * size + flat * inner * 0.02 * size
    flesh.chain(thumb, thumb + (along * 0.7 + flat * inner * 0.7) * 0.06 * size, 0.014 * size, 0.011 * size, skin)
  }

  /// A face that can be seen: by it a front is told from a back, and left from right.
  private func coverHead(_ bones: Skeleton, _ flesh: inout Flesh) {
    let (head, face, crown, size) = (bones.head, bones.face, bones.crown, flesh.size)
    let across = Place(
      crown.y * face.z - crown.z * face.y, crown.z * face.x - crown.x * face.z, crown.x * face.y - crown.y * face.x)
    func at(_ right: Double, _ up: Double, _ front: Double) -> Place {
      head + (across * right + crown * up + face * front) * size
    }
    flesh.chain(bones.chest + (head - bones.chest) * 0.1, at(0, -0.06, -0.02), 0.058 * size, 0.052 * size, skin)
    flesh.chain(at(0, 0.03, -0.02), at(0, 0.02, 0.012), 0.082 * size, 0.078 * size, skin)
    flesh.chain(at(0, 0, 0.012), at(0, -0.068, 0.042), 0.072 * size, 0.044 * size, skin)
    for side in [-1.0, 1.0] {
      flesh.ball(at(side * 0.078, -0.004, -0.012), 0.02 * size, skin * 0.93)
      flesh.ball(at(side * 0.031, 0.014, 0.0785), 0.0135 * size, Colour(0.93, 0.93, 0.92))
      flesh.ball(at(side * 0.031, 0.014, 0.0875), 0.0075 * size, Colour(0.12, 0.09, 0.08))
      flesh.chain(
        at(side * 0.016, 0.036, 0.089), at(side * 0.046, 0.037, 0.077), 0.006 * size, 0.006 * size, hair * 0.6)
    }
    flesh.chain(at(0, 0.016, 0.086), at(0, -0.014, 0.096), 0.008 * size, 0.013 * size, skin * 1.03)
    flesh.chain(at(-0.02, -0.046, 0.083), at(0.02, -0.046, 0.083), 0.006 * size, 0.006 * size, Colour(0.62, 0.30, 0.29))
    // The hair is a cap above the brow and behind the ears.
    for (front, up, radius) in [(0.028, 0.072, 0.058), (-0.005, 0.062, 0.078), (-0.035, 0.035, 0.082)] {
      flesh.chain(at(-0.018, up, front), at(0.018, up, front), radius * size, radius * size, hair)
    }
    flesh.ball(at(0, -0.005, -0.045), 0.072 * size, hair)
    if isLongHaired {
      for side in [-1.0, 1.0] {
        flesh.chain(at(side * 0.06, 0.03, -0.04), at(side * 0.075, -0.11, -0.045), 0.036 * size, 0.03 * size, hair)
      }
    }
  }
}

/// Balls in rows.
private struct Flesh {
  let size: Double
  let girth: Double
  var balls: [Ball] = []

  init(size: Double, girth: Double) {
    self.size = size
    self.girth = girth
    balls.reserveCapacity(4000)
  }

  mutating func ball(_ middle: Place, _ radius: Double, _ colour: Colour) {
    balls.append(Ball(middle: middle, radius: radius, colour: colour))
  }

  /// From one place to another, so close that they are one body.
  mutating func chain(_ from: Place, _ to: Place, _ thick: Double, _ thin: Double, _ colour: Colour) {
    let steps = max(1, Int((to - from).length / (0.16 * min(thick, thin))))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      ball(blend(from, to, share), blend(thick, thin, share), colour)
    }
  }

  /// A chain of a person of this size and girth.
  mutating func limb(_ from: Place, _ to: Place, _ thick: Double, _ thin: Double, _ colour: Colour) {
    chain(from, to, thick * size * girth, thin * size * girth, colour)
  }
}
