import Glibc
import LinuxRuntime

/// A screen of X that nobody sees; it is gone when the test lets it go.
package final class HiddenScreen {
  /// Its name, as programs find it in `DISPLAY`.
  package let name: String
  private let server: ChildProcess
  /// The server's process.
  package var process: Int32 { server.id }

  /// Starts it and waits until it is there.
  ///
  /// - Parameter authority: the file with the keys that open it; without one it is open to everybody.
  package init(authority: String? = nil) throws {
    let pipe = try makePipe()
    server = try ChildProcess.start(
      "/usr/bin/Xvfb",
      ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"]
        + (authority.map { ["-auth", $0] } ?? []),
      output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    let source = Descriptor(owning: pipe.reading)
    var number: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe read(source.number, &octet, 1) == 1, octet != 0x0A { number.append(octet) }
    name = ":\(String(decoding: number, as: UTF8.self))"
  }

  deinit {
    // A server that has only just said its name forgets a signal that comes before it begins to serve.
    while server.outcomeIfEnded() == nil {
      server.signal(SIGTERM)
      usleep(10_000)
    }
  }
}
