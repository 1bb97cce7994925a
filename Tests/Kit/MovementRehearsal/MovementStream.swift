import Glibc
package import Movement

/// What makes a stream hard to count.
package struct Condition: Sendable {
  package var name: String
  /// Seconds of one repetition.
  package var pace = 1.3
  package var framesPerSecond = 30.0
  /// Of the height of the picture.
  package var noise = 0.003
  package var badJoints = 0.0
  package var lostFrames = 0.0
  package var uneven = 0.0
  /// The share of a whole movement.
  package var depth = 1.0
  /// The height of the trunk in a picture of 480 lines.
  package var trunk = 110.0
  package var pause = 0.0
  package var hidden = 0.0
  package var passerBy = 0.0
  package var drift = 0.0
  package var halves = false
  package var mixed = false
  package var hold = 0.0
  package var turned: Double?

  package init(_ name: String, _ change: (inout Condition) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  /// The conditions of the measurements that the counter was made for.
  package static let all: [Condition] = [
    Condition("plain"), Condition("quick") { $0.pace = 0.7 }, Condition("fast") { $0.pace = 0.9 },
    Condition("slow") { $0.pace = 2.5 }, Condition("slower") { $0.pace = 3.5 },
    Condition("noisy") { ($0.noise, $0.badJoints) = (0.012, 0.05) }, Condition("lost") { $0.lostFrames = 0.3 },
    Condition("few") { $0.framesPerSecond = 15 }, Condition("fewer") { ($0.framesPerSecond, $0.pace) = (12, 1.4) },
    Condition("uneven") { $0.uneven = 0.25 }, Condition("pause") { $0.pause = 6 },
    Condition("hidden") { $0.hidden = 1.2 }, Condition("passer-by") { $0.passerBy = 1.6 },
    Condition("halves") { $0.halves = true }, Condition("far") { $0.trunk = 60 },
    Condition("shallow") { $0.depth = 0.75 }, Condition("drifting") { $0.drift = 0.12 },
    Condition("mixed") { $0.mixed = true }, Condition("held") { $0.hold = 0.6 },
    Condition("turned") { $0.turned = 50 * .pi / 180 },
    Condition("everything") {
      ($0.noise, $0.badJoints, $0.lostFrames, $0.uneven, $0.framesPerSecond) = (0.008, 0.03, 0.15, 0.2, 20)
    },
  ]
}

/// A stream of poses with its truth.
package struct MovementStream: Sendable {
  /// The frames in which somebody is seen.
  package var poses: [Pose] = []
  /// When each whole repetition of the exercise ended.
  package var ends: [Double] = []
  /// The frames with nobody.
  package var unseen: [Double] = []

  /// A set of repetitions under a condition.
  package init(_ exercise: Exercise, _ condition: Condition, seed: UInt64, repetitions: Int = 10) {
    var random = Seeded(seed)
    var drawing = Drawing(condition, &random)
    drawing.rest(random.within(0.6, 2), exercise, &random)
    for index in 0..<repetitions {
      drawing.repetition(exercise, &random)
      ends.append(drawing.time)
      if index == repetitions / 2 - 1 { drawing.interrupt(exercise, &random) }
      if condition.halves, index % 3 == 1 { drawing.repetition(exercise, &random, half: true) }
      if condition.mixed, index % 4 == 3 {
        for other in Self.others(than: exercise) { for _ in 0..<2 { drawing.repetition(other, &random) } }
      }
    }
    drawing.rest(1, exercise, &random)
    (poses, unseen) = (drawing.poses, drawing.unseen)
  }

  /// Seconds of movement that is none of the exercises.
  package init(otherMovementFor seconds: Double, _ condition: Condition, seed: UInt64) {
    var random = Seeded(seed)
    var drawing = Drawing(condition, &random)
    while drawing.time < seconds { drawing.other(&random) }
    (poses, unseen) = (drawing.poses, drawing.unseen)
  }

  /// Those that a person does between repetitions without lying down or getting up.
  private static func others(than exercise: Exercise) -> [Exercise] {
    let standing: [Exercise] = [.jumpingJack, .squat, .armRaise]
    let lying: [Exercise] = [.pushUp, .sitUp]
    return (standing.contains(exercise) ? standing : lying).filter { $0 != exercise }
  }
}
