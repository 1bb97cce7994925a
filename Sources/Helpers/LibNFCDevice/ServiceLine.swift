internal import Glibc
internal import LibNFCWire
internal import Octets

/// The line to the service: reports on standard output, requests on standard input.
struct ServiceLine: ~Copyable {
  private var buffer = LineBuffer(longest: DeviceRequest.longestLine)
  private var waiting: [DeviceRequest] = []
  private var lastWord = monotonicMilliseconds()
  /// Whether the service is gone, or speaks another protocol.
  private(set) var isOver = false

  mutating func say(_ report: DeviceReport) {
    lastWord = monotonicMilliseconds()
    var rest = Array((report.line + "\n").utf8)[...]
    while !rest.isEmpty, !isOver {
      let count = unsafe rest.withUnsafeBytes { bytes in unsafe write(1, bytes.baseAddress, bytes.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        isOver = true
      }
    }
  }

  /// Reports that all is well, if nothing was reported for a while.
  mutating func sayAlive() {
    if monotonicMilliseconds() - lastWord >= 300 { say(.alive) }
  }

  mutating func request(within milliseconds: Int32) -> DeviceRequest? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    var watch = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard !isOver, unsafe poll(&watch, 1, milliseconds) > 0 else { return nil }
    var arrived = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(0, &arrived, arrived.count)
    guard count > 0 else {
      isOver = count == 0 || errno != EINTR
      return nil
    }
    buffer.add(arrived[..<count])
    while let line = buffer.next() {
      guard let request = DeviceRequest(line: String(decoding: line, as: UTF8.self)) else {
        isOver = true
        return nil
      }
      waiting.append(request)
    }
    if buffer.isTooLong {
      isOver = true
      return nil
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}

func monotonicMilliseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
