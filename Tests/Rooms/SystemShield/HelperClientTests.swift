import FocusPorts
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
    let (path, listening) = try listener(room: 0)
    defer { close(listening) }
    // One waits to be taken; the next finds no room.
    let first = try HelperClient(path: path, patience: 100, owner: getuid())
    #expect(throws: SystemError("connect", EAGAIN, on: path)) {
      _ = try HelperClient(path: path, patience: 100, owner: getuid())
    }
    _ = consume first
  }

  /// The person who starts the service names the helper that it asks; what answers has to be root's all the same.
  @Test func aHelperThatIsNotRootsIsToldNothing() throws {
    let (path, listening) = try listener(room: 5)
    defer { close(listening) }
    #expect(throws: SystemError("SO_PEERCRED", EPERM, on: path)) {
      _ = try HelperClient(path: path, patience: 100, owner: getuid() + 1)
    }
    let heard = Descriptor(owning: accept(listening, nil, nil))
    var octet: UInt8 = 0
    #expect(unsafe read(heard.number, &octet, 1) == 0)
  }

  @Test("of a helper that is not root's every layer says so, and the way back is named")
  func namesAnImpostor() throws {
    let fault = SystemError.notRoots(at: "/tmp/own.sock")
    let layers = HelperLayers.silent(fault)
    #expect(layers.allSatisfy { $0.state == .unavailable && $0.why?.contains("on trial at /tmp/own.sock") == true })
    let fix = HelperLayers.fix(of: layers, at: "/tmp/own.sock")
    #expect(fix.contains("FOCUSKEY_SHIELD") && HelperLayers.fix(of: HelperLayers.crowded, at: "/") != fix)
  }

  /// A socket that listens and whose owner does nothing.
  private func listener(room: Int32) throws -> (path: String, descriptor: Int32) {
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
    #expect(listen(listening.number, room) == 0)
    return (path, listening.release())
  }
}
