/// Reads a Type 2 card with as few commands as it allows.
///
/// Each answer adds to what is known, and `decide()` looks for the first thing that is still missing. A command that
/// was refused is not asked again in vain: the card is selected anew and the dialogue goes another way, or ends.
struct Type2ReadDialogue: Sendable {
  private enum Asked: Equatable {
    case nothing
    case reselect
    case version
    case password
    case memory(Type2Command)
    case openSector
    case sector(UInt8)
    case ultralightCProbe
    case pageProbe(UInt8)
    case configuration(first: Int)
    case counter
    case signature
  }

  /// Behind page 3, the first answer of a FAST_READ: long enough for a link of sixty octets, short enough to cost
  /// little more time on air than a READ.
  private static let firstBite = 64

  private let scope: ReadingScope
  private let limits: CarrierLimits
  private let seenUID: [UInt8]
  private let password: [UInt8]?
  private var isOpened = false
  private var chip: Chip?
  private var image = Type2Image([])
  private var asked = Asked.nothing
  private var sector: UInt8 = 0
  private var isSectorOpen = false
  private var mustReselect = false
  private var isSectorSure = false
  private var retries = 2
  private var readsFast = true
  private var versionTold = false
  private var probes: [UInt8: Bool] = [:]
  private var isUltralightC: Bool?
  private var isHidden = false
  private var isReadingRest = false
  private var isWhole = false
  private var configurationTold = false
  private var counter: UInt32??
  private var signature: [UInt8]??

  init(_ sighting: CardSighting, scope: ReadingScope, limits: CarrierLimits, password: [UInt8]?) {
    self.scope = scope
    self.password = password
    self.limits = limits
    seenUID = sighting.uid
    chip = sighting.chip
    versionTold = sighting.chip != nil || !scope.contains(.chip) || !limits.carriesNativeCommands
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    if let answer, let error = absorb(answer) { return .failed(error) }
    if mustReselect {
      return reselect()
    }
    return decide()
  }
}

extension Type2ReadDialogue {
  private mutating func ask(_ question: Asked, _ command: Type2Command) -> Step<CardContents> {
    asked = question
    return .send(.type2(command))
  }

  /// The first thing that is still missing, or the contents.
  private mutating func decide() -> Step<CardContents> {
    if !versionTold { return ask(.version, .getVersion) }
    // Who spoke with the card before may have left it in its second sector, whose pages have the same numbers.
    if !isSectorSure, chip?.hasSectors == true, limits.carriesNativeCommands { return reselect() }
    if let password, !isOpened { return ask(.password, .authenticate(password: password)) }
    if isSectorOpen {
      isSectorOpen = false
      return ask(.sector(1), .sectorSelect(1))
    }
    guard image.octets.count >= 16 else { return read(page: 0, pages: 4) }
    var contents: CardContents
    do {
      contents = try image.contents(chip: chip ?? .unknownType2, uid: seenUID)
    } catch .cutShort(let at, let needed) {
      guard isHidden else { return fetch(from: at, needed: needed) }
      contents = CardContents(uid: image.uid ?? seenUID, type: .type2, chip: chip ?? .unknownType2, message: .hidden)
    } catch {
      return .failed(.layout(error))
    }
    if let step = askForMore() ?? fetchRest() { return step }
    contents.chip = chip ?? .unknownType2
    contents.counter = counter ?? nil
    contents.signature = signature ?? nil
    return .done(contents)
  }

  /// Asks for what lies behind the octets read so far: with FAST_READ all that is known to be needed, with READ sixteen
  /// octets.
  private mutating func fetch(from address: Int, needed: Int) -> Step<CardContents> {
    let area = (try? Type2Container(image.octets))?.area ?? 16..<64
    let page = address / 4
    if page >> 8 != Int(sector) {
      return ask(.openSector, .openSectorSelect)
    }
    var pages = 4
    if readsFast, limits.carriesNativeCommands, let chip, Type2Map(of: chip)?.knowsFastRead == true {
      let end = min(max(needed, 16 + Self.firstBite), max(area.upperBound, needed))
      pages = min((end + 3) / 4 - page, limits.largestAnswer / 4, 0x100 - page & 0xFF)
    }
    return read(page: page, pages: max(4, pages))
  }

