internal import ControlSocket
internal import SQLiteLog
internal import ServiceContract

/// Keeps a running service's home together: notices when somebody deletes or replaces the log, and brings back what
/// went with its folder.
///
/// It sleeps until a name in the folder changes, somebody closes a file there that he could write to, or the
/// write-ahead log is written to: what the service itself records there costs one glance at its end.
actor LogKeeper {
  private let loop: EventLoop
  private let home: Home
  private let log: SQLiteLog
  private var place: PlaceWatch?
  private var watch: Watch?
  /// Whether anything was told beside a write to the write-ahead log.
  private var hasNews = false
  /// Locks taken in place of one whose file was deleted.
  private var locks: [HeldLock] = []

  private final class HeldLock: Sendable {
    let lock: HomeLock

    init(_ lock: consuming HomeLock) { self.lock = lock }
  }

  /// A removal of many files is over by then; what is recorded meanwhile looks for itself.
  static let calm = Duration.milliseconds(200)
  /// The pause between the portions in which a large log is followed: a twentieth of a core.
  private static let pace = Duration.milliseconds(20)
  /// How long changes to a log that cannot be watched may go unnoticed.
  private static let unwatched = Duration.seconds(2)

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(_ home: Home, _ log: SQLiteLog, loop: EventLoop) {
    self.home = home
    self.log = log
    self.loop = loop
  }

  func work() async {
    let (changes, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await log.beginTending()
    await beginToWatch()
    guard let descriptor = place?.descriptor else { return }
    watch = loop.watchReadable(descriptor) { [self] in
      assumeIsolated { keeper in
        if keeper.place?.renew() ?? false { keeper.hasNews = true }
      }
      bell.yield()
    }
    defer { watch = nil }
    for await _ in changes {
      // A write-ahead log that was cut is noticed at once.
      await log.glance(after: calm)
      guard hasNews else { continue }
      await calm()
      hasNews = false
      await log.look(after: calm)
      // What was written again has a folder of its own to be watched. What changed while the log was looked at, before
      // the loop could tell, is looked at as well.
      if place?.renew() == true {
        hasNews = true
        bell.yield()
      }
    }
  }

  private func calm() async { await LoopTimer(loop: loop).pause(for: Self.calm) }

  /// Follows what a start had no time for.
  func follow() async {
    while !Task.isCancelled, await log.followOn() { await LoopTimer(loop: loop).pause(for: Self.pace) }
  }

  /// A system has few watches for each person (inotify(7)). Until one is free the log is looked at every two seconds.
  private func beginToWatch() async {
    while !Task.isCancelled {
      do throws(SystemError) {
        return place = try PlaceWatch(of: home.stateFolder, andWriters: true, writingTo: home.database + "-wal")
      } catch {
        await LoopTimer(loop: loop).pause(for: Self.unwatched)
        await log.look()
      }
    }
  }

  /// Brings back what a folder that was deleted takes with it: the lock that makes this the only service of its home,
  /// and the socket on which it is spoken to.
  func restoreHome(_ server: ControlServer) async throws(Failure) {
    try home.prepare()
    if !Files.exists(home.lock) {
      // Where only the file was removed, the folder is locked still.
      let lock = try renaming(
        { Failure.lock($0, home) }, HomeLock(path: home.lock, isRenewal: HomeLock.isHeld(path: home.lock)))
      locks.append(HeldLock(lock))
    }
    try await renaming(Failure.socket, awaiting: await server.openAgain())
  }
}
