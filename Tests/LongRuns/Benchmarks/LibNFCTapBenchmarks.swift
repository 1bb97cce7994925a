import BareLibNFCLoop
import CardModels
import FocusPorts
import Glibc
import LibNFCReader
import LinuxRuntime
import TagFormats
import TestSupport

/// From a card's arrival on a virtual PN532, through the real libnfc in its own process, to the tap with its message in
/// this one: beside a C loop that does nothing but select and send the card the same commands. Then what waiting costs,
/// and how long failures and a stop take.
///
/// Each tap takes its place in libnfc's rhythm of 350 ms, so the full form takes about five minutes; it says how far it
/// is.
func libnfcTapBenchmarks(_ run: BenchmarkRun) throws {
  let bench = try LibNFCBench()
  try bench.compareTaps(run, taps: run.isSmoke ? 4 : 200)
  try bench.measureWaiting(run, seconds: run.isSmoke ? 1 : 20)
  try bench.measureFailures(run, rounds: run.isSmoke ? 1 : 10)
}

private struct LibNFCBench {
  struct Stuck: Error {
    let place: String
  }

  /// libnfc's own rhythm: 300 ms of waiting in a select, and 50 in which it throws away what comes.
  private static let cycle = 350_000

  let folder = TemporaryFolder()
  let board: VirtualPN532
  let card: CardModel

  init() throws {
    board = try VirtualPN532(in: folder)
    card = try Self.card([4, 1, 2, 3, 4, 5, 6])
  }

  private static func card(_ uid: [UInt8]) throws -> CardModel {
    let link = Array("focuskey.app/focus/work".utf8)
    let message: [UInt8] = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
    guard let card = Type2Card(.ntag213, uid: uid, holding: message) else { throw Stuck(place: "card") }
    return .type2(card)
  }

  /// The same message on a card of another number, so that each tap counts.
  private func other(_ number: UInt8) throws -> CardModel { try Self.card([4, 9, 9, 9, 9, 9, number]) }

  /// The product, the engine with its log, and the bare loop, each on a board of its own, tap by tap in turns: whatever
  /// else the machine does falls on all of them, and all are tapped at the same places of libnfc's rhythm.
  func compareTaps(_ run: BenchmarkRun, taps: Int) throws {
    let packed = try commandsOfAKnownCard()
    let engineBoard = try VirtualPN532(in: folder, named: "ttyNFC1")
    let bareBoard = try VirtualPN532(in: folder, named: "ttyNFC2")
    let disk = try BareDisk()
    var figures = Figures()
    guard let loop = unsafe bare_nfc_start(bareBoard.connection, packed, UInt32(packed.count)) else {
      throw Stuck(place: "bare loop")
    }
    defer { unsafe bare_nfc_stop(loop) }
    try watching { watch in
      try withEngineOnDisk(LibNFCReader([LibNFCDevice(engineBoard.connection)])) { committedAt in
        // The first one finds the chip out.
        _ = try tap(board, card, after: 0) { watch.arrivedAt }
        for number in 0..<taps {
          let phase = UInt32(number * Self.cycle / taps)
          figures.ours.append(try tap(board, card, after: phase) { watch.arrivedAt }.length)
          let before = unsafe bare_nfc_last(loop).number
          let bare = try tap(bareBoard, card, after: phase) {
            unsafe bare_nfc_last(loop).number > before ? unsafe bare_nfc_last(loop).read : 0
          }
          figures.bareSeen.append(Double(unsafe bare_nfc_last(loop).seen - bare.put) / 1e6)
          figures.bareRead.append(bare.length)
          let counting = try other(UInt8(truncatingIfNeeded: number))
          figures.onDisk.append(try tap(engineBoard, counting, after: phase) { committedAt.withLock { $0 } }.length)
          figures.commits.append(try disk.commit())
          if (number + 1) % 20 == 0 {
            run.progress("libnfc-tap", number + 1, of: taps, "medians so far: \(figures.medians)")
          }
        }
      }
    }
    run.report("libnfc-tap bare loop, arrival, median", percentile(figures.bareSeen, 50), "ms")
    run.report("libnfc-tap bare loop, arrival, p95", percentile(figures.bareSeen, 95), "ms")
    run.report("libnfc-tap bare loop, read, median", percentile(figures.bareRead, 50), "ms")
    run.report("libnfc-tap bare loop, read, p95", percentile(figures.bareRead, 95), "ms")
    let bound = (median: percentile(figures.bareRead, 50) + 3, p95: percentile(figures.bareRead, 95) + 3)
    run.promise("libnfc-tap ours, median", percentile(figures.ours, 50), atMost: bound.median, "ms")
    run.promise("libnfc-tap ours, p95", percentile(figures.ours, 95), atMost: bound.p95, "ms")
    promiseOnDisk(run, "libnfc-tap", figures.onDisk, figures.bareRead, figures.commits)
  }

