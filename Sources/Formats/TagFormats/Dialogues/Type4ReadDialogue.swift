/// Reads a Type 4 card: application, capability container, NDEF file.
struct Type4ReadDialogue: Sendable {
  private enum Asked: Equatable {
    case nothing
    case application
    case oldApplication
    case containerFile
    case container
    case messageFile
    case message
    case version
    case versionRest
    case settings(UInt8)
    case cardLevel
    case freeMemory
    case keySettings
    case mode
  }

  /// How much of the file the first READ BINARY asks for: length and a link in one go.
  private static let firstBite = 128

  private let scope: ReadingScope
  private let limits: CarrierLimits
  private var contents: CardContents
  private var asked = Asked.nothing
  private var last: CommandAPDU?
  private var isOld = false
  private var container: [UInt8] = []
  private var file: [UInt8] = []
  private var parsed: Type4Container?
  private var hasApplication = false
  private var versionTold = false
  private var settings: [UInt8: Type4FileSettings] = [:]
  private var freeMemory: Int?
  private var applicationKeys: UInt8?
  private var speaksLRP = false
  /// Questions left about the card's protection; `nil` before the first of them.
  private var questions: [Asked]?

  init(_ sighting: CardSighting, scope: ReadingScope, limits: CarrierLimits) {
    self.scope = scope
    self.limits = limits
    contents = CardContents(uid: sighting.uid, type: .type4, chip: sighting.chip ?? .unknownType4)
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard let answer else { return ask(.application, Self.selectApplication(version: 1)) }
    let command = CardCommand.apdu(last ?? CommandAPDU(ins: 0))
    switch answer {
    case .data(let octets):
      guard let response = ResponseAPDU(octets: octets) else { return .failed(.badAnswer(command, octets)) }
      return absorb(response, command)
    default: return .failed(TagError(answer, to: command))
    }
  }
}

extension Type4ReadDialogue {
  static func selectApplication(version: UInt8) -> CommandAPDU {
    CommandAPDU(ins: 0xA4, p1: 0x04, data: [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, version], expected: 256)
  }

  /// In mapping version 1 a card answers a selection with the file's description, and P2 asks for it.
  static func selectFile(_ identifier: UInt16, isOld: Bool) -> CommandAPDU {
    CommandAPDU(
      ins: 0xA4, p2: isOld ? 0x00 : 0x0C, data: [UInt8(identifier >> 8), UInt8(truncatingIfNeeded: identifier)])
  }

  private mutating func ask(_ question: Asked, _ command: CommandAPDU) -> Step<CardContents> {
    asked = question
    last = command
    return .send(.apdu(command))
  }

