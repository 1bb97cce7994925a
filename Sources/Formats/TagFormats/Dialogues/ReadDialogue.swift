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
    case type1(Type1ReadDialogue)
    case type2(Type2ReadDialogue)
    case type3(Type3ReadDialogue)
    case type4(Type4ReadDialogue)
    case type5(Type5ReadDialogue)
    case classic(ClassicReadDialogue)
    case unknown
  }

  /// More than the largest card takes, octet by octet pieces excepted.
  static let longest = 4096

  private var kind: Kind
  private var left = Self.longest

  /// A dialogue with the card that was seen.
  ///
  /// - Parameters:
  ///   - sighting: what is known of the card; a remembered chip saves the commands that ask for it.
  ///   - scope: what to find out beyond the message.
  ///   - limits: what the reader can carry.
  ///   - password: opens a Type 2 card that asks for one.
  public init(
    _ sighting: CardSighting, scope: ReadingScope = .tap, limits: CarrierLimits = CarrierLimits(),
    password: [UInt8]? = nil
  ) {
    kind =
      switch sighting.type {
      case .type1: .type1(Type1ReadDialogue(sighting, scope: scope))
      case .type2: .type2(Type2ReadDialogue(sighting, scope: scope, limits: limits, password: password))
      case .type3: .type3(Type3ReadDialogue(sighting, scope: scope, limits: limits))
      case .type4: .type4(Type4ReadDialogue(sighting, scope: scope, limits: limits))
      case .type5: .type5(Type5ReadDialogue(sighting, scope: scope, limits: limits))
      case .classic: .classic(ClassicReadDialogue(sighting, scope: scope))
      case nil: .unknown
      }
  }

  /// The next step, given the answer to the last command; `nil` at the beginning.
  public mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard left > 0 else { return .failed(.endless) }
    left -= 1
    if answer == .gone { return .failed(.cardLeft) }
    switch kind {
    case .type1(var dialogue):
      defer { kind = .type1(dialogue) }
      return dialogue.next(after: answer)
    case .type2(var dialogue):
      defer { kind = .type2(dialogue) }
      return dialogue.next(after: answer)
    case .type3(var dialogue):
      defer { kind = .type3(dialogue) }
      return dialogue.next(after: answer)
    case .type4(var dialogue):
      defer { kind = .type4(dialogue) }
      return dialogue.next(after: answer)
    case .type5(var dialogue):
      defer { kind = .type5(dialogue) }
      return dialogue.next(after: answer)
    case .classic(var dialogue):
      defer { kind = .classic(dialogue) }
      return dialogue.next(after: answer)
    case .unknown:
      return .failed(.unknownKind)
    }
  }
}
