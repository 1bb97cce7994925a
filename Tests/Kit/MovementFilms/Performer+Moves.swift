import Glibc
import Movement

extension Performer {
  /// The bones at a share of an exercise: 0 is rest, 1 the turning point.
  ///
  /// - Parameter sway: how a standing person moves all the time, from -1 to 1.
  func skeleton(_ exercise: Exercise, _ share: Double, sway: (Double, Double) = (0, 0)) -> Skeleton {
    var bones = Skeleton()
    switch exercise {
    case .pushUp: bones = pushUp(share)
    case .sitUp: bones = sitUp(share)
    case .squat: stand(&bones, squat: share, spread: 0, sway)
    case .jumpingJack: stand(&bones, squat: 0, spread: share, sway)
    case .armRaise: stand(&bones, squat: 0, spread: 0, sway)
    }
    switch exercise {
    case .jumpingJack, .armRaise: raiseArms(&bones, blend(9, armAngle, share), sway.1)
    case .squat: squatArms(&bones, share)
    case .pushUp, .sitUp: break
    }
    return bones.mapped { $0.turned(by: turned) }
  }

  private func stand(_ bones: inout Skeleton, squat: Double, spread: Double, _ sway: (Double, Double)) {
    let hop = 0.12 * height * spread * (1 - spread)
    let apart = stance * height + spread * self.spread * height
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      bones.ankles[index] = Place(side * apart, sole + hop, 0)
      let out = toesOut * .pi / 180
      bones.toes[index] =
        bones.ankles[index] + Place(side * sin(out), 0, cos(out)) * foot * 0.72 - Place(0, sole * 0.45, 0)
    }
    let straight = ((thigh + shin) * (thigh + shin) * 0.985 - (apart - halfHips) * (apart - halfHips)).squareRoot()
    let lean = (2 + squat * squatLean) * .pi / 180
    bones.pelvis = Place(
      0.008 * height * sway.0, bones.ankles[0].y + straight - squat * squatDepth * height,
      -squat * squatBack * height + 0.004 * height * sway.1)
    bones.chest = bones.pelvis + trunk * Place(0.012 * sway.1, cos(lean), sin(lean))
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      bones.hips[index] = bones.pelvis + Place(side * halfHips, 0, 0)
      bones.shoulders[index] = bones.chest + Place(side * halfShoulders, 0, 0)
      let out = toesOut * .pi / 180
      bones.knees[index] =
        hinge(
          bones.hips[index], bones.ankles[index], thigh, shin, towards: Place(side * sin(out), 0.05, cos(out))
        ).0
    }
    turnHead(&bones, Place(0, cos(lean * 0.6), sin(lean * 0.6)), Place(0.03 * sway.0, -sin(lean * 0.35), 1))
  }

  private func turnHead(_ bones: inout Skeleton, _ up: Place, _ face: Place) {
    bones.head = bones.chest + up * neck
    bones.face = face.unit
    bones.crown = (up - bones.face * dot(up, bones.face)).unit
    bones.nose = bones.head + bones.face * 0.066 * height - bones.crown * 0.006 * height
  }

  /// Arms at an angle from hanging, in degrees, in the plane of the body.
  private func raiseArms(_ bones: inout Skeleton, _ degrees: Double, _ sway: Double) {
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      let upper = (degrees + side * sway * 2) * .pi / 180
      let lower = upper + (degrees > 90 ? 0.12 : -0.08)
      bones.elbows[index] =
        bones.shoulders[index] + upperArm * Place(side * sin(upper), -cos(upper), 0.08).unit
      bones.wrists[index] = bones.elbows[index] + foreArm * Place(side * sin(lower), -cos(lower), 0.14).unit
    }
  }

  private func squatArms(_ bones: inout Skeleton, _ share: Double) {
    raiseArms(&bones, 9, 0)
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      let shoulder = bones.shoulders[index]
      switch squatArms {
      case .atTheSides: break
      case .forward:
        let angle = (8 + 76 * min(1, share * 1.3)) * .pi / 180
        bones.elbows[index] = shoulder + upperArm * Place(side * 0.1, -cos(angle), sin(angle)).unit
        bones.wrists[index] = bones.elbows[index] + foreArm * Place(-side * 0.06, -cos(angle) + 0.05, sin(angle)).unit
      case .clasped:
        let target = bones.chest + height * Place(side * 0.022, -0.085, 0.14)
        (bones.elbows[index], bones.wrists[index]) = hinge(
          shoulder, target, upperArm, foreArm, towards: Place(side * 0.8, -1, -0.1))
      case .atTheHips:
        let target = bones.hips[index] + height * Place(side * 0.05, 0.045, 0.045)
        (bones.elbows[index], bones.wrists[index]) = hinge(
          shoulder, target, upperArm, foreArm, towards: Place(side, 0.1, -0.5))
      }
    }
  }

  /// Lying on the hands, seen from the side.
  private func pushUp(_ share: Double) -> Skeleton {
    var bones = Skeleton()
    let reach = upperArm + foreArm
    let high = 0.04 * height + reach * blend(0.97, 0.38, share)
    let length = trunk + thigh + shin
    let tilt = asin(min(0.9, (high - 0.05 * height) / length))
    let along = Place(-cos(tilt), -sin(tilt), 0)
    bones.chest = Place(0.3 * height, high, 0)
    bones.pelvis = bones.chest + along * trunk
    let knee = bones.pelvis + along * thigh
    let ankle = knee + along * shin
    turnHead(&bones, Place(cos(tilt), sin(tilt) + 0.1, 0).unit, Place(0.3, -1, 0.1))
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      let across = Place(0, 0, side)
      bones.shoulders[index] = bones.chest + across * halfShoulders
      bones.hips[index] = bones.pelvis + across * halfHips
      bones.knees[index] = knee + across * halfHips
      bones.ankles[index] = ankle + across * halfHips
      bones.toes[index] = bones.ankles[index] + Place(0.02, -0.045, 0) * height
      let hand = Place(bones.chest.x + 0.01 * height, 0.03 * height, side * halfShoulders * 1.25)
      (bones.elbows[index], bones.wrists[index]) = hinge(
        bones.shoulders[index], hand, upperArm, foreArm, towards: Place(-1, 0, side * 0.7))
    }
    return bones
  }

  /// Lying on the back, seen from the side.
  private func sitUp(_ share: Double) -> Skeleton {
    var bones = Skeleton()
    let angle = blend(4, 76, share) * .pi / 180
    bones.pelvis = Place(0, 0.06 * height, 0)
    bones.chest = bones.pelvis + trunk * Place(cos(angle), sin(angle), 0)
    turnHead(&bones, Place(cos(angle + 0.15), sin(angle + 0.15), 0), Place(-sin(angle), cos(angle), 0.1))
    for (index, side) in [(0, 1.0), (1, -1.0)] {
      let across = Place(0, 0, side)
      bones.shoulders[index] = bones.chest + across * halfShoulders
      bones.hips[index] = bones.pelvis + across * halfHips
      bones.ankles[index] = Place(-0.30 * height, sole, side * halfHips * 1.2)
      bones.toes[index] = bones.ankles[index] + Place(-foot * 0.7, -sole * 0.4, 0)
      bones.knees[index] =
        hinge(bones.hips[index], bones.ankles[index], thigh, shin, towards: Place(-0.1, 1, side * 0.15)).0
      let ear = bones.head + across * 0.05 * height + bones.face * 0.01
      (bones.elbows[index], bones.wrists[index]) = hinge(
        bones.shoulders[index], ear, upperArm, foreArm, towards: Place(-0.5, 0.3, side))
    }
    return bones
  }
}
