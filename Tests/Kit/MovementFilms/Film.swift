import Glibc
package import Movement
import MovementRehearsal

/// A set of repetitions as a camera sees it, with its truth.
package struct Film {
  /// How many pictures there are.
  package let count: Int
  /// The joints as they are, in the order of ``Joint``, for each picture.
  package private(set) var truth: [[JointPlace]] = []
  /// The size of a picture.
  package static var size: (width: Int, height: Int) { (Scene.width, Scene.height) }

  private let exercise: Exercise
  private let framesPerSecond: Int
  private let performer: Performer
  private let shares: [Double]
  private let phase: Double
  private var canvas: Canvas
  private var grain: Seeded

  /// A film of somebody who follows from the seed, in a room that does, too.
  package init(_ exercise: Exercise, seed: UInt64, pace: Double, framesPerSecond: Int, repetitions: Int = 10) {
    var random = Seeded(seed)
    performer = Performer(&random)
    let scene = Scene(for: performer.height, &random)
    phase = random.within(0, 6)
    var shares: [Double] = []
    func seconds(_ seconds: Double, _ share: (_ second: Double) -> Double) {
      let frames = Int((seconds * Double(framesPerSecond)).rounded())
      for frame in 0..<frames { shares.append(share(Double(frame) / Double(framesPerSecond))) }
    }
    seconds(random.within(1, 1.6)) { _ in 0 }
    for _ in 0..<repetitions {
      let (lasts, depth) = (pace * random.about(1, 0.06), random.about(1, 0.05))
      seconds(lasts) { depth * (1 - cos(2 * .pi * $0 / lasts)) / 2 }
    }
    seconds(1) { _ in 0 }
    (self.exercise, self.framesPerSecond, self.shares, count) = (exercise, framesPerSecond, shares, shares.count)
    (canvas, grain) = (Canvas(scene), random)
    truth = shares.indices.map { index in
      skeleton(index).joints.map { place in
        let (x, y, _) = scene.seen(place)
        return JointPlace(x: x, y: y)
      }
    }
  }

  /// The head of a Y4M file.
  package var head: [UInt8] {
    Array("YUV4MPEG2 W\(Scene.width) H\(Scene.height) F\(framesPerSecond):1 Ip A1:1 C444\n".utf8)
  }

  /// One picture: red, green and blue of each pixel, row by row.
  package mutating func picture(_ index: Int) -> [UInt8] {
    canvas.draw(performer.balls(skeleton(index)), &grain)
  }

  /// One picture as Y4M has it.
  package mutating func frame(_ index: Int) -> [UInt8] {
    let picture = picture(index)
    let area = Scene.width * Scene.height
    var octets = Array("FRAME\n".utf8)
    let start = octets.count
    octets += [UInt8](repeating: 0, count: 3 * area)
    for pixel in 0..<area {
      let red = Float(picture[3 * pixel])
      let green = Float(picture[3 * pixel + 1])
      let blue = Float(picture[3 * pixel + 2])
      octets[start + pixel] = UInt8(16.5 + 0.257 * red + 0.504 * green + 0.098 * blue)
      octets[start + area + pixel] = UInt8(128.5 - 0.148 * red - 0.291 * green + 0.439 * blue)
      octets[start + 2 * area + pixel] = UInt8(128.5 + 0.439 * red - 0.368 * green - 0.071 * blue)
    }
    return octets
  }

  private func skeleton(_ index: Int) -> Skeleton {
    let time = Double(index) / Double(framesPerSecond)
    return performer.skeleton(
      exercise, shares[index], sway: (sin(time * 0.9 + phase), sin(time * 1.3 + 2 * phase)))
  }
}
