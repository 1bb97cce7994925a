/// A conversation with one card, over any reader.
///
/// Who carries single commands gets whole readings and plans from here.
public protocol CardConversation: ~Copyable {
  var sighting: CardSighting { get }
  var limits: CarrierLimits { get }
  mutating func exchange(_ command: CardCommand) -> CardAnswer
  /// Makes sure that nothing that was said to the card before touches what comes now.
  mutating func beginReading() throws(TagError)
}

extension CardConversation where Self: ~Copyable {
  /// Nothing needs to be done: a card that an earlier dialogue left in another state refuses, and is then selected
  /// again.
  public mutating func beginReading() throws(TagError) {}

  /// Carries a reading to its end.
  ///
  /// - Parameters:
  ///   - scope: what to find out beyond the message.
  ///   - chip: the chip, if it is remembered, which saves the commands that ask for it.
  public mutating func read(
    _ scope: ReadingScope = .tap, knowing chip: Chip? = nil
  ) throws(TagError) -> CardContents {
    try beginReading()
    var seen = sighting
    seen.chip = chip ?? seen.chip
    var dialogue = ReadDialogue(seen, scope: scope, limits: limits)
    var step = dialogue.next(after: nil)
    while true {
      switch step {
      case .send(let command): step = dialogue.next(after: exchange(command))
      case .done(let contents): return contents
      case .failed(let error): throw error
      }
    }
  }

  /// Carries a plan to its end, with its comparisons.
  ///
  /// - Parameter progress: called before each command with the number of those that went before.
  /// - Returns: how many commands it took.
  @discardableResult
  public mutating func carry(_ plan: WritePlan, progress: (Int) -> Void = { _ in }) throws(TagError) -> Int {
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var sent = 0
    while true {
      switch step {
      case .send(let command):
        progress(sent)
        sent += 1
        step = dialogue.next(after: exchange(command))
      case .done(let count): return count
      case .failed(let error): throw error
      }
    }
  }
}
