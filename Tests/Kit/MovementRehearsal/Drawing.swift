import Glibc
import Movement

/// Draws a person frame by frame.
struct Drawing {
  let condition: Condition
  var figure: Figure
  var time = 0.0
  var poses: [Pose] = []
  var unseen: [Double] = []
  private var nextFrame = 0.0
  private var centre: (x: Double, y: Double)
  private var attitude = Figure.Attitude()
  private var driftPhase: Double
  private var isHidden = false
  private var passer: (figure: Figure, scale: Double, from: Double, began: Double, way: Double)?

  init(_ condition: Condition, _ random: inout Seeded) {
    self.condition = condition
    figure = Figure(&random)
    if let turned = condition.turned { figure.turned = turned }
    centre = (320 + random.about(0, 60), 440)
    driftPhase = random.within(0, 6)
    attitude.spreadAngle = random.within(20, 30)
    attitude.armAngle = random.within(135, 170)
    attitude.squatDepth = random.within(0.7, 0.95)
    attitude.sitUpAngle = random.within(72, 88)
    attitude.pushUpDepth = random.within(0.6, 0.8)
  }

  // MARK: What a person does

  mutating func rest(_ seconds: Double, _ exercise: Exercise, _ random: inout Seeded) {
    run(seconds, &random) { attitude, _ in Self.set(&attitude, exercise, 0) }
  }

  mutating func repetition(_ exercise: Exercise, _ random: inout Seeded, half: Bool = false) {
    let pace = condition.pace * random.about(1, 0.08)
    // A half stays clearly below the least swing.
    let depth = half ? Self.half(exercise) : condition.depth * random.about(1, 0.05)
    let hold = condition.hold
    run(pace + hold, &random) { attitude, second in
      let share: Double
      if second < pace / 2 {
        share = (1 - cos(2 * .pi * second / pace)) / 2
      } else if second < pace / 2 + hold {
        share = 1
      } else {
        share = (1 - cos(2 * .pi * (second - hold) / pace)) / 2
      }
      Self.set(&attitude, exercise, share * depth)
    }
  }

  private static func half(_ exercise: Exercise) -> Double {
    switch exercise {
    case .jumpingJack: 0.2
    case .squat, .armRaise: 0.35
    case .pushUp, .sitUp: 0.35
    }
  }

  private static func set(_ attitude: inout Figure.Attitude, _ exercise: Exercise, _ share: Double) {
    attitude.spread = 0
    attitude.arms = 0
    attitude.squat = 0
    attitude.bend = 0
    attitude.up = 0
    attitude.lift = (0, 0)
    attitude.twist = 0
    (attitude.pushUp, attitude.sitUp) = (nil, nil)
    switch exercise {
    case .jumpingJack:
      (attitude.spread, attitude.arms) = (share, share)
      attitude.up = 0.25 * share * (1 - share)
    case .squat: attitude.squat = share
    case .armRaise: attitude.arms = share
    case .pushUp: attitude.pushUp = share
    case .sitUp: attitude.sitUp = share
    }
  }

  mutating func interrupt(_ exercise: Exercise, _ random: inout Seeded) {
    if condition.pause > 0 { rest(condition.pause, exercise, &random) }
    if condition.hidden > 0 {
      isHidden = true
      rest(condition.hidden, exercise, &random)
      isHidden = false
    }
    if condition.passerBy > 0 {
      let way = random.unit() < 0.5 ? -1.0 : 1.0
      passer = (Figure(&random), condition.trunk * random.within(0.8, 1.4), way * -260, time, way)
      rest(condition.passerBy, exercise, &random)
      passer = nil
    }
  }

  /// Some seconds of something else.
  mutating func other(_ random: inout Seeded) {
    let kind = Int(random.within(0, 9))
    let pace = random.within(0.7, 2)

    let size = random.within(0.6, 1)
    let direction = random.unit() < 0.5 ? -1.0 : 1.0
    run(random.within(2, 6), &random) { attitude, second in
      Self.set(&attitude, .squat, 0)
      let wave = (1 - cos(2 * .pi * second / pace)) / 2
      let side = sin(2 * .pi * second / pace)
      switch kind {
      case 0: attitude.across += direction * 0.02  // walking away sideways
      case 1: attitude.lift = (max(0, side) * size, max(0, -side) * size)  // knees up
      case 2:
        attitude.lift = (max(0, side) * 0.5, max(0, -side) * 0.5)  // jogging
        attitude.arms = 0.15 + 0.1 * side
      case 3: attitude.twist = side * 0.8
      case 4: attitude.bend = wave * size  // toe touches
      case 5: attitude.arms = 0.3 + 0.12 * side  // waving
      case 6: attitude.spread = wave * 0.15  // shifting the feet
      case 7: attitude.squat = 0.3 * wave  // bobbing
      default: break  // standing
      }
    }
    attitude.across *= 0.5
  }

  // MARK: Frames

  private mutating func run(
    _ seconds: Double, _ random: inout Seeded, _ pose: (inout Figure.Attitude, _ second: Double) -> Void
  ) {
    let end = time + seconds
    let began = time
    while nextFrame < end {
      pose(&attitude, nextFrame - began)
      time = nextFrame
      frame(&random)
      let step = 1 / condition.framesPerSecond
      nextFrame += step * (1 + random.about(0, condition.uneven))
    }
    time = end
  }

  private mutating func frame(_ random: inout Seeded) {
    if isHidden || random.unit() < condition.lostFrames {
      unseen.append(time)
      return
    }
    var scale = condition.trunk
    var moved = attitude
    moved.across += condition.drift * time * sin(driftPhase)
    var drawn = figure
    var shift = 0.0
    if let passer {
      var walking = Figure.Attitude()
      let stride = sin(2 * .pi * 1.6 * (time - passer.began))
      walking.lift = (max(0, stride) * 0.2, max(0, -stride) * 0.2)
      (moved, drawn, scale) = (walking, passer.figure, passer.scale)
      shift = passer.from + passer.way * 520 * (time - passer.began) / condition.passerBy
    }
    scale *= 1 + condition.drift * 0.15 * sin(time / 3 + driftPhase)
    let noise = condition.noise * 480
    let places = drawn.joints(moved).map { place in
      var joint = JointPlace(
        x: centre.x + shift + scale * place.x + noise * random.normal(),
        y: centre.y + scale * place.y + noise * random.normal(), confidence: random.within(0.7, 1))
      if random.unit() < condition.badJoints {
        joint.x += random.about(0, 0.6) * scale
        joint.y += random.about(0, 0.6) * scale
        // A quarter of the wrong places are given with confidence.
        if random.unit() < 0.75 { joint.confidence = random.within(0, 0.4) }
      }
      return joint
    }
    poses.append(Pose(time: time, places: places))
  }
}
