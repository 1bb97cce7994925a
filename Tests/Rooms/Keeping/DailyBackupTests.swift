import FocusSession
import ServiceContract
import TestSupport
import Testing

@testable import Keeping

/// The backups that a service makes by itself.
@Suite struct DailyBackupTests {
  private let folder = TemporaryFolder()

  /// Noon of a day in March.
  private func noon(_ day: Int64) -> Timestamp { Timestamp(milliseconds: 1_772_366_400_000) + .hours(24 * day) }

  @Test func keepsSevenDaysAndTheLatestOfFourWeeks() throws {
    let home = Home(folder: folder.path)
    try Files.replace(home.configuration, with: Array("{}".utf8))
    let backup = DailyBackup(home, .utc)
    for day in Int64(0)..<60 { #expect(backup.make(at: noon(day)) == nil) }
    #expect(
      Folder.names(in: home.backups).sorted() == [
        // The latest of each week, then the last seven days.
        "focuskey-2026-04-05.tar.gz", "focuskey-2026-04-12.tar.gz", "focuskey-2026-04-19.tar.gz",
        "focuskey-2026-04-22.tar.gz", "focuskey-2026-04-23.tar.gz", "focuskey-2026-04-24.tar.gz",
        "focuskey-2026-04-25.tar.gz", "focuskey-2026-04-26.tar.gz", "focuskey-2026-04-27.tar.gz",
        "focuskey-2026-04-28.tar.gz", "focuskey-2026-04-29.tar.gz",
      ])
    // Of a day there is one; what somebody else put there stays.
    let today = "\(home.backups)/focuskey-2026-04-29.tar.gz"
    let before = try Files.read(today)
    try Files.replace("\(home.backups)/before-restore.tar.gz", with: [1])
    #expect(backup.make(at: noon(59) + .hours(5)) == nil)
    #expect(try Files.read(today) == before)
    #expect(Files.exists("\(home.backups)/before-restore.tar.gz"))
  }

  @Test func saysWhyThereIsNone() throws {
    let home = Home(folder: folder.path)
    // A file is where the folder of backups should be.
    try Files.replace(home.backups, with: [1])
    #expect(DailyBackup(home, .utc).make(at: noon(0)) != nil)
  }
}
