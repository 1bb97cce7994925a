import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct AbandonedDraftTests {
  @Test("A service that comes up removes the drafts of imports that were broken off, and leaves those at work alone.")
  func drafts() throws {
    let folder = TemporaryFolder()
    let home = folder("home")
    try Files.makeFolder(home)
    let ended = try ChildProcess.start("/bin/true", [], output: .nothing, errors: .nothing)
    ended.wait()
    let abandoned = ["", "-wal", "-shm"].map { "\(home)/focuskey.sqlite.import-\(ended.id)\($0)" }
    let kept = ["focuskey.sqlite.import-\(getpid())", "focuskey.sqlite.import-", "focuskey.sqlite.backup"].map {
      "\(home)/\($0)"
    }
    for file in abandoned + kept { try Files.replace(file, with: [1]) }
    let service = try RunningService(home: home)
    for file in abandoned { #expect(!Files.exists(file), "\(file)") }
    for file in kept { #expect(Files.exists(file), "\(file)") }
    service.stop()
  }
}
