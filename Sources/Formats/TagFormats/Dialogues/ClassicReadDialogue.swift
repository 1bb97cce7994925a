/// Reads a MIFARE Classic card: the directory by its public key, then the blocks of the message by theirs.
struct ClassicReadDialogue: Sendable {
  private enum Asked: Equatable {
    case nothing
    case reselect
    case authentication(sector: Int)
    case block(Int)
  }

  private let scope: ReadingScope
  private let uid: [UInt8]
  private let chip: Chip?
  private var image = ClassicImage([])
  private var asked = Asked.nothing
  private var openSector: Int?
  private var retries = 2
  private var refused: Int?

  init(_ sighting: CardSighting, scope: ReadingScope) {
    self.scope = scope
    uid = sighting.uid
    chip = sighting.chip
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    let question = asked
    asked = .nothing
    switch (question, answer) {
    case (.nothing, _): break
    case (_, .gone), (_, nil): return .failed(.cardLeft)
    case (.reselect, .acknowledged), (.reselect, .data): break
    case (.reselect, _): return .failed(.cardLeft)
    case (.authentication(let sector), .acknowledged), (.authentication(let sector), .data): openSector = sector
    case (.authentication(let sector), .notCarried):
      return .failed(.notCarried(Self.authentication(sector: sector)))
    case (.authentication(let sector), .refused), (.authentication(let sector), .silent):
      // The directory's key does not fit: no NDEF. The message's key does not fit: the message is not for everybody.
      return .done(closed(sector == 0 ? .unformatted : .hidden))
    case (.block(let block), .data(let octets)) where octets.count >= 16:
      image.octets += [UInt8](repeating: 0, count: max(0, block * 16 - image.octets.count))
      image.octets += octets.prefix(16)
    case (.block(let block), .some(let answer)):
      let command = CardCommand.classic(.read(block: UInt8(truncatingIfNeeded: block)))
      guard retries > 0, answer != .notCarried else {
        return .failed(answer == .notCarried ? .notCarried(command) : .refused(command))
      }
      retries -= 1
      openSector = nil
      asked = .reselect
      return .send(.reselect)
    }
    return decide()
  }

  private func closed(_ message: StoredMessage) -> CardContents {
    CardContents(uid: uid.isEmpty ? image.uid : uid, type: .classic, chip: chip ?? .classic1K, message: message)
  }

  private static func authentication(sector: Int) -> CardCommand {
    let isDirectory = sector == 0 || sector == 16
    return .classic(
      .authenticate(
        block: UInt8(truncatingIfNeeded: ClassicGeometry.trailer(ofSector: sector)), with: .a,
        key: isDirectory ? ClassicTrailer.directoryKey : ClassicTrailer.messageKey))
  }

  private mutating func decide() -> Step<CardContents> {
    do {
      let contents = try image.contents(chip: chip ?? .classic1K, uid: uid)
      let last = (try? ApplicationDirectory(image.octets))?.messageSectors.last
      let end = last.map { ClassicGeometry.octets(ofSector: $0).upperBound } ?? 0
      guard scope.contains(.memory), image.octets.count < end else { return .done(contents) }
      return fetch(from: image.octets.count, needed: end)
    } catch .cutShort(let at, let needed) {
      return fetch(from: at, needed: needed)
    } catch {
      return .failed(.layout(error))
    }
  }

  private mutating func fetch(from at: Int, needed: Int) -> Step<CardContents> {
    let block = nextBlock(from: at / 16, upTo: (needed - 1) / 16)
    guard block < 256 else { return .failed(.layout(.cutShort(at: at, needed: needed))) }
    let sector = ClassicGeometry.sector(ofBlock: block)
    guard openSector == sector else {
      asked = .authentication(sector: sector)
      return .send(Self.authentication(sector: sector))
    }
    asked = .block(block)
    return .send(.classic(.read(block: UInt8(block))))
  }

  /// The first block that is worth reading: the directories, the blocks of the message, and of the trailers the first,
  /// which says how the sectors are to be read.
  private func nextBlock(from first: Int, upTo last: Int) -> Int {
    let sectors = (try? ApplicationDirectory(image.octets))?.messageSectors
    return (first..<max(first, last)).first { block in
      let sector = ClassicGeometry.sector(ofBlock: block)
      if sector == 0 { return true }
      guard let sectors, sectors.contains(sector) else { return false }
      return block != ClassicGeometry.trailer(ofSector: sector) || sector == sectors.first
        || scope.contains(.protection)
    } ?? last
  }
}
