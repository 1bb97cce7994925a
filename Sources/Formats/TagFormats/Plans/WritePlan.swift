/// Commands that change a card, in an order that survives a cut.
///
/// When the card is pulled after any one of them it reads as the old message, as empty, or as the new message, never as
/// anything else. Reads that compare what was written belong to the plan.
public struct WritePlan: Equatable, Sendable {
  /// The steps, in order. None: the card is already as it is to be.
  public var steps: [PlanStep]
  /// What the steps that prove a key are computed with.
  public var ciphers: CardCiphers?

  /// A plan from its steps.
  public init(_ steps: [PlanStep] = [], ciphers: CardCiphers? = nil) {
    self.steps = steps
    self.ciphers = ciphers
  }

  /// Whether any step can never be taken back.
  public var isIrreversible: Bool { steps.contains { $0.isIrreversible } }
}

/// One command of a plan.
public struct PlanStep: Equatable, Sendable {
  /// What is sent.
  public var command: CardCommand
  /// What is sent instead if the card refuses that: the key of a sector that an earlier, interrupted plan has changed
  /// already.
  public var otherwise: CardCommand?
  /// What it is for.
  public var purpose: PlanPurpose
  /// What the card must answer.
  public var expects: PlanExpectation
  /// Whether nothing takes it back.
  public var isIrreversible: Bool
  /// What the command has to do with a key of the card.
  public var keying = StepKeying.none

  /// A step from its parts.
  public init(
    _ command: CardCommand, _ purpose: PlanPurpose, expects: PlanExpectation = .success, isIrreversible: Bool = false,
    otherwise: CardCommand? = nil, keying: StepKeying = .none
  ) {
    self.keying = keying
    self.command = command
    self.otherwise = otherwise
    self.purpose = purpose
    self.expects = expects
    self.isIrreversible = isIrreversible
  }
}

/// What a step has to do with a key of an ISO 7816 card.
public enum StepKeying: Equatable, Sendable {
  /// Nothing.
  case none
  /// The command begins the proof of this key. What the card answers is a riddle, and the dialogue sends the solution
  /// after it.
  case proves(CardKey)
  /// What follows the first N octets of the command's data goes enciphered and signed, by the key that was proven
  /// last.
  case sealed(after: Int)
  /// Like `sealed`, for the command that switches a card to LRP mode: left out where the card is in it already.
  case switches(after: Int)

  var sealedAfter: Int? {
    switch self {
    case .sealed(let after), .switches(let after): after
    case .none, .proves: nil
    }
  }
}

/// What a step is for.
public enum PlanPurpose: Equatable, Sendable {
  /// Opens what the following steps need: an application, a file, a sector, a password.
  case open
  /// Makes the card read as empty, or as being written.
  case clear
  /// Puts octets where no reader looks yet.
  case fill
  /// Makes the new message, or the new layout, the one that counts.
  case commit
  /// Compares what is there.
  case verify
  /// Makes a part of the card read-only.
  case lock
  /// Sets the password or what it protects.
  case protect
  /// Sets the counter or the mirror.
  case mirror
}

/// What a card must answer to a step.
public enum PlanExpectation: Equatable, Sendable {
  /// An acknowledge, any data, or for an APDU the status 9000.
  case success
  /// Nothing at all, as the second half of SECTOR_SELECT has it.
  case silence
  /// Data that begins with these octets; `nil` stands for any octet.
  case octets([UInt8?])
  /// An octet for each of N blocks, its lowest bit set.
  case locked(Int)
  /// Success, or this status word: what the command makes is there already.
  case successOr(UInt16)
}

/// Why there is no plan.
public enum PlanRefusal: Error, Equatable, Sendable {
  /// The message is larger than the card; the chip named is the smallest common one that would hold it.
  case doesNotFit(octets: Int, capacity: Int, enough: Chip?)
  /// The card has no NDEF layout yet.
  case notFormatted
  /// The card's layout is faulty; formatting repairs it.
  case damaged(LayoutError)
  /// The card does not let itself be read, so nothing can be planned.
  case hidden
  /// This prevents it.
  case barrier(WriteBarrier)
  /// The card's memory was not read, or not far enough: this address is missing.
  case notRead(address: Int)
  /// The length cannot be changed by one command on this card, and two could be cut apart.
  case lengthNotAtOnce(octetsPerCommand: Int)
  /// This chip cannot do that, or it is not known how.
  case notPossible(Chip)
  /// The configuration is locked for good.
  case configurationFrozen
  /// The mirrored digits would not lie within the message.
  case mirrorOutsideMessage
}

extension Chip {
  /// The smallest of the common NTAGs that holds a message of this size; `nil` if none does.
  static func smallest(holding count: Int) -> Chip? {
    // What is left behind the factory's first TLV blocks, by the capacity rule of ``TLVWalk/capacity``.
    let sizes: [(Chip, Int)] = [(.ntag213, 137), (.ntag215, 492), (.ntag216, 868)]
    return sizes.first { count <= $0.1 }?.0
  }
}