  /// What was measured of each tap, in milliseconds.
  private struct Figures {
    var ours: [Double] = []
    var bareSeen: [Double] = []
    var bareRead: [Double] = []
    var onDisk: [Double] = []
    var commits: [Double] = []

    var medians: String {
      "ours \(percentile(ours, 50)) ms, bare loop \(percentile(bareRead, 50)) ms, on disk \(percentile(onDisk, 50)) ms"
    }
  }

  /// The commands that the product sends for a card whose chip is known, as the bare loop takes them; the second tap
  /// tells.
  private func commandsOfAKnownCard() throws -> [UInt8] {
    var commands: [[UInt8]] = []
    try watching { watch in
      for _ in 0..<2 {
        let before = board.heard.count
        _ = try tap(board, card, after: 0) { watch.arrivedAt }
        commands = board.heard[before...].filter { $0[0] == 0x40 || $0[0] == 0x42 }
      }
    }
    // What came after the message was there is the look after the card.
    if let look = commands.firstIndex(of: [0x40, 0x01, 0x30, 0x00]), look > 0 { commands.removeSubrange(look...) }
    return commands.flatMap { command -> [UInt8] in
      let octets = command.dropFirst(command[0] == 0x40 ? 2 : 1)
      return [UInt8(octets.count), command[0] == 0x40 ? 1 : 0] + octets
    }
  }

  /// What an idle device costs: its process, and the thread that watches over it.
  func measureWaiting(_ run: BenchmarkRun, seconds: Int) throws {
    try watching { _ in
      guard let helper = ProcessEntry.find("focuskey-libnfc", argument: board.connection) else {
        throw Stuck(place: "process")
      }
      usleep(500_000)
      let before = (helper.wakeups, ProcessEntry.ownThread("libnfc")?.wakeups, helper.ticks)
      usleep(UInt32(seconds) * 1_000_000)
      let after = (helper.wakeups, ProcessEntry.ownThread("libnfc")?.wakeups, helper.ticks)
      let length = Double(seconds)
      run.report("libnfc waiting, wakeups of its process", Double(after.0 - before.0) / length, "1/s")
      if let end = after.1, let start = before.1 {
        run.report("libnfc waiting, wakeups of the service", Double(end - start) / length, "1/s")
      }
      run.report("libnfc waiting, CPU of its process", Double(after.2 - before.2) / length, "%")
    }
  }

