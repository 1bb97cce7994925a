import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct ChildProcessTests {
  @Test func exitCodesAndSignalsAreToldAsShellsTellThem() throws {
    #expect(try ChildProcess.start("/bin/sh", ["-c", "exit 3"]).wait() == 3)
    #expect(try ChildProcess.start("/bin/sh", ["-c", "kill -9 $$"]).wait() == 137)
    #expect(throws: SystemError("posix_spawn", ENOENT, on: "/no/such")) { try ChildProcess.start("/no/such", []) }
  }

  @Test func aChildHearsPoliteSignals() throws {
    let child = try ChildProcess.start("/bin/sleep", ["60"])
    child.signal(SIGTERM)
    #expect(child.wait() == 128 + SIGTERM)
  }

  @Test func streamsAndEnvironmentLeadWhereTheyAreTold() throws {
    let pipe = try makePipe()
    let child = try ChildProcess.start(
      "/bin/sh", ["-c", "printf '%s' \"$WORD\""], environment: ["WORD=calm"], output: .descriptor(pipe.writing))
    close(pipe.writing)
    #expect(child.wait() == 0)
    #expect(try Files.read(Descriptor(owning: pipe.reading), named: "pipe") == Array("calm".utf8))
  }

  /// A reader of a pipe's end would wait for a child that another thread started meanwhile, and that holds the pipe
  /// without knowing of it.
  @Test func noChildHoldsAPipeThatIsJustMade() async throws {
    let made = Locked(Set<UInt64>())
    let goesOn = Locked(true)
    startThread(named: "pipes") {
      while goesOn.withLock({ $0 }) {
        guard let pipe = try? makePipe() else { continue }
        var look = stat()
        if unsafe fstat(pipe.writing, &look) == 0 { _ = made.withLock { $0.insert(UInt64(look.st_ino)) } }
        close(pipe.reading)
        close(pipe.writing)
      }
    }
    defer { goesOn.withLock { $0 = false } }
    let folder = TemporaryFolder()
    for _ in 0..<200 {
      let list = try Descriptor.open(folder("list"), O_RDWR | O_CREAT | O_TRUNC)
      let child = try ChildProcess.start(
        "/bin/ls", ["-l", "/proc/self/fd"], output: .descriptor(list.number), errors: .nothing)
      child.wait()
      let links = String(decoding: try Files.read(folder("list")), as: UTF8.self).split(separator: "pipe:[")
      let held = links.dropFirst().compactMap { UInt64($0.prefix { $0.isNumber }) }
      #expect(held.filter { one in made.withLock { $0.contains(one) } }.isEmpty)
    }
  }

  /// Somebody who writes a program and starts it meets the children of other threads, which hold what was open until
  /// they are programs of their own.
  @Test func aProgramThatWasJustWrittenStarts() async throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("program"), with: try Files.read("/bin/true"), mode: 0o755)
    let writer = unsafe open(folder("program"), O_WRONLY | O_CLOEXEC)
    startThread(named: "writer") {
      usleep(50_000)
      close(writer)
    }
    #expect(try ChildProcess.start(folder("program"), []).wait() == 0)
    // One that stays open is said so.
    let held = try Descriptor.open(folder("program"), O_WRONLY)
    #expect(throws: SystemError.self) { try ChildProcess.start(folder("program"), []) }
    _ = held.number
  }
}
