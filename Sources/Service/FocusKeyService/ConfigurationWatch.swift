internal import FeaturePorts
internal import Keeping

/// Reads the configuration again when its file changes: the service takes its parts down and comes up with the new one,
/// at once while nobody focuses, else when the session is over. A file with a fault changes nothing, and is told.
actor ConfigurationWatch {
  /// Editors write in several steps.
  private static let calm = Duration.milliseconds(300)
  /// By then, the answer to the end of a session is on its way.
  private static let farewell = Duration.seconds(1)

  private let ground: Ground
  private let engine: FocusEngine
  private let logSwap: LogSwap
  private let words: ServiceLog
  private let loop: EventLoop
  private var place: PlaceWatch?
  private var watch: Watch?
  private var known: [UInt8]

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(_ ground: Ground, _ engine: FocusEngine, _ logSwap: LogSwap, _ words: ServiceLog) {
    self.ground = ground
    self.engine = engine
    self.logSwap = logSwap
    self.words = words
    loop = ground.loop
    known = Self.content(ground.home.configuration)
  }

  func work() async {
    let path = ground.home.configuration
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    // Where no more can be watched, the next start reads it.
    place = try? PlaceWatch(of: folder, andWriters: true)
    guard let descriptor = place?.descriptor else { return }
    let (changes, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    watch = loop.watchReadable(descriptor) { [self] in
      assumeIsolated { if $0.place?.renew() == true { bell.yield() } }
    }
    defer { watch = nil }
    for await _ in changes {
      await LoopTimer(loop: loop).pause(for: Self.calm)
      if isNew { await comeUpAgain() }
      if logSwap.log != nil { return }
    }
  }

  /// Whether the file says something else, and can be read.
  private var isNew: Bool {
    let content = Self.content(ground.home.configuration)
    guard content != known else { return false }
    known = content
    do throws(Failure) {
      _ = try ground.readAgain()
      return true
    } catch {
      words.write(.warning, "config.json5 is not read again: \(error.logLine)")
      return false
    }
  }

  private func comeUpAgain() async {
    words.write(.info, "config.json5 has changed: it is read again")
    let notices = await engine.notices()
    if await engine.retire() { return logSwap.ask(for: .same) }
    for await notice in notices {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind, case .sessionEnded = fact.body
      else { continue }
      // Anyone who ended the session hears that it is over first.
      await LoopTimer(loop: loop).pause(for: Self.farewell)
      if await engine.retire() { return logSwap.ask(for: .same) }
    }
  }

  private static func content(_ path: String) -> [UInt8] { (try? Files.read(path, limit: 1 << 20)) ?? [] }
}
