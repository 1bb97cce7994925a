import CardModels
import FocusPorts
import PCSCReader
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

extension RealPCSCD {
  /// The tap contract at the reader (Product.md 2): what is told of arrivals, and what is not.
  @Suite(.realParts) struct Arrivals {
    @Test(arguments: [ReaderModel.Kind.acr122U, .acr1252U, .plain])
    func aCardIsReadOnceHoweverLongItLies(_ kind: ReaderModel.Kind) async throws {
      let table = try await Table(kind)
      table.reader.place(card(7))
      #expect(await table.hears("ready", "arrived 7"))
      guard case .arrived(_, let presented, _) = table.events.last else { return }
      #expect(presented.message == link)
      table.reader.pull()
      #expect(await table.hears("ready", "arrived 7", "left 7"))
      await table.clear()
    }

    @Test func ofTwoCardsAtOnceNeitherCounts() async throws {
      let table = try await Table()
      table.reader.place(card(1), beside: [4, 1, 2, 3, 4, 5, 2])
      #expect(await table.hears("ready", "several"))
      table.reader.pull()
      #expect(await table.hears("ready", "several", "left ?"))
      table.reader.place(card(1))
      #expect(await table.hears("ready", "several", "left ?", "arrived 1"))
      table.reader.pull()
      table.reader.place(card(1), beside: [4, 1, 2, 3, 4, 5, 2])
      #expect(await table.hears("ready", "several", "left ?", "arrived 1", "left 1", "several"))
      await table.clear()
    }

    /// What shows one card only cannot tell of two: the one that it chose is read.
    @Test(arguments: [ReaderModel.Kind.acr1252U, .plain])
    func aReaderThatShowsOneCardReadsThatOne(_ kind: ReaderModel.Kind) async throws {
      let table = try await Table(kind)
      table.reader.place(card(1), beside: [4, 1, 2, 3, 4, 5, 2])
      #expect(await table.hears("ready", "arrived 1"))
      await table.clear()
    }

    /// A reader that never hands the question on is not asked before each tap.
    @Test func aReaderThatListsNothingIsLeftAlone() async throws {
      let table = try await Table()
      let question: [UInt8] = [0xFF, 0, 0, 0, 4, 0xD4, 0x4A, 2, 0]
      var told = ["ready"]
      for number in 0..<5 as Range<UInt8> {
        // The first command of all finds out how the reader speaks; the next one is the question.
        table.reader.order { $0.answers = [number == 0 ? 1 : 0: [0x63, 0x00]] }
        table.reader.place(card(number))
        told.append("arrived \(number)")
        #expect(await eventually { table.words == told }, "\(table.words)")
        table.reader.pull()
        told.append("left \(number)")
        #expect(await eventually { table.words == told }, "\(table.words)")
      }
      #expect(table.reader.transmitted.filter { $0 == question }.count == 3)
      await table.clear()
    }

    @Test func aCardThatLayThereIsToldAsSuch() async throws {
      let table = try await Table(card: card(1))
      #expect(await table.hears("ready", "arrived 1 at start"))
      await table.clear()
    }

    @Test func aSwapWithoutAPauseIsTwoTaps() async throws {
      let table = try await Table()
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      table.reader.pull()
      table.reader.place(card(2))
      #expect(await table.hears("ready", "arrived 1", "left 1", "arrived 2"))
      await table.clear()
    }

    @Test func aReaderErrorWhileACardLiesThereIsNoTap() async throws {
      let table = try await Table()
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      table.reader.trouble()
      #expect(await table.hears("ready", "arrived 1", "lost"))
      table.reader.recover()
      #expect(await table.hears("ready", "arrived 1", "lost", "ready", "arrived 1 at start"))
      await table.clear()
    }

    @Test func pluggedInAgainWithTheCardOnIsNoTap() async throws {
      let table = try await Table()
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      table.daemon.unplug(table.reader)
      #expect(await table.hears("ready", "arrived 1", "lost"))
      try table.daemon.plug(table.reader)
      #expect(await table.hears("ready", "arrived 1", "lost", "ready", "arrived 1 at start"))
      await table.clear()
    }

    @Test func tornOutAndPluggedInWithoutTheCard() async throws {
      let table = try await Table()
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      table.daemon.yank(table.reader)
      #expect(await table.hears("ready", "arrived 1", "lost"))
      table.reader.pull()
      try await Task.sleep(for: .milliseconds(100))
      _ = await eventually { (try? PCSCReader.readers().contains(table.name)) == false }
      try table.daemon.plug(table.reader)
      #expect(await table.hears("ready", "arrived 1", "lost", "ready", "left 1"))
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1", "lost", "ready", "left 1", "arrived 1"))
      await table.clear()
    }

    @Test func aCardPulledTooSoonIsSaidOnceAndTheNextTapCounts() async throws {
      let table = try await Table()
      table.reader.order { $0.pulledAfter = 3 }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "unreadable 1", "left 1"))
      table.reader.order { _ in }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "unreadable 1", "left 1", "arrived 1"))
      await table.clear()
    }

    @Test(arguments: 0..<8) func aShakyHandIsForgivenWithoutAWord(_ command: Int) async throws {
      let table = try await Table()
      table.reader.order { $0.flickersAt = command }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      await table.clear()
    }

    @Test(arguments: [[0x63, 0x00], [0x90], [], [0xD5, 0x43, 0x01, 0x90, 0x00], [0x6F, 0x00]] as [[UInt8]])
    func aSpoiltAnswerGetsOneQuietRetry(_ answer: [UInt8]) async throws {
      let table = try await Table()
      table.reader.order { $0.answers = [3: answer] }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      guard case .arrived(_, let presented, _) = table.events.last else { return }
      #expect(presented.message == link)
      await table.clear()
    }

    @Test func aMuteCardHoldsUpNobody() async throws {
      var settings = PCSCReader.Settings()
      // The next card has to be read within it too, and slowly, as on a busy computer.
      settings.patience = .seconds(2)
      let table = try await Table(settings: settings)
      table.reader.order { $0.isMute = true }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "unreadable ?"))
      table.reader.pull()
      #expect(await table.hears("ready", "unreadable ?", "left ?"))
      table.reader.order { $0.delay = .milliseconds(100) }
      table.reader.place(card(2))
      #expect(await table.hears("ready", "unreadable ?", "left ?", "arrived 2"))
      await table.clear()
    }

    @Test func aCardWithoutALayoutHasItsNumber() async throws {
      let table = try await Table(.plain)
      table.reader.place(.type2(Type2Card(.ultralightEV1Small, uid: [4, 0, 0, 0, 0, 0, 9])!))
      #expect(await table.hears("ready", "arrived 9"))
      await table.clear()
    }

    @Test func aSenselessAnswerToResetIsSaid() async throws {
      let table = try await Table()
      table.reader.place(card(1), atr: [0xFF, 0xFF])
      #expect(await table.hears("ready", "unreadable ?"))
      table.reader.pull()
      #expect(await table.hears("ready", "unreadable ?", "left ?"))
      await table.clear()
    }
  }
}
