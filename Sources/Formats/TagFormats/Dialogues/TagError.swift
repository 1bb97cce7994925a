/// Why a dialogue with a card came to nothing.
public enum TagError: Error, Equatable, Sendable {
  /// The card left before the dialogue was over.
  case cardLeft
  /// The card did not answer this command.
  case noAnswer(CardCommand)
  /// The card refused this command, also after it was selected again.
  case refused(CardCommand)
  /// The answer to this command is too short or makes no sense.
  case badAnswer(CardCommand, [UInt8])
  /// The reader has no way of carrying this command.
  case notCarried(CardCommand)
  /// The card's status word says no.
  case status(UInt16, CardCommand)
  /// The reader cannot tell what kind of card this is.
  case unknownKind
  /// What was written does not read back the same.
  case notAsWritten(CardCommand, expected: [UInt8], found: [UInt8])
  /// The card keeps the dialogue going beyond any sensible length.
  case endless
  /// The memory cannot be read as a tag.
  case layout(LayoutError)
}

extension TagError {
  /// What an answer means that is of no use.
  init(_ answer: CardAnswer, to command: CardCommand) {
    self =
      switch answer {
      case .gone: .cardLeft
      case .notCarried: .notCarried(command)
      case .silent: .noAnswer(command)
      case .data(let octets): .badAnswer(command, octets)
      case .refused, .acknowledged: .refused(command)
      }
  }
}
