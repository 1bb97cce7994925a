extension Type2ReadDialogue {
  mutating func ask(_ question: Question, _ goal: Goal) -> Step<CardContents> {
    state = .asked(question, goal)
    switch question {
    case .reselect:
      sector = .first
      if case .open(let password) = lock { lock = .shut(password) }
      return .send(.reselect)
    case .password(let password): return .send(.type2(.authenticate(password: password)))
    case .openSector: return .send(.type2(.openSectorSelect))
    case .secondSector:
      sector = .first
      return .send(.type2(.sectorSelect(1)))
    case .find(let command): return .send(.type2(command))
    }
  }

  /// The first question that advances this goal or a later one, or else the contents.
  mutating func pursue(_ first: Goal) throws(TagError) -> Step<CardContents> {
    var goal = first
    while goal != .contents {
      if let question = openness(for: goal) { return ask(question, goal) }
      if let question = try question(for: goal) { return ask(question, goal) }
      goal = goal.next
    }
    if let question = openness(for: goal) { return ask(question, goal) }
    var contents = try self.contents()
    contents.chip = knownChip
    contents.counter = counter
    contents.signature = signature
    return .done(contents)
  }

  private func openness(for goal: Goal) -> Question? {
    if goal == .version { return nil }
    // Who spoke with the card before may have left it in its second sector, whose pages have the same numbers.
    if sector == .asFound, chip?.hasSectors == true, limits.carriesNativeCommands { return .reselect }
    if case .shut(let password) = lock { return .password(password) }
    return sector == .announced ? .secondSector : nil
  }

  private mutating func question(for goal: Goal) throws(TagError) -> Question? {
    switch goal {
    case .version: return .find(.getVersion)
    case .message: return try questionForMessage()
    case .isUltralightC: return questionForChip()
    // Only these two of NXP's chips without GET_VERSION end before page 2A.
    case .hasPage29: return isChipSought ? .find(.read(page: 0x29)) : nil
    case .hasPage2A: return isChipSought ? .find(.read(page: 0x2A)) : nil
    case .configuration: return questionForConfiguration()
    case .counter:
      guard limits.carriesNativeCommands, scope.contains(.counter), map?.hasTapCounter == true else { return nil }
      return .find(.readCounter(2))
    case .signature:
      guard limits.carriesNativeCommands, scope.contains(.signature),
        chip?.type2Version != nil || chip == .foreignType2
      else { return nil }
      return .find(.readSignature)
    case .memory:
      let area = (try? Type2Container(image.octets))?.area.upperBound ?? 16
      let end = map?.octetCount ?? area
      guard scope.contains(.memory), image.octets.count < end else { return nil }
      return questionForPages(from: image.octets.count, needed: end)
    case .contents: return nil
    }
  }

  var map: Type2Map? { chip.flatMap(Type2Map.init(of:)) }
  private var knownChip: Chip { chip ?? .unknownType2 }
  private var isChipSought: Bool { chip == nil && scope.contains(.chip) }

  /// The contents of the memory; a message that the card does not hand out is hidden.
  private func contents() throws(TagError) -> CardContents {
    do {
      return try image.contents(chip: knownChip, uid: seenUID)
    } catch .cutShort {
      return CardContents(uid: image.uid ?? seenUID, type: .type2, chip: knownChip, message: .hidden)
    } catch {
      throw .layout(error)
    }
  }

  private func questionForMessage() throws(TagError) -> Question? {
    guard image.octets.count >= 16 else { return .find(.read(page: 0)) }
    do {
      _ = try image.contents(chip: knownChip, uid: seenUID)
      return nil
    } catch .cutShort(let at, let needed) {
      return questionForPages(from: at, needed: needed)
    } catch {
      throw .layout(error)
    }
  }

  /// Tells the chips without GET_VERSION apart: only the Ultralight C begins an authentication; the NTAG203 ends with
  /// page 29, the Ultralight with page F. They are NXP's, so their UID begins with 04.
  private mutating func questionForChip() -> Question? {
    guard isChipSought else { return nil }
    guard image.octets[0] == 0x04 else {
      chip = .foreignType2
      return nil
    }
    guard limits.carriesNativeCommands else {
      chip = .unknownType2
      return nil
    }
    return .find(.beginUltralightCAuthentication)
  }

  private func questionForConfiguration() -> Question? {
    guard scope.contains(.protection), let first = map?.firstSettingsPage else { return nil }
    if first >= 0x100 {
      // Behind a password, or with a reader that carries no sector number, these pages are out of reach.
      guard limits.carriesNativeCommands, (try? image.contents(chip: knownChip, uid: seenUID)) != nil else {
        return nil
      }
    }
    guard first >> 8 == sector.number else { return sector == .second ? .reselect : .openSector }
    return .find(.read(page: UInt8(first & 0xFF)))
  }

  /// Octets after page 3 in the first FAST_READ: enough for a 60-octet link, hardly slower.
  private static let firstBite = 64

  /// Asks for what follows the octets read so far: with FAST_READ all that is known to be needed, with READ sixteen
  /// octets.
  private func questionForPages(from address: Int, needed: Int) -> Question {
    let page = address / 4
    guard page >> 8 == sector.number else { return .openSector }
    let first = UInt8(truncatingIfNeeded: page)
    guard readsFast, map?.knowsFastRead == true else { return .find(.read(page: first)) }
    let area = (try? Type2Container(image.octets))?.area ?? 16..<64
    let end = min(max(needed, 16 + Self.firstBite), max(area.upperBound, needed))
    let pages = min((end + 3) / 4 - page, limits.largestAnswer / 4, 0x100 - page & 0xFF)
    guard pages > 4 else { return .find(.read(page: first)) }
    return .find(.fastRead(first: first, last: UInt8(truncatingIfNeeded: page + pages - 1)))
  }
}

extension Type2Map {
  var firstSettingsPage: Int? { dynamicLockPage ?? configurationPage }
}
