import CardModels
import FocusPorts
import LibNFCReader
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing

/// A board on a pseudo-terminal, under the real libnfc in the real program.
@Suite(.realParts) struct LibNFCReaderTests {
  let folder = TemporaryFolder()

  @Test(arguments: [Chip.ultralight, .ultralightC, .ultralightEV1Large, .ntag203, .ntag213, .ntag216, .ntagI2C2K])
  func aCardComesAndGoes(chip: Chip) async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card(chip))
    #expect(await watched.tells("ready", "arrived"))
    #expect(watched.arrived == [PresentedCard(uid: uid(1), chip: chip.name, message: link)])
    board.lift()
    #expect(await watched.tells("ready", "arrived", "left"))
    board.put(card(chip))
    #expect(await watched.tells("ready", "arrived", "left", "arrived"))
    await watched.reader.stop()
    #expect(watched.words.count == 4)
    #expect(await eventually { helper(of: board) == nil })
  }

  @Test func aCardThatLayThereIsNoTap() async throws {
    let board = try VirtualPN532(in: folder)
    board.put(card())
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready", "lay there"))
    board.lift()
    #expect(await watched.tells("ready", "lay there", "left"))
    board.put(card())
    #expect(await watched.tells("ready", "lay there", "left", "arrived"))
    await watched.reader.stop()
  }

  @Test func twoCardsAtOnceAreNone() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put([card(number: 1), card(number: 2)])
    #expect(await watched.tells("ready", "several"))
    board.lift(uid: uid(1))
    // Long enough for several looks: the one that stays does not act.
    try await Task.sleep(for: .milliseconds(600))
    board.exchange(for: card(number: 3))
    #expect(await watched.tells("ready", "several"))
    board.lift()
    #expect(await watched.tells("ready", "several", "left"))
    board.put(card(number: 3))
    #expect(await watched.tells("ready", "several", "left", "arrived"))
    await watched.reader.stop()
  }

  @Test func anotherCardInItsPlaceIsAnArrival() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card(number: 1))
    #expect(await watched.tells("ready", "arrived"))
    board.lift()
    board.put(card(number: 2))
    #expect(await watched.tells("ready", "arrived", "left", "arrived"))
    #expect(watched.arrived.map(\.uid) == [uid(1), uid(2)])
    await watched.reader.stop()
  }

  @Test func aShakyHandGetsOneQuietRetry() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    // Pulled before it answers what chip it is; it comes back.
    board.pullAtNext(0x42, andLayAgain: card())
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    board.lift()
    #expect(await watched.tells("ready", "arrived", "left"))
    // Pulled, and not put on again.
    board.pullAtNext(0x42)
    board.put(card(number: 2))
    #expect(await watched.tells("ready", "arrived", "left", "unreadable", "left"))
    await watched.reader.stop()
  }

  @Test func cardsCanBeWorkedWith() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    let reader = try LibNFCDevice(board.connection).reader
    #expect(await watched.tells("ready"))
    await #expect(throws: LibNFCReader.NoCard.noCard) {
      try await watched.reader.withCard(at: reader) { $0.exchanges }
    }
    board.put(card(.ntagI2C2K))
    #expect(await watched.tells("ready", "arrived"))
    let answers = try await watched.reader.withCard(at: reader) { session in
      let commands: [CardCommand] = [
        .type2(.write(page: 0x20, octets: [1, 2, 3, 4])), .type2(.read(page: 0x20)),
        // It has no such counter, and then it has to be woken.
        .type2(.readCounter(2)), .reselect, .type2(.getVersion), .type2(.readSignature),
        .type2(.fastRead(first: 0, last: 0x3B)),
        .type2(.openSectorSelect), .type2(.sectorSelect(1)), .type2(.read(page: 0)),
        .type2(.authenticate(password: [0, 0, 0, 0])),
        .type5(.systemInformation),
      ]
      return commands.map { session.exchange($0) }
    }
    var model = card(.ntagI2C2K)
    #expect(answers.count == 12)
    #expect(answers[0] == .acknowledged)
    #expect(answers[1] == .data([1, 2, 3, 4] + [UInt8](repeating: 0, count: 12)))
    #expect(answers[2] == .refused)
    #expect(answers[3] == .acknowledged)
    #expect(answers[4] == model.answer(to: .type2(.getVersion)))
    #expect(answers[5] == model.answer(to: .type2(.readSignature)))
    if case .data(let octets) = answers[6] { #expect(octets.count == 240) } else { Issue.record("\(answers[6])") }
    #expect(answers[7] == .acknowledged)
    #expect(answers[8] == .silent)
    if case .data(let octets) = answers[9] { #expect(octets.count == 16) } else { Issue.record("\(answers[9])") }
    #expect(answers[10] == .refused)
    #expect(answers[11] == .notCarried)
    board.lift()
    #expect(await watched.tells("ready", "arrived", "left"))
    await watched.reader.stop()
    await #expect(throws: LibNFCReader.NoCard.noReader) {
      try await watched.reader.withCard(at: reader) { $0.exchanges }
    }
  }

  @Test func aCardThatLeavesAnswersNoMore() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    let reader = try LibNFCDevice(board.connection).reader
    board.put(card(number: 1))
    #expect(await watched.tells("ready", "lay there"))
    let answers = try await watched.reader.withCard(at: reader) { session in
      let first = session.exchange(.type2(.read(page: 4)))
      board.lift()
      board.put(card(number: 2))
      let second = session.exchange(.type2(.write(page: 4, octets: [9, 9, 9, 9])))
      return [first, second, session.exchange(.reselect)]
    }
    #expect(answers.dropFirst() == [.gone, .gone])
    #expect(await watched.tells("ready", "lay there", "left", "arrived"))
    #expect(board.cards.first.map { $0 == card(number: 2) || $0.sighting.uid == uid(2) } == true)
    #expect(watched.arrived.last?.message == link)
    await watched.reader.stop()
  }
}
