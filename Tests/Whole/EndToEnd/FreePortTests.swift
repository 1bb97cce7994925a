import LinuxRuntime
import TestSupport
import Testing

/// The ports that servers of tests are given.
@Suite struct FreePortTests {
  @Test func noConnectionIsGivenAPortOfAServer() throws {
    let lines = String(decoding: try Files.read("/proc/sys/net/ipv4/ip_local_port_range"), as: UTF8.self)
    let ofConnections = lines.split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
    for _ in 0..<100 { #expect(try FreePort.take() + 15 < ofConnections[0]) }
  }

  @Test func nobodyIsGivenAPortTwice() throws {
    let ports = try (0..<100).map { _ in try FreePort.take() }
    #expect(Set(ports).count == 100)
    #expect(Set(ports.flatMap { $0..<$0 + 16 }).count == 1600)
  }
}
