import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// What a watch of folders hears when one of them is not there yet.
@Suite struct FolderWatchTests {
  private let folder = TemporaryFolder()

  private func isTold(_ watch: borrowing FolderWatch) -> Bool {
    guard let descriptor = watch.descriptor else { return false }
    var told = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&told, 1, 200) > 0
  }

  @Test func aMissingFolderIsHeardOfOnlyByWhoAwaitsIt() throws {
    let one = FolderWatch(of: folder("a/b"))
    let several = FolderWatch(of: [folder("a/b")])
    try Files.makeFolder(folder("a"))
    let told = (one: isTold(one), several: isTold(several))
    #expect(!told.one && told.several)
  }

  @Test func whoRenewsAWatchIsToldOfWhatIsTakenAway() throws {
    let watch = try PlaceWatch(of: folder.path, andWriters: true)
    let calm = watch.renew()
    try Files.replace(folder("new"), with: [1])
    let told = (first: watch.renew(), second: watch.renew())
    #expect(!calm && told.first && !told.second)
  }
}
