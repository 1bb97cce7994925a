import FocusPorts
import Glibc
import LibNFCReader
import LinuxRuntime
import Octets
import TestSupport

/// Kills, hangs, falls of libnfc, pulled plugs and dead lines, with a tap after each: every one of them is seen once,
/// and nothing grows.
func libnfcRestarts(_ isShort: Bool) throws -> String {
  let count = isShort ? 5 : 50
  return try blocking {
    let bench = try await Bench()
    var before = Resources()
    for number in 0..<count {
      // The first rounds fill what is filled once.
      if number == min(count / 2, 5) { before = Resources() }
      let told = bench.words.count
      try await bench.fail(number % 5)
      try hold(
        await eventually { bench.words[told...].contains("lost") && bench.words.last == "ready" },
        "round \(number), not back: \(bench.words[told...])")
      try await bench.tap(UInt8(number & 0x7F))
    }
    let after = Resources()
    await bench.reader.stop()
    try hold(
      after.descriptors <= before.descriptors, "descriptors: \(before.descriptors), then \(after.descriptors)")
    try hold(after.kilobytes <= before.kilobytes + 4096, "memory: \(before.kilobytes) kB, then \(after.kilobytes) kB")
    try hold(ProcessEntry.find("focuskey-libnfc", argument: bench.board.connection) == nil, "a process was left behind")
    return
      "\(count) restarts, \(bench.taps) taps after them seen once; descriptors \(before.descriptors) -> "
      + "\(after.descriptors), memory \(before.kilobytes) -> \(after.kilobytes) kB"
  }
}

/// Taps with a spoilt frame somewhere in each: none false, none missed, none twice.
func libnfcSpoiltFrames(_ isShort: Bool) throws -> String {
  let count = isShort ? 15 : 1000
  return try blocking {
    let bench = try await Bench()
    var dice = Dice(seed: 532)
    let misdeeds: [VirtualPN532.Misdeed] = [
      .mute, .noAcknowledge, .noAnswer, .halfFrame, .garbage, .badChecksum, .errorFrame, .status(0x01), .status(0x02),
      .status(0x27),
    ]
    for number in 0..<count {
      let codes: [UInt8?] = [nil, 0x32, 0x40, 0x42, 0x44, 0x4A]
      let misdeed = misdeeds[Int.random(in: 0..<misdeeds.count, using: &dice)]
      let code = codes[Int.random(in: 0..<codes.count, using: &dice)]
      bench.board.misbehave(misdeed, at: code)
      do {
        try await bench.tap(UInt8(number & 0x7F))
      } catch {
        let heard = bench.board.heard.suffix(12).map { HexText.text(of: $0.prefix(12)) }
        throw Broken("tap \(number), \(misdeed) at \(code ?? 0): \(error); the chip heard \(heard)")
      }
      bench.board.behave()
    }
    await bench.reader.stop()
    let lost = bench.words.count { $0 == "lost" }
    return "\(count) taps with a spoilt frame: none false, none missed; the device was given up \(lost) times"
  }
}

/// A board and the product on it.
private struct Bench: Sendable {
  let folder = TemporaryFolder()
  let board: VirtualPN532
  let reader: LibNFCReader
  private let told = Locked<[String]>([])
  private let tapped = Locked(0)

  init() async throws {
    board = try VirtualPN532(in: folder)
    reader = LibNFCReader([try LibNFCDevice(board.connection)])
    let told = told
    let events = reader.events()
    Task {
      for await event in events {
        told.withLock { told in
          switch event {
          case .ready: told.append("ready")
          case .lost: told.append("lost")
          case .arrived(_, let card, let atStart):
            told.append("\(atStart ? "lay there" : "arrived") \(card.message == nil ? "unread" : "") \(card.uid[6])")
          case .left(_, let uid): told.append("left \(uid.last ?? 0)")
          case .severalCards: told.append("several")
          case .unreadable: told.append("unreadable")
          }
        }
      }
    }
    let words = told
    try hold(await eventually { words.withLock { $0 } == ["ready"] }, "not ready")
  }

  var words: [String] { told.withLock { $0 } }
  var taps: Int { tapped.withLock { $0 } }

  /// One of the ways in which a device fails.
  func fail(_ way: Int) async throws {
    switch way {
    case 0: kill(try process(), SIGKILL)
    case 1: kill(try process(), SIGSTOP)
    case 2:
      // libnfc aborts when the status of PowerDown or of an exchange has bit 7; the look after a card is such an
      // exchange.
      board.put(endlessCard(0x7F))
      try hold(await eventually { words.last == "arrived  127" }, "no tap before the fall: \(words.suffix(4))")
      board.misbehave(.status(0x81), at: 0x40)
      try hold(await eventually { words.contains("lost") && words.last == "lay there  127" }, "\(words.suffix(6))")
      board.lift()
      try hold(await eventually { words.last == "left 127" }, "\(words.suffix(6))")
      told.withLock { $0.append("ready") }
    case 3:
      board.unplug()
      try hold(await eventually { words.last == "lost" }, "an empty socket was not told")
      try board.plugIn()
    default:
      board.misbehave(.mute, times: .max)
      try hold(await eventually { words.last == "lost" }, "a dead line was not told")
      board.behave()
    }
  }

  /// Lays a card on and takes it away; both have to be told, once.
  func tap(_ number: UInt8) async throws {
    let before = words.count
    board.put(endlessCard(number))
    try hold(await eventually { words[before...].contains("arrived  \(number)") }, "no tap: \(words[before...])")
    board.lift()
    try hold(await eventually { words[before...].contains("left \(number)") }, "no departure: \(words[before...])")
    let cards = words[before...].filter { $0 != "ready" && $0 != "lost" && !$0.hasPrefix("lay there") }
    try hold(cards == ["arrived  \(number)", "left \(number)"], "\(Array(words[before...]))")
    tapped.withLock { $0 += 1 }
  }

  private func process() throws -> Int32 {
    guard let entry = ProcessEntry.find("focuskey-libnfc", argument: board.connection) else {
      throw Broken("the device has no process")
    }
    return entry.id
  }
}
