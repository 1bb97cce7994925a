internal import Glibc
internal import LibNFCWire
internal import LinuxRuntime
internal import Octets

/// A device's process and the connection to it: libnfc may abort or hang only there.
struct DeviceProcess: ~Copyable {
  enum News {
    case report(DeviceReport)
    /// The process closed its end, or sent something other than a report.
    case ended
    case silent
    /// Somebody rang the bell for the waiting thread.
    case called
  }

  private let child: ChildProcess
  private let line: Descriptor
  private var buffer = LineBuffer(longest: DeviceReport.longestLine)
  private var waiting: [String] = []
  private var hasEnded = false

  static func start(_ program: String, _ arguments: [String]) throws(SystemError) -> DeviceProcess {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .last("socketpair")
    }
    let ours = Descriptor(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    let child = try ChildProcess.start(
      program, arguments, input: .descriptor(theirs.number), output: .descriptor(theirs.number))
    return DeviceProcess(child: child, line: ours)
  }

  private init(child: ChildProcess, line: consuming Descriptor) {
    self.child = child
    self.line = line
  }

  /// Sends a request; if the process is gone, the next wait tells.
  mutating func say(_ request: DeviceRequest) {
    let octets = Array((request.line + "\n").utf8)
    // A whole request fits the socket's buffer many times over; MSG_NOSIGNAL because the other end may just have died.
    _ = unsafe send(line.number, octets, octets.count, Int32(MSG_NOSIGNAL))
  }

  /// Waits for a report, for a ring of `bell`, or until the time is over.
  mutating func next(within milliseconds: Int, bell: Int32? = nil) -> News {
    let end = monotonicMilliseconds() + milliseconds
    while true {
      if !waiting.isEmpty {
        guard let report = DeviceReport(line: waiting.removeFirst()) else { return .ended }
        return .report(report)
      }
      if hasEnded { return .ended }
      var watched = [pollfd(fd: line.number, events: Int16(POLLIN), revents: 0)]
      if let bell { watched.append(pollfd(fd: bell, events: Int16(POLLIN), revents: 0)) }
      let count = unsafe poll(&watched, nfds_t(watched.count), Int32(max(0, end - monotonicMilliseconds())))
      if count == 0 { return .silent }
      if watched[0].revents != 0 { read() } else if watched.count > 1, watched[1].revents != 0 { return .called }
    }
  }

  private mutating func read() {
    var arrived = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(line.number, &arrived, arrived.count)
    guard count > 0 else {
      hasEnded = count == 0 || errno != EINTR
      return
    }
    buffer.add(arrived[..<count])
    while let line = buffer.next() { waiting.append(String(decoding: line, as: UTF8.self)) }
    if buffer.isTooLong { hasEnded = true }
  }

  /// Asks it to close its device and stop; kills it after 150 ms.
  consuming func stop() {
    let end = monotonicMilliseconds() + 150
    while !hasEnded, monotonicMilliseconds() < end {
      // Said more than once, because libnfc loses the wish when it comes between two commands.
      child.signal(SIGTERM)
      if case .ended = next(within: 20) { break }
      waiting.removeAll()
    }
    kill()
  }

  /// Kills it; returns the exit code or 128 plus the signal, `nil` if even the kernel cannot.
  @discardableResult
  consuming func kill() -> Int32? {
    // One that has just closed its end is about to give its own exit code.
    if hasEnded, let outcome = outcome(within: 100) { return outcome }
    child.signal(SIGKILL)
    if let outcome = outcome(within: 300) { return outcome }
    // It hangs in a driver of the kernel. Somebody has to be there when it comes out.
    let child = child
    startThread(named: "libnfc remains") { child.wait() }
    return nil
  }

  private func outcome(within milliseconds: Int) -> Int32? {
    let end = monotonicMilliseconds() + milliseconds
    repeat {
      if let outcome = child.outcomeIfEnded() { return outcome }
      usleep(500)
    } while monotonicMilliseconds() < end
    return nil
  }
}

/// Milliseconds of the clock that only goes forward.
func monotonicMilliseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
