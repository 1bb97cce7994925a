import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct HomeLockTests {
  @Test func onlyOneHoldsAHome() throws {
    let folder = TemporaryFolder()
    let first = try HomeLock(path: folder("lock"))
    #expect(throws: LockFault.held(by: getpid())) { _ = try HomeLock(path: folder("lock")) }
    _ = consume first
    _ = try HomeLock(path: folder("lock"))
  }

  @Test func aLockInNoFolderIsNotTaken() {
    #expect(throws: LockFault.system(SystemFault("open", ENOENT, on: "/nowhere/lock"))) {
      _ = try HomeLock(path: "/nowhere/lock")
    }
  }
}
