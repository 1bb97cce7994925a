package import BackupFiles
package import FocusPorts
package import ServiceContract
internal import SystemClock

/// Backs up once a day; keeps those of the last seven days and one per week for four weeks.
package struct DailyBackup: Sendable {
  private let home: Home
  private let zone: CivilZone

  private static let daysKept = 7
  private static let weeksKept = 4
  private static let beginning = "focuskey-"
  private static let ending = ".tar.gz"

  /// The backup of what was there before the last restoration.
  static let nameBeforeRestoring = "before-restore" + ending

  /// The day of a backup by its file name; `nil` for other files.
  static func day(of name: String) -> CivilDay? {
    guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return nil }
    return ISO8601.day(String(name.dropFirst(beginning.count).dropLast(ending.count)))
  }

  package init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  /// Backs up some minutes after the service came up and then daily, until it is cancelled.
  package func run(on loop: EventLoop, warn: @escaping @Sendable (String) -> Void) async {
    // A service that comes up has other things to do. Its own loop waits: another thread would wake to wait.
    await LoopTimer(loop: loop).wait(for: .seconds(600))
    while !Task.isCancelled {
      let now = SystemTime.wall()
      // It copies databases: not on a thread that others wait for.
      let work = Task.detached(priority: .background) { make(at: now) }
      if let fault = await work.value { warn("the daily backup was not made: \(fault)") }
      let next = zone.startOfDay(zone.day(at: now) + 1)
      let pause = max(600, (next - now).wholeSeconds + 600)
      await LoopTimer(loop: loop).wait(for: .seconds(pause))
    }
  }

  /// Makes the day's backup if it is missing; returns why there is none, or `nil`.
  package func make(at now: Timestamp) -> String? {
    let day = zone.day(at: now)
    let path = "\(home.backups)/\(Self.beginning)\(ISO8601.text(day))\(Self.ending)"
    guard !Files.exists(path) else { return nil }
    do throws(SystemError) { try Files.makeFolder(home.backups) } catch { return error.reason }
    do throws(BackupError) {
      _ = try Backup(home, withMedia: false).write(path, made: ISO8601.text(now, in: zone))
    } catch {
      return error.reason
    }
    prune(day)
    return nil
  }

  /// What was there before a restoration is kept once more, whatever its age.
  package func makeBeforeRestoring(at now: Timestamp) throws(BackupError) -> String {
    try renaming(BackupError.system, Files.makeFolder(home.backups))
    let path = "\(home.backups)/\(Self.nameBeforeRestoring)"
    _ = try Backup(home, withMedia: false).write(path, made: ISO8601.text(now, in: zone))
    return path
  }

  private func prune(_ today: CivilDay) {
    var weeks: Set<Int64> = []
    // The newest first: of each week the latest stays.
    for name in Folder.names(in: home.backups).reversed() {
      guard let day = Self.day(of: name) else { continue }
      let age = today.number - day.number
      if age < Int64(Self.daysKept) { continue }
      let week = (day.number - Int64(day.weekday.rawValue)) / 7
      if age < Int64(7 * (Self.weeksKept + 1)), weeks.count < Self.weeksKept, weeks.insert(week).inserted { continue }
      // One that cannot be removed takes room, and nothing else.
      try? Files.remove("\(home.backups)/\(name)")
    }
  }
}