  private mutating func read(page: Int, pages: Int) -> Step<CardContents> {
    let first = UInt8(truncatingIfNeeded: page)
    let command: Type2Command =
      pages <= 4 ? .read(page: first) : .fastRead(first: first, last: UInt8(truncatingIfNeeded: page + pages - 1))
    return ask(.memory(command), command)
  }

  /// The memory behind the message, up to what the chip has or refuses.
  private mutating func fetchRest() -> Step<CardContents>? {
    let area = (try? Type2Container(image.octets))?.area.upperBound ?? 16
    let end = chip.flatMap(Type2Map.init(of:))?.octetCount ?? area
    guard scope.contains(.memory), !isWhole, image.octets.count < end else { return nil }
    isReadingRest = true
    return fetch(from: image.octets.count, needed: end)
  }

  /// What the scope asks for beyond the message.
  private mutating func askForMore() -> Step<CardContents>? {
    if let step = probe() { return step }
    let map = chip.flatMap(Type2Map.init(of:))
    if scope.contains(.protection), !configurationTold, let map {
      configurationTold = true
      let isInReach = limits.carriesNativeCommands && !isHidden
      if let first = map.dynamicLockPage ?? map.configurationPage, first < 0x100 || isInReach {
        guard first >> 8 == Int(sector) else {
          configurationTold = false
          return sector == 0 ? ask(.openSector, .openSectorSelect) : reselect()
        }
        return ask(.configuration(first: first), .read(page: UInt8(first & 0xFF)))
      }
    }
    guard limits.carriesNativeCommands else { return nil }
    if scope.contains(.counter), counter == nil, map?.hasTapCounter == true {
      return ask(.counter, .readCounter(2))
    }
    if scope.contains(.signature), signature == nil, chip?.type2Version != nil || chip == .foreignType2 {
      return ask(.signature, .readSignature)
    }
    return nil
  }

  /// Selects the card anew, which closes what the password opened and goes back to the first sector.
  private mutating func reselect() -> Step<CardContents> {
    mustReselect = false
    isSectorSure = true
    isOpened = false
    isSectorOpen = false
    sector = 0
    asked = .reselect
    return .send(.reselect)
  }

  /// Tells the chips without GET_VERSION apart: only the Ultralight C begins an authentication; the NTAG203 ends with
  /// page 29, the Ultralight with page F. They are NXP's, so their UID begins with 04.
  private mutating func probe() -> Step<CardContents>? {
    guard chip == nil, scope.contains(.chip) else { return nil }
    guard image.octets[0] == 0x04 else {
      chip = .foreignType2
      return nil
    }
    guard limits.carriesNativeCommands else {
      chip = .unknownType2
      return nil
    }
    guard let isUltralightC else { return ask(.ultralightCProbe, .beginUltralightCAuthentication) }
    if isUltralightC {
      chip = .ultralightC
      return nil
    }
    guard let reaches29 = probes[0x29] else { return ask(.pageProbe(0x29), .read(page: 0x29)) }
    if !reaches29 {
      chip = .ultralight
      return nil
    }
    guard let reaches2A = probes[0x2A] else { return ask(.pageProbe(0x2A), .read(page: 0x2A)) }
    chip = reaches2A ? .unknownType2 : .ntag203
    return nil
  }
}

extension Type2ReadDialogue {
  /// Adds the answer to what is known.
  private mutating func absorb(_ answer: CardAnswer) -> TagError? {
    let question = asked
    asked = .nothing
    switch question {
    case .nothing: return nil
    case .reselect: return absorbReselect(answer)
    case .password: return absorb(password: answer)
    case .memory(let command): return absorb(memory: answer, of: command)
    case .openSector: return absorb(openSector: answer)
    case .sector(let number): return absorb(sector: answer, number: number)
    case .version, .ultralightCProbe, .pageProbe, .configuration, .counter, .signature:
      switch answer {
      case .data(let octets): absorb(octets, to: question)
      case .notCarried: absorb(nil, to: question)
      default:
        absorb(nil, to: question)
        mustReselect = true
      }
      return nil
    }
  }

  /// A wrong password is tried once only: some cards count.
  private mutating func absorb(password answer: CardAnswer) -> TagError? {
    let command = CardCommand.type2(.authenticate(password: password ?? []))
    switch answer {
    case .data, .acknowledged:
      isOpened = true
      return nil
    case .notCarried: return .notCarried(command)
    case .silent: return .noAnswer(command)
    case .refused, .gone: return .refused(command)
    }
  }

