import CardModels
import FocusPorts
import Glibc
import LinuxRuntime
import PCSCReader
import TagFormats
import TestSupport
import VirtualReader

/// Random arrivals, removals, errors, re-plugs and restarts of pcscd; after each one the product must have told
/// exactly what the model says.
func readerSequences(_ isShort: Bool) throws -> String {
  guard PrivatePCSCD.isInstalled else { return "left out: pcscd or gcc is not installed" }
  let count = isShort ? 60 : 10_000
  return try blocking {
    let table = try await Table()
    var walk = ReaderWalk(table: table, chance: SeededGenerator(seed: 4))
    for number in 0..<count { try await walk.sequence(number) }
    await table.clear()
    return
      "\(count) sequences, \(walk.steps) steps, \(walk.taps) taps: none false, none missed; "
      + "\(walk.echoes) flickers told late, and none counted"
  }
}

/// Taps with pcscd killed between and while they happen: each tap after it is back is seen, and nothing grows.
func readerRestarts(_ isShort: Bool) throws -> String {
  guard PrivatePCSCD.isInstalled else { return "left out: pcscd or gcc is not installed" }
  let count = isShort ? 5 : 50
  return try blocking {
    let table = try await Table()
    var seen = 0
    var before = Resources()
    for number in 0..<count {
      // The first rounds fill what is filled once.
      if number == min(count / 2, 5) { before = Resources() }
      table.reader.place(endlessCard(UInt8(number & 0x7F)))
      if number % 3 == 0 { try await Task.sleep(for: .microseconds(Int.random(in: 0..<3000))) }
      table.daemon.end(number % 2 == 0 ? SIGKILL : SIGTERM)
      table.reader.pull()
      try table.daemon.start()
      try hold(
        await eventually { table.words.last == "ready" || table.words.last?.hasPrefix("left") == true }, "not back")
      let told = table.words.count
      table.reader.place(endlessCard(0x80 | UInt8(number & 0x7F)))
      let word = "arrived \(0x80 | UInt8(number & 0x7F))"
      try hold(
        await eventually { table.words[told...].contains(word) }, "tap \(number) after a restart: \(table.words)")
      seen += 1
      table.reader.pull()
      try hold(
        await eventually { table.words.last?.hasPrefix("left") == true }, "no departure: \(table.words.suffix(5))")
    }
    let after = Resources()
    await table.clear()
    try hold(
      after.descriptors <= before.descriptors + 2, "descriptors: \(before.descriptors), then \(after.descriptors)")
    try hold(after.kilobytes <= before.kilobytes + 4096, "memory: \(before.kilobytes) kB, then \(after.kilobytes) kB")
    return
      "\(count) restarts, \(seen) taps after them seen; descriptors \(before.descriptors) -> \(after.descriptors), "
      + "memory \(before.kilobytes) -> \(after.kilobytes) kB"
  }
}

/// A reader and no card: how often our threads wake, and what they cost.
func readerIdle(_ isShort: Bool) throws -> String {
  guard PrivatePCSCD.isInstalled else { return "left out: pcscd or gcc is not installed" }
  let seconds = isShort ? 3 : 60
  return try blocking {
    let table = try await Table()
    table.reader.place(endlessCard(1))
    try hold(await table.hears("ready", "arrived 1"), "no tap")
    table.reader.pull()
    try hold(await table.hears("ready", "arrived 1", "left 1"), "no departure")
    try await Task.sleep(for: .seconds(4))
    let before = Wakeups.ofReaderThreads()
    usleep(UInt32(seconds) * 1_000_000)
    let after = Wakeups.ofReaderThreads()
    await table.clear()
    let wakeups = after.switches - before.switches
    let ticks = after.ticks - before.ticks
    try hold(wakeups == 0, "\(wakeups) wakeups in \(seconds) s")
    try hold(ticks == 0, "\(ticks) ticks of CPU in \(seconds) s")
    return "\(before.threads) threads, \(wakeups) wakeups and \(ticks) ticks of CPU (0.01 s) in \(seconds) s"
  }
}

/// A card whose UID ends in `number`.
func endlessCard(_ number: UInt8) -> CardModel {
  let link = Array("focuskey.app/focus/work".utf8)
  let message: [UInt8] = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
  guard let card = Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, number], holding: message) else {
    fatalError("an NTAG213 holds 25 octets")
  }
  return .type2(card)
}

/// Runs asynchronous work to its end on this thread.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
  let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
  Task {
    do {
      let result = try await body()
      outcome.withLock { $0 = .success(result) }
    } catch {
      outcome.withLock { $0 = .failure(error) }
    }
  }
  while true {
    if let done = outcome.withLock({ $0 }) { return try done.get() }
    usleep(2000)
  }
}

/// What this process holds.
struct Resources: Sendable {
  let descriptors: Int
  let kilobytes: Int

  init() {
    descriptors = ProcFiles.names("/proc/self/fd").count
    kilobytes = ProcFiles.number("VmRSS:", in: "/proc/self/status") ?? 0
  }
}

/// How often the reader threads of this process gave up the processor by themselves, and their time.
struct Wakeups: Sendable {
  var threads = 0
  var switches = 0
  var ticks = 0

  static func ofReaderThreads() -> Wakeups {
    var sum = Wakeups()
    for task in ProcFiles.names("/proc/self/task") {
      let folder = "/proc/self/task/\(task)"
      let name = ProcFiles.text("\(folder)/comm").prefix { $0 != "\n" }
      guard name == "readers" || name == "card" else { continue }
      sum.threads += 1
      sum.switches += ProcFiles.number("voluntary_ctxt_switches:", in: "\(folder)/status") ?? 0
      // Behind the name in parentheses: utime and stime are fields 14 and 15 of all.
      let fields = ProcFiles.text("\(folder)/stat").split(separator: ")").last?.split(separator: " ") ?? []
      if fields.count > 12 { sum.ticks += (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) }
    }
    return sum
  }
}

/// What the kernel says of this process.
enum ProcFiles {
  static func text(_ path: String) -> String {
    (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  static func number(_ word: String, in path: String) -> Int? {
    text(path).split(separator: "\n").first { $0.hasPrefix(word) }?
      .split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
  }

  static func names(_ path: String) -> [String] {
    var names: [String] = []
    guard let folder = unsafe opendir(path) else { return [] }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    unsafe closedir(folder)
    return names
  }
}
