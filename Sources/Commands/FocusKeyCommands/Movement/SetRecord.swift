internal import Allowance
internal import CommandShell
internal import JSONText
internal import Movement
internal import Requests
internal import ServiceContract
internal import Sets
internal import Spelling

/// What the service made of a set, which it is told whole or repetition by repetition.
struct SetRecord {
  /// How many repetitions the service has.
  private(set) var recorded = 0
  /// What happened with them, as the event stream tells it.
  private(set) var events: [JSONValue] = []
  private var parts = 0
  private var firstMessage = ""
  private var earned: [(allowance: String, minutes: Int)] = []
  private var isChallengeMet = false
  private var isNoServiceTold = false

  /// Whether the service has all of a set that is worth something.
  func isWhole(_ set: MovementSet) -> Bool { recorded > 0 && recorded == set.booked }

  /// Hands in what is worth something and is not handed in yet; if no service runs, the person is told once, and the
  /// next call tries again.
  mutating func take(_ set: MovementSet, _ context: CommandContext) throws(Failure) {
    guard set.booked > recorded else { return }
    let answer: JSONNode
    do throws(Failure) {
      answer = try ServiceCall(context).ask(
        SetRequests.moved(set.exercise.rawValue, set.booked - recorded, .measured, recorded))
    } catch {
      guard error.kind == "no-service" else { throw error }
      if !isNoServiceTold {
        context.printNote("no service is running, so this set is not recorded; start one with: focuskey up")
      }
      isNoServiceTold = true
      return
    }
    recorded = set.booked
    parts += 1
    if parts == 1 { firstMessage = answer["message"]?.string ?? "" }
    for event in answer["events"]?.array ?? [] { note(event) }
  }

  private mutating func note(_ event: JSONNode) {
    events.append(event.value)
    switch event["event"]?.string {
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

  /// What that means to the person, beyond the set itself; of a set that was handed in in parts, the sums.
  var sentences: [String] {
    guard parts > 1 else { return firstMessage.isEmpty ? [] : [firstMessage] }
    return earned.map { "You earned \(counted($0.minutes, "minute")) of \($0.allowance)." }
      + (isChallengeMet ? ["Today's challenge is met."] : [])
  }
}
