internal import Allowance
internal import CommandShell
internal import JSONText
internal import Movement
internal import ServiceContract

/// What the service made of a set.
struct SetRecord {
  /// Whether the service has it.
  let isMade: Bool
  /// What happened with it, as the event stream tells it.
  let events: JSONValue
  /// What that means to the person, beyond the set itself.
  let sentences: [String]

  fileprivate static let none = SetRecord(isMade: false, events: [], sentences: [])
}

extension CommandContext {
  /// Hands a set that is worth something to the service; where none runs, the person is told.
  func record(_ set: MovementSet) throws(CommandError) -> SetRecord {
    guard set.booked > 0 else { return .none }
    let answer: JSONNode
    do throws(CommandError) {
      answer = try ServiceCall(self).ask(
        .moved(.init(kind: set.exercise.rawValue, amount: set.booked, trust: .measured)))
    } catch {
      guard error.kind == "no-service" else { throw error }
      printNote("no service is running, so this set is not recorded; start one with: focuskey up")
      return .none
    }
    if answer["ok"]?.bool == false { throw .refused(by: answer) }
    let message = answer["message"]?.string ?? ""
    return SetRecord(
      isMade: true, events: answer["events"]?.value ?? [], sentences: message.isEmpty ? [] : [message])
  }
}
