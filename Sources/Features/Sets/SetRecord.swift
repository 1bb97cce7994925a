internal import Allowance
internal import Movement
package import Requests
internal import Spelling

/// What the service recorded of a set, reported whole or repetition by repetition.
package struct SetRecord {
  package private(set) var recorded = 0
  package private(set) var events: [JSONValue] = []
  package private(set) var points = 0
  private var parts = 0
  private var firstMessage = ""
  private var earned: [(allowance: String, minutes: Int)] = []
  private var isChallengeMet = false

  /// Whether the service has all of the set, and the set is worth something.
  func isWhole(_ set: MovementSet) -> Bool { recorded > 0 && recorded == set.booked }

  /// Hands in what is worth something and was not handed in yet.
  mutating func accept(_ set: MovementSet, _ service: SetTaker) throws(Failure) {
    guard set.booked > recorded, let answer = try service.accept(set.exercise, set.booked - recorded, recorded)
    else { return }
    recorded = set.booked
    parts += 1
    if parts == 1 { firstMessage = answer["message"]?.string ?? "" }
    for event in answer["events"]?.array ?? [] { note(event) }
  }

  private mutating func note(_ event: JSONNode) {
    events.append(event.value)
    switch event["event"]?.string {
    case "moved": points += Int(event["points"]?.integer ?? 0)
    case "challenge-met": isChallengeMet = true
    case "allowance-lifted":
      guard let id = event["allowance"]?.string, let minutes = event["minutes"]?.integer else { return }
      if let place = earned.firstIndex(where: { $0.allowance == id }) {
        earned[place].minutes += Int(minutes)
      } else {
        earned.append((id, Int(minutes)))
      }
    default: break
    }
  }

  /// What the record means to the person; sums for a set that was handed in in parts.
  package var sentences: [String] {
    guard parts > 1 else { return firstMessage.isEmpty ? [] : [firstMessage] }
    return earned.map { "You earned \(counted($0.minutes, "minute")) of \($0.allowance)." }
      + (isChallengeMet ? ["Today's challenge is met."] : [])
  }
}
