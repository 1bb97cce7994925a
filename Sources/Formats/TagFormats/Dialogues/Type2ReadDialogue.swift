/// Reads a Type 2 card with as few commands as it allows.
///
/// A machine: it pursues one goal after the other, and what was asked last says what an answer means. A command that
/// was refused is not asked again in vain: the card is selected again and the dialogue goes another way, or ends.
struct Type2ReadDialogue: Sendable {
  enum Goal: Int, CaseIterable {
    case version, message, isUltralightC, hasPage29, hasPage2A, configuration, counter, signature, memory, contents

    var next: Goal { Goal(rawValue: rawValue + 1) ?? .contents }
  }

  enum Question: Equatable {
    /// To be selected again, which takes back the password and the sector.
    case reselect
    case password([UInt8])
    /// To get ready for the number of a sector.
    case openSector
    case secondSector
    case find(Type2Command)
  }

  enum State: Equatable {
    case ready(Goal)
    /// The card refused a command, and has to be selected again before the goal is pursued.
    case refused(Goal)
    case asked(Question, Goal)
  }

  /// Whether the password was given since the card was selected.
  enum Lock: Equatable {
    case none
    case shut([UInt8])
    case open([UInt8])
  }

  /// The sector that page numbers are read in. They are the same in both.
  enum Sector: Equatable {
    /// The first, unless somebody spoke with the card before and left it in the second.
    case asFound
    case first
    /// The card waits for the second's number.
    case announced
    case second

    var number: Int { self == .second ? 1 : 0 }
  }

  let scope: ReadingScope
  let limits: CarrierLimits
  let seenUID: [UInt8]
  var state: State
  var lock: Lock
  var sector = Sector.asFound
  var chip: Chip?
  var image = Type2Image([])
  var counter: UInt32?
  var signature: [UInt8]?
  var readsFast: Bool
  var retries = 2

  init(_ sighting: CardSighting, scope: ReadingScope, limits: CarrierLimits, password: [UInt8]?) {
    self.scope = scope
    self.limits = limits
    seenUID = sighting.uid
    chip = sighting.chip
    lock = password.map { password in .shut(password) } ?? .none
    readsFast = limits.carriesNativeCommands
    let asksVersion = sighting.chip == nil && scope.contains(.chip) && limits.carriesNativeCommands
    state = .ready(asksVersion ? .version : .message)
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    do throws(TagError) {
      if case .asked(let question, let goal) = state, let answer {
        state = try stateAfter(answer, to: question, goal)
      }
      switch state {
      case .refused(let goal): return ask(.reselect, goal)
      case .ready(let goal), .asked(_, let goal): return try pursue(goal)
      }
    } catch {
      return .failed(error)
    }
  }

  private mutating func stateAfter(
    _ answer: CardAnswer, to question: Question, _ goal: Goal
  ) throws(TagError) -> State {
    switch (question, goal) {
    case (.reselect, _): return try stateAfterReselection(answer, goal)
    case (.password(let password), _): return try stateAfterPassword(answer, password, goal)
    case (.openSector, _): return try stateAfterOpening(answer, goal)
    case (.secondSector, _): return stateAfterSecondSector(answer, goal)
    case (.find(let command), .message), (.find(let command), .memory):
      return try stateAfterPages(answer, to: command, goal)
    case (.find, .version):
      if let version = answer.octets(atLeast: 8) { chip = Chip(type2Version: version) }
    case (.find, .isUltralightC):
      if case .data(let octets) = answer, octets.first == 0xAF, octets.count == 9 { chip = .ultralightC }
      // The card may wait for the other half of an authentication that nobody is going to finish.
      return .refused(goal.next)
    case (.find, .hasPage29):
      if !answer.isData { chip = .ultralight }
    case (.find, .hasPage2A): chip = answer.isData ? .unknownType2 : .ntag203
    case (.find, .configuration):
      if let pages = answer.octets(atLeast: 16) { keepConfiguration(pages) }
    case (.find, .counter):
      counter = answer.octets(atLeast: 3).map { octets in
        UInt32(octets[0]) | UInt32(octets[1]) << 8 | UInt32(octets[2]) << 16
      }
    case (.find, .signature): signature = answer.octets(atLeast: 32)
    case (.find, .contents): break
    }
    return answer.isData || answer == .notCarried ? .ready(goal.next) : .refused(goal.next)
  }
}

extension CardAnswer {
  fileprivate var isData: Bool {
    if case .data = self { true } else { false }
  }

  fileprivate func octets(atLeast count: Int) -> [UInt8]? {
    guard case .data(let octets) = self, octets.count >= count else { return nil }
    return Array(octets.prefix(count))
  }
}
