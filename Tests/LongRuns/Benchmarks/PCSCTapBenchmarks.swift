import BareCardLoop
import CardModels
import FocusPorts
import Glibc
import LinuxRuntime
import PCSCReader
import TagFormats
import VirtualReader

/// From a card's arrival on a virtual reader, through the real pcscd, to the tap with its message where the engine
/// takes it: beside a C loop that does nothing but wait and send the card the same commands.
func pcscTapBenchmarks(_ run: BenchmarkRun) throws {
  guard PrivatePCSCD.isInstalled else { return run.skip("pcsc-tap", because: "pcscd or gcc is not installed") }
  let taps = run.isSmoke ? 10 : 200
  let bench = try TapBench()
  let disk = try BareDisk()
  // The first tap tells which commands the product sends for a card whose chip is known.
  let commands = try bench.commandsOfAKnownCard()
  var ours: [Double] = []
  var bareSeen: [Double] = []
  var bareRead: [Double] = []
  var onDisk: [Double] = []
  var commits: [Double] = []
  // In turns, so that whatever else the machine does falls on both.
  for round in 1...(taps / 10) {
    ours += try bench.product(taps: 10)
    onDisk += try bench.toDisk(taps: 10)
    for _ in 0..<10 { commits.append(try disk.commit()) }
    let bare = try bench.bare(commands, taps: 10)
    bareSeen += bare.map(\.seen)
    bareRead += bare.map(\.read)
    run.progress("pcsc-tap", round * 10, of: taps, "ours \(ours.last ?? 0) ms, bare loop \(bareRead.last ?? 0) ms")
  }
  run.report("pcsc-tap bare loop, arrival, median", percentile(bareSeen, 50), "ms")
  run.report("pcsc-tap bare loop, arrival, p95", percentile(bareSeen, 95), "ms")
  run.report("pcsc-tap bare loop, read, median", percentile(bareRead, 50), "ms")
  run.report("pcsc-tap bare loop, read, p95", percentile(bareRead, 95), "ms")
  run.promise("pcsc-tap ours, median", percentile(ours, 50), atMost: percentile(bareRead, 50) + 3, "ms")
  run.promise("pcsc-tap ours, p95", percentile(ours, 95), atMost: percentile(bareRead, 95) + 3, "ms")
  promiseOnDisk(run, "pcsc-tap", onDisk, bareRead, commits)
}

/// What it takes until the session is on disk: the bare loop's tap, a bare write to the same disk, and at most 3 ms of
/// ours.
func promiseOnDisk(
  _ run: BenchmarkRun, _ name: String, _ onDisk: [Double], _ bareRead: [Double], _ commits: [Double]
) {
  for part in [50, 95] {
    let word = part == 50 ? "median" : "p\(part)"
    run.report("\(name) bare write of 4 KiB, \(word)", percentile(commits, part), "ms")
    run.promise(
      "\(name) ours, session on disk, \(word)", percentile(onDisk, part),
      atMost: percentile(bareRead, part) + percentile(commits, part) + 3, "ms")
  }
}

func percentile(_ values: [Double], _ part: Int) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * part / 100)]
}

/// A virtual reader on a real pcscd, and both ways of waiting for cards on it.
private struct TapBench {
  private static let reader = "ACS ACR122U 00 00"

  /// The link of the cards here.
  private static let message: [UInt8] = {
    let link = Array("focuskey.app/focus/work".utf8)
    return [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
  }()

  struct Stuck: Error {}

  private let daemon: PrivatePCSCD
  private let table = VirtualReader(.acr122U)
  private let card: CardModel

  init() throws {
    daemon = try PrivatePCSCD.ofThisProcess.get()
    guard let card = Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, 6], holding: Self.message) else { throw Stuck() }
    self.card = .type2(card)
    try daemon.plug(table)
  }

  func commandsOfAKnownCard() throws -> [[UInt8]] {
    var before = 0
    try watching { arrivals in
      for _ in 0..<2 {
        before = table.transmitted.count
        _ = try tap { arrivals.withLock { $0 } }
      }
    }
    return Array(table.transmitted[before...])
  }

  /// Milliseconds from the card to the event.
  func product(taps: Int) throws -> [Double] {
    var times: [Double] = []
    try watching { arrivals in
      // The first one finds the chip out.
      for number in 0...taps {
        let time = try tap { arrivals.withLock { $0 } }
        if number > 0 { times.append(time) }
      }
    }
    return times
  }

  /// Milliseconds from the card until what it asked is on disk.
  func toDisk(taps: Int) throws -> [Double] {
    var settings = PCSCReader.Settings()
    settings.only = Self.reader
    var times: [Double] = []
    try withEngineOnDisk(PCSCReader(settings)) { committedAt in
      usleep(200_000)
      // The first one finds the chip out. Each card is another one, so that each tap counts.
      for number in 0...taps {
        let time = try tap(with: other(UInt8(truncatingIfNeeded: number))) { committedAt.withLock { $0 } }
        if number > 0 { times.append(time) }
      }
    }
    return times
  }

  /// The same message on a card of another number.
  private func other(_ number: UInt8) throws -> CardModel {
    guard let card = Type2Card(.ntag213, uid: [4, 9, 9, 9, 9, 9, number], holding: Self.message) else { throw Stuck() }
    return .type2(card)
  }

  /// Milliseconds from the card to the bare loop's event and to the end of its reading.
  func bare(_ commands: [[UInt8]], taps: Int) throws -> [(seen: Double, read: Double)] {
    let packed = commands.flatMap { [UInt8($0.count)] + $0 }
    guard let loop = unsafe bare_loop_start(Self.reader, packed, UInt32(packed.count)) else { throw Stuck() }
    defer { unsafe bare_loop_stop(loop) }
    usleep(50_000)
    var times: [(seen: Double, read: Double)] = []
    for _ in 0..<taps {
      let number = unsafe bare_loop_last(loop).number
      let start = bare_loop_now()
      table.place(card)
      try wait { unsafe bare_loop_last(loop).number > number }
      let last = unsafe bare_loop_last(loop)
      times.append((Double(last.seen - start) / 1e6, Double(last.read - start) / 1e6))
      table.pull()
      usleep(60_000)
    }
    return times
  }

  private func watching(_ body: (Locked<Int64>) throws -> Void) throws {
    let arrival = Locked<Int64>(0)
    let ready = Locked(false)
    var settings = PCSCReader.Settings()
    settings.only = Self.reader
    let product = PCSCReader(settings)
    let events = product.events()
    Task {
      for await event in events {
        switch event {
        case .arrived(_, let card, _) where card.message != nil: arrival.withLock { $0 = bare_loop_now() }
        case .ready: ready.withLock { $0 = true }
        default: break
        }
      }
    }
    defer {
      let stopped = Locked(false)
      Task {
        await product.stop()
        stopped.withLock { $0 = true }
      }
      while !stopped.withLock({ $0 }) { usleep(1000) }
    }
    try wait { ready.withLock { $0 } }
    usleep(50_000)
    try body(arrival)
  }

  private func tap(with other: CardModel? = nil, _ arrival: () -> Int64) throws -> Double {
    let start = bare_loop_now()
    table.place(other ?? card)
    try wait { arrival() > start }
    let time = Double(arrival() - start) / 1e6
    table.pull()
    usleep(60_000)
    return time
  }

  private func wait(until condition: () -> Bool) throws {
    for _ in 0..<20_000 {
      if condition() { return }
      usleep(500)
    }
    throw Stuck()
  }
}
