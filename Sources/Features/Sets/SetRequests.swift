package import Requests

/// What can be asked of movement.
package enum SetRequests {
  package static let move = Signature(
    "move", "Count a set before the camera, line by line", .optional(.text("exercise")), .whole("reps", in: 1...10_000))
  package static let laps = Signature(question: "laps", "The laps between two readers")
  package static let calibrateLaps = Signature(
    "laps-calibrate", "Measure how long a lap takes, by the next three, line by line")
}
