package import Allowance
package import FeaturePorts

package enum SetRequests {
  package static let move = Signature(
    "move", "Count a set before the camera, line by line", .optional(.text("exercise")), .whole("reps", in: 1...10_000))
  package static let laps = Signature(question: "laps", "The laps between two readers")
  package static let calibrateLaps = Signature(
    "laps-calibrate", "Measure how long a lap takes, by the next three, line by line")
  package static let moved = Signature(
    "moved", "A set of an exercise was done, or more of one of which some was handed in", .exercise,
    .whole("amount", in: 1...10_000), .claim.or(.claimed), .whole("after", in: 0...10_000).or(0))

  package static func answers(by inbox: SessionInbox) -> [Request] {
    [moved.submits(to: inbox) { .moved($0, $1, $2, after: $3) }]
  }
}

extension Parameter where Value == String {
  fileprivate static var exercise: Parameter<String> {
    Parameter(
      "kind", shape: "\"EXERCISE\"",
      read: { item throws(JSONShapeError) in
        let word = try item.string()
        let isWord = word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        guard (1...32).contains(word.utf8.count), isWord else {
          throw item.refusal("an exercise is a word such as squat")
        }
        return word
      },
      write: { .string($0) })
  }
}

extension Parameter where Value == MovementTrust {
  /// How a set is known. Signed laps cannot be claimed: they alone are proof.
  fileprivate static var claim: Parameter<MovementTrust> {
    let claims = [MovementTrust.claimed, .measured].map { $0.rawValue }
    return Parameter(
      "trust", shape: "\"\(claims.joined(separator: "|"))\"",
      read: { item throws(JSONShapeError) in MovementTrust(rawValue: try item.word(among: claims)) ?? .claimed },
      write: { .string($0.rawValue) })
  }
}
