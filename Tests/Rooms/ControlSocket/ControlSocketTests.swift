import ControlSocket
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Answers each line with itself, streams on "watch", hangs up on rubbish.
private func open(_ folder: TemporaryFolder) async throws -> (ControlServer, String) {
  let path = folder("control.sock")
  let server = ControlServer(loop: try EventLoop(), path: path) { line in
    switch line {
    case []: .farewell(Array("too much".utf8))
    case Array("watch".utf8):
      .stream(
        AsyncStream { lines in
          for number in 1...3 { lines.yield(Array("event \(number)".utf8)) }
          lines.finish()
        })
    default: .line(line)
    }
  }
  try await server.open()
  return (server, path)
}

@Suite(.realParts) struct ControlSocketTests {
  @Test func aLineIsAnsweredByALine() async throws {
    let folder = TemporaryFolder()
    let (server, path) = try await open(folder)
    var client = try ControlClient(path: path)
    for word in ["one", "two", String(repeating: "long ", count: 100_000)] {
      #expect(try client.ask(Array(word.utf8)) == Array(word.utf8))
    }
    await server.close()
  }

  @Test func linesThatComeTogetherAreAnsweredInOrder() async throws {
    let folder = TemporaryFolder()
    let (server, path) = try await open(folder)
    var client = try ControlClient(path: path)
    try client.send(Array((1...50).map { "line \($0)" }.joined(separator: "\n").utf8))
    for number in 1...50 {
      #expect(try client.nextLine() == Array("line \(number)".utf8))
    }
    await server.close()
  }

  @Test func aStreamEndsWhenItIsOver() async throws {
    let folder = TemporaryFolder()
    let (server, path) = try await open(folder)
    var client = try ControlClient(path: path)
    try client.send(Array("watch".utf8))
    for number in 1...3 {
      #expect(try client.nextLine() == Array("event \(number)".utf8))
    }
    #expect(try client.nextLine() == nil)
    await server.close()
  }

  @Test func oneWhoNeverEndsALineIsSentAway() async throws {
    let folder = TemporaryFolder()
    let (server, path) = try await open(folder)
    var client = try ControlClient(path: path)
    let answer = try client.ask([UInt8](repeating: 0x41, count: ControlServer.longestRequest + 10))
    #expect(answer == Array("too much".utf8))
    #expect(try client.nextLine() == nil)
    var other = try ControlClient(path: path)
    #expect(try other.ask([0x42]) == [0x42])
    await server.close()
  }

  @Test func theSocketIsForItsUserAlone() async throws {
    let folder = TemporaryFolder()
    let (server, path) = try await open(folder)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    await server.close()
    #expect(!Files.exists(path))
  }

  @Test func faultsAreToldApart() async throws {
    let folder = TemporaryFolder()
    let missing = folder("nobody.sock")
    #expect(throws: ControlError.nobodyThere(path: missing)) { _ = try ControlClient(path: missing) }
    let long = "/tmp/" + String(repeating: "x", count: 120)
    #expect(throws: ControlError.pathTooLong(path: long, octets: 125, limit: 107)) {
      _ = try ControlClient(path: long)
    }
    let server = ControlServer(loop: try EventLoop(), path: long) { .line($0) }
    await #expect(throws: ControlError.pathTooLong(path: long, octets: 125, limit: 107)) { try await server.open() }
  }

  /// A service that is stopped lets as many wait as its queue takes; the next one hears that it does not answer.
  @Test func whoIsNotTakenIsNotKeptWaiting() throws {
    let folder = TemporaryFolder()
    let path = folder("control.sock")
    let stopped = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let isBound = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(stopped.number, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    #expect(isBound && listen(stopped.number, 0) == 0)
    let first = try ControlClient(path: path, patience: 1)
    #expect(throws: ControlError.noAnswer(seconds: 1)) { _ = try ControlClient(path: path, patience: 1) }
    #expect(first.descriptor > 0)
  }

  @Test func aSocketThatADeadServiceLeftIsReplaced() async throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("control.sock"), with: [])
    let (server, path) = try await open(folder)
    var client = try ControlClient(path: path)
    #expect(try client.ask([0x42]) == [0x42])
    await server.close()
  }
}
