import BareCardLoop
import FocusEngine
import FocusLinks
import FocusWire
import Glibc
import LinuxRuntime
import SQLiteLog
import SystemClock
import TestSupport

/// A log on disk that remembers when its last commit was done.
private struct TimedLog: FactLog {
  let log: SQLiteLog
  let committedAt: LinuxRuntime.Locked<Int64>

  func recall() async throws(LogError) -> Recollection { try await log.recall() }

  func record(_ facts: [Fact], settings: Settings?, at moment: Moment) async throws(LogError) {
    try await log.record(facts, settings: settings, at: moment)
    committedAt.withLock { $0 = bare_loop_now() }
  }

  func noteAlive(at moment: Moment) async throws(LogError) { try await log.noteAlive(at: moment) }

  func noteStop(at moment: Moment) async throws(LogError) { try await log.noteStop(at: moment) }
}

/// The engine over a technology's readers, as the service runs it, with its log on disk.
///
/// - Parameter body: is given when the last commit was done, in nanoseconds of the clock that only goes forward.
func withEngineOnDisk(_ technology: any TagReader, _ body: (LinuxRuntime.Locked<Int64>) throws -> Void) throws {
  let folder = TemporaryFolder()
  let loop = try EventLoop()
  let committedAt = LinuxRuntime.Locked<Int64>(0)
  let engine = LinuxRuntime.Locked<FocusEngine?>(nil)
  let isOver = LinuxRuntime.Locked(false)
  Task {
    await withTaskExecutorPreference(loop) {
      do {
        let log = try SQLiteLog(path: folder("log.sqlite"), meaningOf: { _ in .fault("") })
        let made = try await FocusEngine(
          log: TimedLog(log: log, committedAt: committedAt), shield: JournalShield(), clock: SystemClock(loop: loop),
          settings: .shipped, zone: .utc,
          chance: { Entropy(high: 0, low: UInt64.random(in: .min ... .max)) })
        engine.withLock { $0 = made }
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await made.run() }
          group.addTask { await made.serve(technology, reading: TapReading(links: RouteTable())) }
        }
      } catch {
        fatalError("no engine: \(error)")
      }
    }
    isOver.withLock { $0 = true }
  }
  while engine.withLock({ $0 }) == nil { usleep(500) }
  let outcome = Result { try body(committedAt) }
  Task {
    await technology.stop()
    await engine.withLock { $0 }?.stop()
  }
  while !isOver.withLock({ $0 }) { usleep(500) }
  loop.close()
  try outcome.get()
}

/// A file on the log's disk that grows by four kilobytes at a time: what no log can do without.
final class BareDisk {
  private let folder = TemporaryFolder()
  private let file: Descriptor

  init() throws {
    file = try Descriptor.open(folder("bare"), O_WRONLY | O_CREAT)
  }

  /// Milliseconds until four more kilobytes are on the disk.
  func commit() throws -> Double {
    let start = bare_loop_now()
    try Files.write([UInt8](repeating: 7, count: 4096), to: file.number)
    guard fdatasync(file.number) == 0 else { throw SystemError.last("fdatasync") }
    return Double(bare_loop_now() - start) / 1e6
  }
}
