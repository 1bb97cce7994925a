package import Movement

/// A set as the lines that a camera helper says of it.
package struct PoseText: Sendable {
  /// The lines, each with its end.
  package let octets: [UInt8]
  private let exercise: Exercise
  private let frames: [(place: Range<Int>, pose: Pose)]

  /// The frames of a stream, below a line that names the joints and nothing else.
  package init(_ stream: MovementStream, _ exercise: Exercise) {
    let names = Joint.allCases.map { "\"\($0.name)\"" }.joined(separator: ",")
    var octets = Array("{\"joints\":[\(names)]}\n".utf8)
    var frames: [(place: Range<Int>, pose: Pose)] = []
    for pose in stream.poses {
      let places = pose.places.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
      let start = octets.count
      octets += Array("{\"t\":\(pose.time),\"xy\":[\(places)],\"c\":null}\n".utf8)
      // The last brace makes a frame whole, its line's end adds nothing.
      let sure = Pose(
        time: pose.time, places: pose.places.map { JointPlace(x: $0.x, y: $0.y, confidence: 1) })
      frames.append((start..<octets.count - 1, sure))
    }
    (self.octets, self.exercise, self.frames) = (octets, exercise, frames)
  }

  /// How many repetitions are counted in the first N bytes.
  package func repetitions(inFirst count: Int) -> Int {
    Self.counted(frames.filter { $0.place.upperBound <= count }, exercise)
  }

  /// What a second helper sees, from the first frame that was not whole in N bytes, and how many repetitions that is.
  package func rest(after count: Int) -> (octets: [UInt8], repetitions: Int) {
    let later = frames.filter { $0.place.upperBound > count }
    let head = octets.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    return (Array(head) + octets[(later.first?.place.lowerBound ?? octets.count)...], Self.counted(later, exercise))
  }

  private static func counted(_ frames: [(place: Range<Int>, pose: Pose)], _ exercise: Exercise) -> Int {
    var counter = RepetitionCounter(exercise, by: .phase)
    var count = 0
    for frame in frames where counter.count(frame.pose) { count += 1 }
    return count
  }
}
