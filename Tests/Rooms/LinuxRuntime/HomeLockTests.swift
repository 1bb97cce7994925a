import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct HomeLockTests {
  @Test func onlyOneHoldsAHome() throws {
    let folder = TemporaryFolder()
    let first = try HomeLock(path: folder("lock"))
    #expect(throws: LockError.held(by: getpid())) { _ = try HomeLock(path: folder("lock")) }
    _ = consume first
    _ = try HomeLock(path: folder("lock"))
  }

  /// A child has all that was open until it is a program of its own; a lock that was given back is not kept by it.
  @Test func whatChildrenHoldOpenKeepsNoLock() throws {
    let folder = TemporaryFolder()
    let first = try HomeLock(path: folder("lock"))
    let number = try #require(
      try Files.names(inFolder: "/proc/self/fd").compactMap { Int32($0) }.first { number in
        Files.target(of: "/proc/self/fd/\(number)") == folder("lock")
      })
    let second = Descriptor(owning: dup(number))
    _ = consume first
    _ = try HomeLock(path: folder("lock"))
    _ = second.number
  }

  @Test func aLockInNoFolderIsNotTaken() {
    #expect(throws: LockError.system(SystemError("open", ENOENT, on: "/nowhere/lock"))) {
      _ = try HomeLock(path: "/nowhere/lock")
    }
  }
}
