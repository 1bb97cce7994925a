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

  /// Somebody takes the file for one that a crash left behind.
  @Test func removingTheFileGivesNothingBack() throws {
    let folder = TemporaryFolder()
    let first = try HomeLock(path: folder("lock"))
    #expect(unsafe unlink(folder("lock")) == 0)
    #expect(throws: LockError.held(by: nil)) { _ = try HomeLock(path: folder("lock")) }
    #expect(HomeLock.isHeld(path: folder("lock")))
    #expect(!Files.exists(folder("lock")))
    // Who has it can have its file again, with its own number in it.
    let again = try HomeLock(path: folder("lock"), isRenewal: true)
    #expect(try Files.read(folder("lock")) == Array("\(getpid())\n".utf8))
    _ = consume again
    #expect(HomeLock.isHeld(path: folder("lock")))
    _ = consume first
    #expect(!HomeLock.isHeld(path: folder("lock")))
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

  /// The kernel puts away a killed process's memory before its files; the next service starts within milliseconds.
  @Test func aHolderThatIsEndingIsWaitedFor() throws {
    let folder = TemporaryFolder()
    let script = """
      import fcntl, os, sys, time
      lock = open(sys.argv[1], "w")
      fcntl.flock(lock, fcntl.LOCK_EX)
      print(os.getpid(), file=lock, flush=True)
      much = bytearray(os.urandom(1 << 20)) * 64
      os.write(1, b"up" + bytes([10]))
      time.sleep(60)
      """
    for _ in 0..<5 {
      let pipe = try makePipe()
      let told = Descriptor(owning: pipe.reading)
      let holder = try ChildProcess.start(
        "/usr/bin/python3", ["-c", script, folder("lock")], output: .descriptor(pipe.writing))
      close(pipe.writing)
      var word = [UInt8](repeating: 0, count: 3)
      #expect(unsafe read(told.number, &word, 3) == 3)
      #expect(throws: LockError.held(by: holder.id)) { _ = try HomeLock(path: folder("lock")) }
      holder.signal(SIGKILL)
      _ = try HomeLock(path: folder("lock"))
      holder.wait()
    }
  }

  @Test func aLockInNoFolderIsNotTaken() {
    #expect(throws: LockError.system(SystemError("open", ENOENT, on: "/nowhere/lock"))) {
      _ = try HomeLock(path: "/nowhere/lock")
    }
  }
}
