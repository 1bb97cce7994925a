import Glibc
import LinuxRuntime
import RealParts
import SocketOwners
import Testing

@Suite(.realParts) struct SocketTableTests {
  /// A socket on loopback that listens, and one that is connected to it, with their ports.
  private struct Pair: ~Copyable {
    let listener: Descriptor
    let port: UInt16
    let caller: Descriptor
    let from: UInt16
    /// The connection, as its caller sees it.
    var ends: ConnectionEnds { ends(from: [127, 0, 0, 1]) }

    func ends(from address: [UInt8], port: UInt16? = nil) -> ConnectionEnds {
      ConnectionEnds(
        source: address, sourcePort: port ?? from, destination: [127, 0, 0, 1], destinationPort: self.port)
    }
  }

  private static func pair() throws -> Pair {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let caller = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var own = sockaddr_in()
    let worked = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0 && connect(caller, address, size) == 0
      }
    }
    let named = unsafe withUnsafeMutablePointer(to: &own) { own in
      unsafe own.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(caller, $0, &size) == 0 }
    }
    try #require(worked && named)
    return Pair(
      listener: Descriptor(owning: listener), port: UInt16(bigEndian: address.sin_port),
      caller: Descriptor(owning: caller), from: UInt16(bigEndian: own.sin_port))
  }

  @Test func whoListensAndWhoCallsIsKnown() throws {
    let pair = try Self.pair()
    var owners = SocketOwners()
    let holder = try #require(SocketTable.listener(on: pair.port))
    #expect(holder.id == getpid())
    #expect(!holder.name.isEmpty)
    #expect(SocketTable.user(of: pair.ends) == getuid())
    #expect(SocketTable.user(of: pair.ends(from: [127, 0, 0, 1], port: pair.port)) == nil)
    #expect(owners.user(of: pair.ends) == getuid())
    #expect(owners.user(of: pair.ends(from: [127, 0, 0, 1], port: pair.port)) == nil)
    // The same port of another address of loopback is another connection, which nobody has opened.
    #expect(SocketTable.user(of: pair.ends(from: [127, 0, 0, 2])) == nil)
    #expect(owners.user(of: pair.ends(from: [127, 0, 0, 2])) == nil)
    #expect(SocketTable.listener(on: pair.from) == nil)
  }

  @Test func whoIsConnectedToAPortIsFound() async throws {
    let pair = try Self.pair()
    // Not this program itself, whose own ends these are, but one that it hands one of them.
    #expect(!SocketTable.processes(connectedTo: pair.port).contains(getpid()))
    let child = try ChildProcess.start(
      "/bin/sleep", ["60"], environment: [], input: .descriptor(pair.caller.number), output: .nothing, errors: .nothing)
    defer { child.signal(SIGKILL) }
    // Others that are being started at this moment may hold it too, until they have begun.
    #expect(SocketTable.processes(connectedTo: pair.port).contains(child.id))
    // What stays on this computer is not a connection to another.
    #expect(SocketTable.descriptors(of: child.id) { _ in true }.isEmpty)
  }

  /// The kernel names user 0 for a connection whose owner has let go of it; nobody is taken for root by that.
  @Test func whoHasLeftIsNobody() throws {
    let pair = try Self.pair()
    shutdown(pair.caller.number, Int32(SHUT_RDWR))
    let ends = pair.ends
    var owners = SocketOwners()
    _ = consume pair
    #expect(SocketTable.user(of: ends) == nil)
    #expect(owners.user(of: ends) == nil)
  }
}
