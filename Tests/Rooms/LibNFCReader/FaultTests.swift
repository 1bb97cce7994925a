import FocusPorts
import Glibc
import LibNFCReader
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Boards, cables and libnfc fail; what was told is exact, and the next tap counts.
@Suite(.realParts) struct FaultTests {
  let folder = TemporaryFolder()

  /// What spoils one frame. A card that is put on then is one tap all the same.
  static let spoilers: [VirtualPN532.Misdeed] = [
    .mute, .noAcknowledge, .noAnswer, .halfFrame, .garbage, .badChecksum, .errorFrame, .status(0x02), .status(0x13),
  ]

  @Test(arguments: [0x4A, 0x42, 0x40, 0x44, 0x32] as [UInt8])
  func oneSpoiltFrameIsOvercome(command: UInt8) async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    for (number, misdeed) in Self.spoilers.enumerated() {
      board.misbehave(misdeed, at: command)
      board.put(card(number: UInt8(number)))
      let arrivals = Array(repeating: ["arrived", "left"], count: number + 1).flatMap { $0 }
      #expect(await eventually { watched.taps == arrivals.dropLast() }, "\(misdeed): \(watched.words)")
      #expect(watched.arrived.last?.message == link)
      board.behave()
      board.lift()
      #expect(await eventually { watched.taps == arrivals }, "\(misdeed): \(watched.words)")
    }
    await watched.reader.stop()
  }

  /// While the card is there, the chip is asked about it ten times a second.
  @Test(arguments: spoilers)
  func aSpoiltLookDoesNotTakeTheCardAway(misdeed: VirtualPN532.Misdeed) async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    board.misbehave(misdeed)
    #expect(await eventually { !board.isUpToSomething })
    try await Task.sleep(for: .milliseconds(300))
    #expect(watched.words == ["ready", "arrived"])
    await watched.reader.stop()
  }

  /// When a card has left, the field is switched off and on; the second of the two is lost here.
  @Test func theFieldComesBackOn() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    board.misbehave(.mute, atStart: [0x32, 0x01, 0x01])
    board.lift()
    #expect(await watched.tells("ready", "arrived", "left"))
    #expect(await eventually { !board.isUpToSomething })
    board.put(card())
    #expect(await watched.tells("ready", "arrived", "left", "arrived"))
    await watched.reader.stop()
  }

  @Test func libnfcFallsWhileItReads() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    // Bit 7 of the status makes libnfc abort its process.
    board.misbehave(.status(0x81), at: 0x42)
    board.put(card())
    #expect(await watched.tells("ready", "lost: libnfc crashed (signal 6)", "ready", "arrived"), "\(watched.words)")
    await watched.reader.stop()
  }

  @Test func libnfcFallsWhileACardLiesThere() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    board.misbehave(.status(0x81), at: 0x40)
    #expect(await watched.tells("ready", "arrived", "lost: libnfc crashed (signal 6)", "ready", "lay there"))
    board.lift()
    #expect(await watched.tells("ready", "arrived", "lost: libnfc crashed (signal 6)", "ready", "lay there", "left"))
    await watched.reader.stop()
  }

  @Test func aDamagedDescriptionIsNotBelieved() async throws {
    let board = try VirtualPN532(in: folder)
    // libnfc opens such a board and fails an assertion at the first select.
    board.misbehave(.badChecksum, at: 0x02)
    let watched = try WatchedReader(board)
    #expect(await eventually { watched.words.last == "ready" })
    #expect(watched.words.count == 2)
    #expect(watched.words.first?.hasPrefix("lost: the device on ") == true)
    await watched.reader.stop()
  }

  @Test(arguments: [VirtualPN532.Misdeed.mute, .noAcknowledge, .garbage, .halfFrame])
  func aDeadLineIsNoticedAndComesBack(misdeed: VirtualPN532.Misdeed) async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.misbehave(misdeed, times: .max)
    #expect(await watched.tells("ready", "lost: it was unplugged, or its connection broke"), "\(watched.words)")
    board.behave()
    #expect(
      await watched.tells("ready", "lost: it was unplugged, or its connection broke", "ready"), "\(watched.words)")
    board.put(card())
    #expect(await eventually { watched.words.last == "arrived" })
    await watched.reader.stop()
    #expect(watched.words.count == 4)
  }

  @Test func aHungProcessIsReplaced() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    let first = try #require(helper(of: board))
    kill(first, SIGSTOP)
    #expect(await watched.tells("ready", "lost: libnfc hung and was ended", "ready"), "\(watched.words)")
    #expect(helper(of: board) != first)
    await watched.reader.stop()
  }

  @Test func aKilledProcessIsReplaced() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    kill(try #require(helper(of: board)), SIGKILL)
    let told = ["ready", "arrived", "lost: libnfc crashed (signal 9)", "ready"]
    #expect(await eventually { watched.words == told + ["lay there"] }, "\(watched.words)")
    // It is taken away while nobody looks.
    kill(try #require(helper(of: board)), SIGSTOP)
    board.lift()
    #expect(
      await eventually {
        watched.words == told + ["lay there", "lost: libnfc hung and was ended", "ready", "left"]
      }, "\(watched.words)")
    await watched.reader.stop()
  }

  @Test func unpluggedAndPluggedInAgain() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    board.unplug()
    #expect(await eventually { watched.words.count == 3 })
    #expect(watched.words.last?.hasPrefix("lost: ") == true)
    try await Task.sleep(for: .milliseconds(300))
    try board.plugIn()
    #expect(await eventually { watched.words.suffix(2) == ["ready", "lay there"] }, "\(watched.words)")
    #expect(watched.words.count == 5)
    await watched.reader.stop()
  }

  @Test func aDeviceThatIsNotThereIsAwaited() async throws {
    let watched = WatchedReader(try LibNFCDevice("pn532_uart:\(folder("ttyNFC0")):115200"))
    #expect(await watched.tells("lost: nothing is plugged in at \(folder("ttyNFC0"))"))
    let board = try VirtualPN532(in: folder)
    #expect(await eventually { watched.words.last == "ready" })
    board.put(card())
    #expect(await eventually { watched.words.last == "arrived" })
    await watched.reader.stop()
  }

  @Test func oneOwnerAtATime() async throws {
    let board = try VirtualPN532(in: folder)
    let first = try WatchedReader(board)
    #expect(await first.tells("ready"))
    let second = try WatchedReader(board)
    #expect(await second.tells("lost: another program is using \(board.path): stop it, or leave the reader to it"))
    await first.reader.stop()
    #expect(await eventually { second.words.last == "ready" }, "\(second.words)")
    #expect(second.words.count == 2)
    await second.reader.stop()
  }

  @Test func aMissingProgramIsSaid() async throws {
    let board = try VirtualPN532(in: folder)
    var settings = LibNFCReader.Settings()
    settings.program = folder("nothing")
    let watched = WatchedReader(try LibNFCDevice(board.connection), settings: settings)
    #expect(await watched.tells("lost: \(folder("nothing")) cannot be started: No such file or directory"))
    await watched.reader.stop()
  }
}
