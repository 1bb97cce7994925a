import Glibc
internal import LinuxRuntime
internal import Octets

/// A program's side of the control socket: a line out, a line back.
package struct ControlClient: ~Copyable {
  /// Answers carry whole histories; a page of history is far below this.
  private static let longestAnswer = 256 << 20

  private let socket: Descriptor
  private var lines: LineBuffer
  private let patience: Int

  /// Connects to `path`; `patience` is how many seconds to wait for one answer, 0 for ever.
  package init(path: String, patience: Int = 10) throws(ControlError) {
    try ControlError.check(path: path)
    let socket: Descriptor
    do throws(SystemError) {
      socket = try .connected(to: path, within: Int32(clamping: patience * 1000))
    } catch {
      // Who listens is stopped, and as many as may wait for it do.
      if error.code == EAGAIN { throw .noAnswer(seconds: patience) }
      throw error.meansNobody ? .nobodyThere(path: path) : .system(error)
    }
    if patience > 0 {
      var limit = timeval(tv_sec: patience, tv_usec: 0)
      unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    self.socket = socket
    self.patience = patience
    lines = LineBuffer(longest: Self.longestAnswer)
  }

  package var descriptor: Int32 { socket.number }

  package mutating func ask(_ line: [UInt8]) throws(ControlError) -> [UInt8] {
    try send(line)
    guard let answer = try nextLine() else { throw .hungUp }
    return answer
  }

  package func send(_ line: [UInt8]) throws(ControlError) {
    let octets = line + [0x0A]
    var sent = 0
    while sent < octets.count {
      let count = unsafe octets.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          socket.number, bytes.baseAddress.map { unsafe $0 + sent }, octets.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        // The service says why before it hangs up; its words may still be waiting to be read.
        if errno == EPIPE || errno == ECONNRESET { return }
        throw .system(.last("send"))
      }
      sent += count
    }
  }

  /// Waits until the service says something or closes.
  ///
  /// - Parameters:
  ///   - limit: the longest time; `nil` waits for ever.
  ///   - output: a descriptor to which what comes is written; once nobody reads there any more, nothing is waited for.
  /// - Returns: `false` where the time was over first.
  package func waits(atMost limit: Duration?, whileReadOn output: Int32? = nil) throws(ControlError) -> Bool {
    if lines.hasLine { return true }
    let milliseconds = limit.map { $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000 }
    // What has no descriptor is passed over; errors and hang-ups are told unasked (poll(2)).
    var watched = [
      pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0), pollfd(fd: output ?? -1, events: 0, revents: 0),
    ]
    let count = unsafe poll(&watched, nfds_t(watched.count), Int32(clamping: milliseconds ?? -1))
    if count < 0, errno != EINTR { throw .system(.last("poll")) }
    if watched[1].revents != 0 { throw .nobodyReads }
    return count > 0
  }

  /// The next line from the service, or `nil` where it has closed.
  package mutating func nextLine() throws(ControlError) -> [UInt8]? {
    while true {
      if let line = lines.next() { return Array(line) }
      if lines.isTooLong { throw .answerTooLong }
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      let count = unsafe recv(socket.number, &chunk, chunk.count, 0)
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN: throw .noAnswer(seconds: patience)
        case ECONNRESET: return nil
        default: throw .system(.last("recv"))
        }
      }
      if count == 0 { return nil }
      lines.add(chunk[..<count])
    }
  }
}
