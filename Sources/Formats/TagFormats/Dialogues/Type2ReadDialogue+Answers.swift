extension Type2ReadDialogue {
  func stateAfterReselection(_ answer: CardAnswer, _ goal: Goal) throws(TagError) -> State {
    switch answer {
    case .acknowledged, .data: return .ready(goal)
    case .notCarried: throw .notCarried(.reselect)
    case .gone, .silent, .refused: throw .cardLeft
    }
  }

  /// A wrong password is tried once only: some cards count.
  mutating func stateAfterPassword(
    _ answer: CardAnswer, _ password: [UInt8], _ goal: Goal
  ) throws(TagError) -> State {
    let command = CardCommand.type2(.authenticate(password: password))
    switch answer {
    case .data, .acknowledged:
      lock = .open(password)
      return .ready(goal)
    case .notCarried: throw .notCarried(command)
    case .silent: throw .noAnswer(command)
    case .refused, .gone: throw .refused(command)
    }
  }

  /// A sector that the card does not open is not asked for twice: its contents stay unread.
  mutating func stateAfterOpening(_ answer: CardAnswer, _ goal: Goal) throws(TagError) -> State {
    switch answer {
    case .acknowledged, .data:
      sector = .announced
      return .ready(goal)
    case .notCarried: throw .notCarried(.type2(.openSectorSelect))
    case .silent, .refused, .gone: return .ready(goal.next)
    }
  }

  /// Silence means yes.
  mutating func stateAfterSecondSector(_ answer: CardAnswer, _ goal: Goal) -> State {
    guard answer == .silent || answer == .acknowledged else { return .ready(goal.next) }
    sector = .second
    return .ready(goal)
  }

  mutating func stateAfterPages(
    _ answer: CardAnswer, to command: Type2Command, _ goal: Goal
  ) throws(TagError) -> State {
    switch (answer, command) {
    case (.data(let octets), .fastRead(let first, let last)) where octets.count >= (Int(last) - Int(first) + 1) * 4:
      image.octets += octets.prefix((Int(last) - Int(first) + 1) * 4)
      return .ready(goal)
    case (.data(let octets), .read(let page)) where octets.count >= 16:
      image.octets += newPages(of: Array(octets.prefix(16)), page: page)
      return .ready(goal)
    case (_, .fastRead):
      readsFast = false
      return answer == .notCarried ? .ready(goal) : .refused(goal)
    case (.notCarried, _):
      throw .notCarried(.type2(command))
    default:
      guard retries == 0 else {
        retries -= 1
        return .refused(goal)
      }
      return try stateWithoutPages(answer, command, goal)
    }
  }

  /// A card that answers pages 0 to 3 and refuses others keeps them behind a password.
  private func stateWithoutPages(
    _ answer: CardAnswer, _ command: Type2Command, _ goal: Goal
  ) throws(TagError) -> State {
    if goal == .memory { return .refused(.contents) }
    switch answer {
    case .data(let octets): throw .badAnswer(.type2(command), octets)
    case .silent: throw .noAnswer(.type2(command))
    default:
      guard image.octets.count >= 16 else { throw .refused(.type2(command)) }
      return .refused(goal.next)
    }
  }

  /// READ goes on with page 0 where the readable memory ends, also at a password's border: pages that repeat the first
  /// ones are not taken.
  private func newPages(of octets: [UInt8], page: UInt8) -> ArraySlice<UInt8> {
    guard page != 0, image.octets.count >= 16 else { return octets[...] }
    for fresh in 1..<4 where octets[(fresh * 4)...].elementsEqual(image.octets.prefix(16 - fresh * 4)) {
      return octets.prefix(fresh * 4)
    }
    return octets[...]
  }

  /// Keeps what the four pages from the first with locks or settings say.
  mutating func keepConfiguration(_ octets: [UInt8]) {
    guard let map, let first = map.firstSettingsPage else { return }
    if map.dynamicLockPage == first { image.dynamicLocks = Array(octets[0..<4]) }
    // Page 2A of an Ultralight C: AUTH0.
    if chip == .ultralightC { image.keyedFromPage = Int(octets[8]) }
    guard let page = map.configurationPage else { return }
    let offset = (page - first) * 4
    if offset + 8 <= 16 { image.configuration = Array(octets[offset..<offset + 8]) }
  }
}
