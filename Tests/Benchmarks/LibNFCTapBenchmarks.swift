import BareLibNFCLoop
import CardModels
import FocusPorts
import Glibc
import LibNFCReader
import LinuxRuntime
import TagFormats
import TestSupport

/// From a card's arrival on a virtual PN532, through the real libnfc in its own process, to the tap with its message in this one: beside a C
/// loop that does nothing but select and send the card the same commands. Then what waiting costs, and how long failures and a stop take.
///
/// Each tap takes its place in libnfc's rhythm of 350 ms, so the full form takes about five minutes; it says how far it is.
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

  func compareTaps(_ run: BenchmarkRun, taps: Int) throws {
    // The second tap tells which commands the product sends for a card whose chip is known.
    var commands: [[UInt8]] = []
    try watching { watch in
      for _ in 0..<2 {
        let before = board.heard.count
        _ = try tap(after: 0) { watch.arrivedAt }
        commands = board.heard[before...].filter { $0[0] == 0x40 || $0[0] == 0x42 }
      }
    }
    // What came after the message was there is the look after the card.
    if let look = commands.firstIndex(of: [0x40, 0x01, 0x30, 0x00]), look > 0 { commands.removeSubrange(look...) }
    let packed = commands.flatMap { command -> [UInt8] in
      let octets = command.dropFirst(command[0] == 0x40 ? 2 : 1)
      return [UInt8(octets.count), command[0] == 0x40 ? 1 : 0] + octets
    }
    var ours: [Double] = []
    var bareSeen: [Double] = []
    var bareRead: [Double] = []
    var onDisk: [Double] = []
    var commits: [Double] = []
    // In turns, so that whatever else the machine does falls on both; and both at the same places of libnfc's rhythm.
    let round = min(taps, 20)
    for start in stride(from: 0, to: taps, by: round) {
      let phases = (0..<round).map { UInt32((start / round + $0 * (taps / round)) * Self.cycle / taps) }
      try watching { watch in
        // The first one finds the chip out.
        _ = try tap(after: 0) { watch.arrivedAt }
        for phase in phases { ours.append(try tap(after: phase) { watch.arrivedAt }.event) }
      }
      try withEngineOnDisk(LibNFCReader([LibNFCDevice(board.connection)])) { committedAt in
        let waits = board.waits
        try wait("the device") { board.waits > waits }
        for (number, phase) in phases.enumerated() {
          let card = try other(UInt8(truncatingIfNeeded: number))
          onDisk.append(try tap(with: card, after: phase) { committedAt.withLock { $0 } }.event)
        }
      }
      commits += try bareCommits(round)
      guard let loop = unsafe bare_nfc_start(board.connection, packed, UInt32(packed.count)) else {
        throw Stuck(place: "bare loop")
      }
      defer { unsafe bare_nfc_stop(loop) }
      for phase in phases {
        let before = unsafe bare_nfc_last(loop).number
        let start = try tap(after: phase) {
          unsafe bare_nfc_last(loop).number > before ? unsafe bare_nfc_last(loop).read : 0
        }
        bareSeen.append(Double(unsafe bare_nfc_last(loop).seen - start.put) / 1e6)
        bareRead.append(start.event)
      }
      run.progress(
        "libnfc-tap", start + round, of: taps, "ours \(ours.last ?? 0) ms, bare loop \(bareRead.last ?? 0) ms")
    }
    run.report("libnfc-tap bare loop, arrival, median", percentile(bareSeen, 50), "ms")
    run.report("libnfc-tap bare loop, arrival, p95", percentile(bareSeen, 95), "ms")
    run.report("libnfc-tap bare loop, read, median", percentile(bareRead, 50), "ms")
    run.report("libnfc-tap bare loop, read, p95", percentile(bareRead, 95), "ms")
    run.promise("libnfc-tap ours, median", percentile(ours, 50), atMost: percentile(bareRead, 50) + 3, "ms")
    run.promise("libnfc-tap ours, p95", percentile(ours, 95), atMost: percentile(bareRead, 95) + 3, "ms")
    promiseOnDisk(run, "libnfc-tap", onDisk, bareRead, commits)
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

  /// Puts the card on so many microseconds after a select began to wait, and takes it away when `event` happened.
  private func tap(
    with other: CardModel? = nil, after phase: UInt32, until event: () -> Int64
  ) throws -> (put: Int64, event: Double) {
    let waits = board.waits
    try wait("a select") { board.waits > waits }
    // Counted from the select itself, not from when this thread came to see it: on a busy machine that would fall to other places of the rhythm.
    let due = board.waitingSince + Int64(phase) * 1000
    var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    let put = bare_nfc_now()
    board.put(other ?? card)
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
