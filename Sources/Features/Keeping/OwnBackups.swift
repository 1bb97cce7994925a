internal import BackupFiles
package import FocusEngine
package import ServiceContract
internal import SystemClock

/// The backups that a service makes by itself, as a page shows them: one is taken along, and one takes the place of
/// everything.
///
/// A file of the person's own is for `focuskey restore`: a backup has the configuration in it, and with it commands
/// that hooks run. No page brings those.
package struct OwnBackups: Sendable {
  /// Larger backups are for the command: a page gets a backup whole.
  private static let mostOctets = 64 << 20

  package static let list = Signature(question: "backups", "The backups that FocusKey made by itself")
  package static let bringBack = Signature(
    "backup-restore", "Restore a backup that FocusKey made by itself", .text("name"))

  private let home: Home
  private let zone: CivilZone
  private let engine: FocusEngine
  private let swap: LogSwap

  package init(_ home: Home, _ zone: CivilZone, _ engine: FocusEngine, _ swap: LogSwap) {
    self.home = home
    self.zone = zone
    self.engine = engine
    self.swap = swap
  }

  package var requests: [Request] {
    [
      Self.list.answer { _ in
        let isSmall = Backup(home).mediaSize <= Self.mostOctets
        return ["ok": true, "backups": .array(all.map { $0.json }), "downloadable": .bool(isSmall)]
      },
      Self.bringBack.answer { _, name throws(Failure) in try await restore(name) },
    ]
  }

  private struct Kept {
    let name: String
    /// `nil` for what was there before the last restoration.
    let day: String?

    var json: JSONValue { ["name": .string(name), "day": day.map { .string($0) } ?? .null] }
  }

  /// All backups, newest first.
  private var all: [Kept] {
    let names = Folder.names(in: home.backups)
    let days = names.sorted(by: >).compactMap { name in
      DailyBackup.day(of: name).map { Kept(name: name, day: ISO8601.text($0)) }
    }
    let before = DailyBackup.nameBeforeRestoring
    return days + (names.contains(before) ? [Kept(name: before, day: nil)] : [])
  }

  package func file() async throws(Failure) -> (name: String, octets: [UInt8]) {
    let now = SystemTime.wall()
    let octets = try await apart { [home, zone] () throws(Failure) in
      guard Backup(home).mediaSize <= Self.mostOctets else { throw Self.tooLarge }
      let path = "\(home.backups)/page-\(SystemRandom.octets(4).map { String($0) }.joined()).tar.gz"
      // What cannot be removed takes room until everything is forgotten.
      defer { try? Files.remove(path) }
      try renaming({ Failure(.system($0), home.backups) }, Files.makeFolder(home.backups))
      _ = try renaming({ Failure($0, path) }, Backup(home).write(path, made: ISO8601.text(now, in: zone)))
      do throws(SystemError) {
        return try Files.read(path, limit: Self.mostOctets)
      } catch {
        throw Self.tooLarge
      }
    }
    return ("focuskey-\(ISO8601.text(zone.day(at: now))).tar.gz", octets)
  }

  private static var tooLarge: Failure {
    Failure(.unavailable, "backup-too-large", "the backup is too large for a page", advice: "run: focuskey backup FILE")
  }

  /// Checks the backup, saves what there is now, and restarts the service with the backup.
  private func restore(_ name: String) async throws(Failure) -> JSONValue {
    guard all.contains(where: { $0.name == name }) else {
      throw Failure(.noInput, "no-such-backup", "there is no such backup", at: name, advice: "nothing was changed")
    }
    // Before anything is unpacked: what takes its time would be for nothing.
    let snapshot = await engine.snapshot
    guard snapshot.machine.status(at: snapshot.now).state == .idle else { throw LogSwap.sessionUnderWay }
    try await apart { [home, zone] () throws(Failure) in
      let path = "\(home.backups)/\(name)"
      _ = try renaming({ Failure($0, name) }, Backup(home).prepare(path))
      do throws(BackupError) {
        _ = try DailyBackup(home, zone).makeBeforeRestoring(at: SystemTime.wall())
      } catch {
        Backup(home).discard()
        throw Failure(error, home.backups)
      }
    }
    do throws(Failure) {
      return try await swap.exchange(for: .restored, engine, after: .milliseconds(300))
    } catch {
      Backup(home).discard()
      throw error
    }
  }

  /// Reads and writes files on a thread that nothing else waits for.
  private func apart<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let task = Task.detached(priority: .utility) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }
    return try await task.value.get()
  }
}