  private mutating func absorb(_ response: ResponseAPDU, _ command: CardCommand) -> Step<CardContents> {
    let question = asked
    asked = .nothing
    if response.status >> 8 == 0x6C, var again = last, again.expected != Int(response.status & 0xFF) {
      again.expected = response.status & 0xFF == 0 ? 256 : Int(response.status & 0xFF)
      return ask(question, again)
    }
    let isGood = response.status == 0x9000 || response.status == 0x6282
    switch question {
    case .application:
      guard isGood else { return ask(.oldApplication, Self.selectApplication(version: 0)) }
      hasApplication = true
      return ask(.containerFile, Self.selectFile(Type4Container.fileIdentifier, isOld: false))
    case .oldApplication:
      guard isGood else { return finish() }
      isOld = true
      return ask(.containerFile, Self.selectFile(Type4Container.fileIdentifier, isOld: true))
    case .containerFile:
      guard isGood else { return finish() }
      return ask(.container, ReadBinary(offset: 0, count: 15, answer: limits.largestAnswer).command)
    case .container:
      guard isGood, !response.data.isEmpty else { return .failed(.status(response.status, command)) }
      container += response.data
      return readContainer()
    case .messageFile:
      guard isGood else {
        contents.message = .damaged(.missingFile(parsed?.file.identifier ?? 0))
        return finish()
      }
      return readFile(needed: 1)
    case .message:
      return absorb(message: response, isGood: isGood, command)
    case .version, .versionRest:
      return absorb(version: response, of: question)
    case .settings(let number):
      if response.status == 0x9100 { settings[number] = Type4FileSettings(response.data) }
      return finish()
    case .freeMemory:
      if response.status == 0x9100, response.data.count >= 3 {
        freeMemory = response.data[..<3].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      return finish()
    case .keySettings:
      if response.status == 0x9100, response.data.count >= 2 { applicationKeys = response.data[1] }
      return finish()
    case .mode:
      // The proof that this begins is not gone on with; what follows ends it.
      speaksLRP = response.status == 0x91AF && response.data.count == 17
      return finish()
    case .cardLevel, .nothing:
      return finish()
    }
  }

  private mutating func readContainer() -> Step<CardContents> {
    // A file that was made and never written has no message's file to name.
    if container.count >= 15, container.allSatisfy({ $0 == 0 }) { return finish() }
    do {
      let parsed = try Type4Container(container, isPartial: true)
      self.parsed = parsed
      return ask(.messageFile, Self.selectFile(parsed.file.identifier, isOld: isOld))
    } catch .cutShort(let at, let needed) {
      let command = ReadBinary(offset: at, count: needed - at, answer: limits.largestAnswer).command
      return ask(.container, command)
    } catch {
      contents.message = .damaged(error)
      return finish()
    }
  }

  private mutating func readFile(needed: Int) -> Step<CardContents> {
    guard let parsed else { return finish() }
    let end = min(max(needed, file.isEmpty ? Self.firstBite : 0), parsed.file.size)
    let count = min(end - file.count, parsed.maximumRead)
    let read = ReadBinary(
      offset: file.count, count: max(1, count), answer: min(limits.largestAnswer, parsed.maximumRead))
    return ask(.message, read.command)
  }

  private mutating func absorb(
    message response: ResponseAPDU, isGood: Bool, _ command: CardCommand
  ) -> Step<CardContents> {
    // "Security status not satisfied": the file asks for a key whatever the container says.
    if response.status == 0x6982 {
      contents.message = .hidden
      return finish()
    }
    guard isGood else { return .failed(.status(response.status, command)) }
    guard let data = ReadBinary.data(of: response.data, to: last), !data.isEmpty else {
      return .failed(.badAnswer(command, response.data))
    }
    file += data
    guard let parsed else { return finish() }
    do {
      var image = Type4Image(container: container, files: [parsed.file.identifier: file])
      image.isContainerPartial = true
      image.usesOldApplication = isOld
      contents = try image.contents(chip: contents.chip, uid: contents.uid)
      guard scope.contains(.memory), file.count < parsed.file.size else { return finish() }
      return readFile(needed: parsed.file.size)
    } catch .cutShort(_, let needed) {
      return readFile(needed: needed)
    } catch {
      return .failed(.layout(error))
    }
  }

  /// The end, or first the version if the chip is to be known: the first of three frames tells it, and a card wants all
  /// three taken. Then, if that is asked for, how the card is protected.
  private mutating func finish() -> Step<CardContents> {
    if scope.contains(.chip), contents.chip == .unknownType4, !versionTold {
      versionTold = true
      return ask(.version, CommandAPDU(cla: 0x90, ins: 0x60, expected: 256))
    }
    if scope.contains(.protection), questions == nil { questions = protectionQuestions }
    if let question = questions?.first {
      questions?.removeFirst()
      switch question {
      case .settings(let number): return ask(question, NativeCommand.fileSettings(number))
      case .cardLevel: return ask(question, NativeCommand.selectApplication(0))
      case .keySettings: return ask(question, NativeCommand.keySettings)
      case .mode: return ask(question, CardKey.beginningOfEither(0))
      default: return ask(question, NativeCommand.freeMemory)
      }
    }
    return .done(settled)
  }

  /// A DESFire without a container is asked how much room it has.
  private var protectionQuestions: [Asked] {
    switch contents.chip {
    case .ntag413DNA, .ntag424DNA, .ntag424DNATT, .desfireEV1, .desfireEV2, .desfireEV3: break
    default: return []
    }
    let files: [Asked] =
      hasApplication
      ? [.settings(Type4FileSettings.containerNumber), .settings(Type4FileSettings.messageNumber)] : []
    let keys: [Asked] = hasApplication && contents.chip == .desfireEV3 ? [.keySettings] : []
    let mode: [Asked] = hasApplication && contents.chip.knowsLRP ? [.mode] : []
    let isBlank = contents.message == .unformatted && contents.chip.isDESFire
    return files + keys + mode + (isBlank ? [.cardLevel, .freeMemory] : [])
  }

  /// The contents with what the card told of its files.
  private var settled: CardContents {
    guard freeMemory != nil || applicationKeys != nil || !settings.isEmpty else { return contents }
    var settled = contents
    var image = Type4Image(container: container, files: [:])
    if case .type4(let read) = contents.image { image = read }
    image.settings = settings
    image.freeMemory = freeMemory
    image.applicationKeys = applicationKeys
    image.speaksLRP = speaksLRP
    settled.image = .type4(image)
    if settled.message != .hidden, let again = try? image.contents(chip: contents.chip, uid: contents.uid) {
      settled.barriers = again.barriers
      settled.locks = again.locks
      settled.mirror = again.mirror
    }
    return settled
  }

  private mutating func absorb(version response: ResponseAPDU, of question: Asked) -> Step<CardContents> {
    if question == .version, response.status == 0x91AF { contents.chip = Chip(type4Version: response.data) }
    guard response.status == 0x91AF else { return finish() }
    return ask(.versionRest, CommandAPDU(cla: 0x90, ins: 0xAF, expected: 256))
  }
}
