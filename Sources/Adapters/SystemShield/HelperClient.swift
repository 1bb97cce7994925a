internal import CLinux
import Glibc
import LinuxRuntime
internal import Octets
import ShieldProtocol

extension SystemError {
  /// The error of a connection whose other end does not belong to root (unix(7)).
  static func notRoots(at path: String) -> SystemError { SystemError("SO_PEERCRED", EPERM, on: path) }
}

struct HelperClient: ~Copyable {
  private let descriptor: Descriptor
  private var lines: LineBuffer

  /// Connects. Nothing is said to a helper that is not root's, and nothing of what it says is believed: it could block
  /// nothing.
  ///
  /// - Parameters:
  ///   - patience: how long an answer may take, in milliseconds; 0 waits for ever.
  ///   - owner: whose the helper has to be.
  init(path: String = ShieldSocket.path, patience: Int = 5000, owner: UInt32 = 0) throws(SystemError) {
    let connection = try Descriptor.connected(to: path, within: Int32(patience == 0 ? 2000 : min(patience, 2000)))
    let number = connection.number
    var user: UInt32 = 0
    var process: Int32 = 0
    guard unsafe focuskey_peer(number, &user, &process) == 0, user == owner else {
      throw .notRoots(at: path)
    }
    descriptor = connection
    lines = LineBuffer(longest: 64 << 10)
    var wait = timeval(tv_sec: patience / 1000, tv_usec: (patience % 1000) * 1000)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends lines and returns the answers, up to the line that ends them.
  mutating func ask(_ requests: [UInt8]) throws(SystemError) -> [ShieldAnswer] {
    do throws(SystemError) { try say(requests) } catch {
      // A helper without room says so and closes, before it was asked anything.
      guard error.code == EPIPE || error.code == ECONNRESET else { throw error }
    }
    var answers: [ShieldAnswer] = []
    while true {
      let answer = try next()
      answers.append(answer)
      if answer.endsAnswer { return answers }
    }
  }

  mutating func ask(_ request: ShieldRequest) throws(SystemError) -> [ShieldAnswer] {
    try ask(Array(request.line.utf8) + [0x0A])
  }

  /// Becomes readable when the helper says something or goes.
  var number: Int32 { descriptor.number }

  /// Sends one request without waiting for its answer.
  mutating func say(_ request: ShieldRequest) throws(SystemError) {
    try say(Array(request.line.utf8) + [0x0A])
  }

  mutating func received() throws(SystemError) -> [ShieldAnswer] {
    try readMore()
    var answers: [ShieldAnswer] = []
    while let line = try nextLine() {
      if let answer = ShieldAnswer(line: line) { answers.append(answer) }
    }
    return answers
  }

  private mutating func next() throws(SystemError) -> ShieldAnswer {
    while true {
      guard let line = try nextLine() else {
        try readMore()
        continue
      }
      // A newer helper may say more than is known here.
      if let answer = ShieldAnswer(line: line) { return answer }
    }
  }

  private mutating func nextLine() throws(SystemError) -> ArraySlice<UInt8>? {
    let line = lines.next()
    if lines.isTooLong { throw SystemError("read", EMSGSIZE, on: "helper") }
    return line
  }

  private mutating func readMore() throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var count = -1
    repeat { count = unsafe read(descriptor.number, &buffer, buffer.count) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw .last("read", on: "helper") }
    guard count > 0 else { throw SystemError("read", ECONNRESET, on: "helper") }
    lines.add(buffer[..<count])
  }

  private func say(_ octets: [UInt8]) throws(SystemError) {
    var start = 0
    while start < octets.count {
      let sent = unsafe octets.withUnsafeBytes { bytes in
        unsafe send(
          descriptor.number, bytes.baseAddress.map { unsafe $0 + start }, octets.count - start, Int32(MSG_NOSIGNAL))
      }
      if sent < 0 {
        if errno == EINTR { continue }
        throw .last("send", on: "helper")
      }
      start += sent
    }
  }
}
