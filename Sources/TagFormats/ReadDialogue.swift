/// What a dialogue wants next.
public enum Step<Outcome: Sendable>: Sendable {
  /// Send this, and come back with the answer.
  case send(CardCommand)
  /// The dialogue is over.
  case done(Outcome)
  /// The dialogue came to nothing.
  case failed(TagError)
}

/// Reads a card: given the last answer it gives the next command.
///
/// A dialogue is a value and does nothing by itself, so any reader can carry it:
/// ```swift
/// var dialogue = ReadDialogue(sighting)
/// var step = dialogue.next(after: nil)
/// while case .send(let command) = step { step = dialogue.next(after: reader.exchange(command)) }
/// ```
/// Whatever the card answers, the dialogue ends after a bounded number of commands.
public struct ReadDialogue: Sendable {
  private enum Kind: Sendable {
    case type2(Type2ReadDialogue)
    case unknown
  }

  private var kind: Kind
  private var left = 4096

  /// A dialogue with the card that was seen.
  ///
  /// - Parameters:
  ///   - sighting: what is known of the card; a remembered chip saves the commands that ask for it.
  ///   - scope: what to find out beyond the message.
  ///   - limits: what the reader can carry.
  public init(
    _ sighting: CardSighting, scope: ReadingScope = .tap, limits: CarrierLimits = CarrierLimits()
  ) {
    kind =
      switch sighting.type {
      case .type2: .type2(Type2ReadDialogue(sighting, scope: scope, limits: limits))
      default: .unknown
      }
  }

  /// The next step, given the answer to the last command; `nil` at the beginning.
  public mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard left > 0 else { return .failed(.endless) }
    left -= 1
    if answer == .gone { return .failed(.cardLeft) }
    switch kind {
    case .type2(var dialogue):
      let step = dialogue.next(after: answer)
      kind = .type2(dialogue)
      return step
    case .unknown:
      return .failed(.unknownKind)
    }
  }
}