  /// How long it takes until a failure is told and the device is back, and until a stop is done.
  func measureFailures(_ run: BenchmarkRun, rounds: Int) throws {
    var killed: [Double] = []
    var hung: [Double] = []
    var mute: [Double] = []
    var stops: [Double] = []
    for round in 1...rounds {
      for signal in [SIGKILL, SIGSTOP] {
        stops.append(
          try watching { watch in
            guard let helper = ProcessEntry.find("focuskey-libnfc", argument: board.connection) else {
              throw Stuck(place: "process")
            }
            let start = bare_nfc_now()
            kill(helper.id, signal)
            try wait("back after signal \(signal)") { watch.readyAt > start }
            let time = Double(watch.readyAt - start) / 1e6
            if signal == SIGKILL { killed.append(time) } else { hung.append(time) }
          })
      }
      stops.append(
        try watching { watch in
          let start = bare_nfc_now()
          board.misbehave(.mute, times: .max)
          try wait("told of a mute line") { watch.lostAt > start }
          mute.append(Double(watch.lostAt - start) / 1e6)
          board.behave()
          try wait("back after a mute line") { watch.readyAt > watch.lostAt }
        })
      run.progress("libnfc failures", round, of: rounds, "hung and back after \(hung.last ?? 0) ms")
    }
    run.promise("libnfc killed, told and back", killed.max() ?? 0, atMost: 2000, "ms")
    run.promise("libnfc hung, told and back", hung.max() ?? 0, atMost: 2000, "ms")
    run.promise("libnfc line dead, told", mute.max() ?? 0, atMost: 2000, "ms")
    run.promise("libnfc stop", stops.max() ?? 0, atMost: 200, "ms")
  }

  /// Runs the product for a while.
  ///
  /// - Returns: how long its stop took, in milliseconds.
  @discardableResult
  private func watching(_ body: (Watch) throws -> Void) throws -> Double {
    let watch = Watch()
    let reader = LibNFCReader([try LibNFCDevice(board.connection)])
    let events = reader.events()
    Task {
      for await event in events { watch.note(event) }
    }
    defer { board.lift() }
    try wait("ready") { watch.readyAt > 0 }
    do {
      try body(watch)
    } catch {
      _ = stop(reader)
      throw error
    }
    return stop(reader)
  }

  private func stop(_ reader: LibNFCReader) -> Double {
    let start = bare_nfc_now()
    let end = Locked<Int64>(0)
    Task {
      await reader.stop()
      end.withLock { $0 = bare_nfc_now() }
    }
    while end.withLock({ $0 }) == 0 { usleep(500) }
    return Double(end.withLock { $0 } - start) / 1e6
  }

  /// Puts a card on N microseconds after a select began to wait, and takes it away when `event` happened.
  ///
  /// - Returns: when it was put on, in nanoseconds, and how many milliseconds the event came after that.
  private func tap(
    _ board: VirtualPN532, _ card: CardModel, after phase: UInt32, until event: () -> Int64
  ) throws -> (put: Int64, length: Double) {
    let waits = board.waits
    try wait("a select") { board.waits > waits }
    // Counted from the select itself, not from when this thread came to see it: on a busy machine that would fall to
    // other places of the rhythm.
    let due = board.waitingSince + Int64(phase) * 1000
    var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    let put = bare_nfc_now()
    board.put(card)
    try wait("tap") { event() > put }
    let length = Double(event() - put) / 1e6
    board.lift()
    return (put, length)
  }

  private func wait(_ place: String, until condition: () -> Bool) throws {
    for _ in 0..<40_000 {
      if condition() { return }
      usleep(200)
    }
    throw Stuck(place: place)
  }
}

/// When what was told, in nanoseconds.
private final class Watch: Sendable {
  private struct Times: Sendable {
    var ready: Int64 = 0
    var lost: Int64 = 0
    var arrived: Int64 = 0
  }

  private let times = Locked(Times())

  var readyAt: Int64 { times.withLock(\.ready) }
  var lostAt: Int64 { times.withLock(\.lost) }
  var arrivedAt: Int64 { times.withLock(\.arrived) }

  func note(_ event: ReaderEvent) {
    let now = bare_nfc_now()
    times.withLock { times in
      switch event {
      case .ready: times.ready = now
      case .lost: times.lost = now
      case .arrived(_, let card, _) where card.message != nil: times.arrived = now
      default: break
      }
    }
  }
}
