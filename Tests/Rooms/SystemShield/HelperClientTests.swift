import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

/// What the service does with a helper that is there and says nothing.
@Suite(.realParts) struct HelperClientTests {
  let folder = TemporaryFolder()

  /// One that was stopped takes connections until its queue is full; who comes then is not to wait with it.
  @Test func aHelperThatStandsStillIsGivenUp() throws {
    let path = folder("helper.sock")
    let listening = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in unsafe room.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listening.number, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    #expect(listen(listening.number, 0) == 0)
    // One waits to be taken; the next finds no room.
    let first = try HelperClient(path: path, patience: 100)
    #expect(throws: SystemError("connect", EAGAIN, on: path)) { _ = try HelperClient(path: path, patience: 100) }
    _ = consume first
  }
}