  private func absorbReselect(_ answer: CardAnswer) -> TagError? {
    switch answer {
    case .acknowledged, .data: nil
    case .notCarried: .notCarried(.reselect)
    case .gone, .silent, .refused: .cardLeft
    }
  }

  /// An answer to a question that the card may refuse; `nil` if it did.
  private mutating func absorb(_ octets: [UInt8]?, to question: Asked) {
    switch question {
    case .version:
      versionTold = true
      if let octets, octets.count >= 8 { chip = Chip(type2Version: Array(octets.prefix(8))) }
    case .ultralightCProbe:
      isUltralightC = octets?.first == 0xAF && octets?.count == 9
      // The card now waits for the other half of an authentication that nobody is going to finish.
      mustReselect = true
    case .pageProbe(let page):
      probes[page] = octets != nil
    case .configuration(let first):
      if let octets, octets.count >= 16 { takeConfiguration(octets, first: first) }
    case .counter:
      let value = octets.flatMap { $0.count >= 3 ? UInt32($0[0]) | UInt32($0[1]) << 8 | UInt32($0[2]) << 16 : nil }
      counter = .some(value)
    case .signature:
      signature = .some(octets.flatMap { $0.count >= 32 ? Array($0.prefix(32)) : nil })
    case .nothing, .reselect, .password, .memory, .openSector, .sector:
      break
    }
  }

  private mutating func takeConfiguration(_ octets: [UInt8], first: Int) {
    guard let map = chip.flatMap(Type2Map.init(of:)) else { return }
    if map.dynamicLockPage == first { image.dynamicLocks = Array(octets[0..<4]) }
    // Page 2A of an Ultralight C: AUTH0.
    if chip == .ultralightC { image.keyedFromPage = Int(octets[8]) }
    guard let page = map.configurationPage else { return }
    let offset = (page - first) * 4
    if offset + 8 <= 16 { image.configuration = Array(octets[offset..<offset + 8]) }
  }

  private mutating func absorb(memory answer: CardAnswer, of command: Type2Command) -> TagError? {
    switch (answer, command) {
    case (.data(let octets), .fastRead(let first, let last)) where octets.count >= (Int(last) - Int(first) + 1) * 4:
      image.octets += octets.prefix((Int(last) - Int(first) + 1) * 4)
      return nil
    case (.data(let octets), .read(let page)) where octets.count >= 16:
      image.octets += freshPages(of: Array(octets.prefix(16)), page: page)
      return nil
    case (_, .fastRead):
      readsFast = false
      mustReselect = answer != .notCarried
      return nil
    case (.notCarried, _):
      return .notCarried(.type2(command))
    default:
      mustReselect = true
      guard retries > 0 else { return giveUp(answer, command) }
      retries -= 1
      return nil
    }
  }

  /// A card that answers pages 0 to 3 and refuses others keeps them behind a password.
  private mutating func giveUp(_ answer: CardAnswer, _ command: Type2Command) -> TagError? {
    if isReadingRest {
      isWhole = true
      return nil
    }
    switch answer {
    case .data(let octets): return .badAnswer(.type2(command), octets)
    case .silent: return .noAnswer(.type2(command))
    default:
      guard image.octets.count >= 16 else { return .refused(.type2(command)) }
      isHidden = true
      return nil
    }
  }

  /// READ goes on with page 0 where the readable memory ends, also at a password's border: pages that repeat the first
  /// ones are not taken.
  private func freshPages(of octets: [UInt8], page: UInt8) -> ArraySlice<UInt8> {
    guard page != 0, image.octets.count >= 16 else { return octets[...] }
    for fresh in 1..<4 where octets[(fresh * 4)...].elementsEqual(image.octets.prefix(16 - fresh * 4)) {
      return octets.prefix(fresh * 4)
    }
    return octets[...]
  }

  private mutating func absorb(openSector answer: CardAnswer) -> TagError? {
    switch answer {
    case .acknowledged, .data: isSectorOpen = true
    case .notCarried: return .notCarried(.type2(.openSectorSelect))
    default: isHidden = true
    }
    return nil
  }

  private mutating func absorb(sector answer: CardAnswer, number: UInt8) -> TagError? {
    if answer == .silent || answer == .acknowledged { sector = number } else { isHidden = true }
    return nil
  }
}
