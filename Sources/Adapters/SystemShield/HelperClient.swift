internal import CShield
import Glibc
import LinuxRuntime
internal import Octets
import ShieldProtocol

/// A conversation with the privileged helper.
struct HelperClient: ~Copyable {
  private let descriptor: Descriptor
  private var lines = LineBuffer(longest: 64 << 10)

  /// Connects.
  ///
  /// - Parameter patience: how long an answer may take, in milliseconds; 0 waits for ever.
  init(path: String = ShieldSocket.path, patience: Int = 5000) throws(SystemError) {
    let number = unsafe focuskey_connect(path)
    guard number >= 0 else { throw .last("connect", on: path) }
    descriptor = Descriptor(owning: number)
    var wait = timeval(tv_sec: patience / 1000, tv_usec: (patience % 1000) * 1000)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Says lines and gives what is answered up to the line that ends the answer.
  mutating func ask(_ requests: [UInt8]) throws(SystemError) -> [ShieldAnswer] {
    try say(requests)
    var answers: [ShieldAnswer] = []
    while true {
      guard let answer = try next() else { throw SystemError("read", ECONNRESET, on: "helper") }
      answers.append(answer)
      if answer.endsAnswer { return answers }
    }
  }

  /// Says one request and gives its answer.
  mutating func ask(_ request: ShieldRequest) throws(SystemError) -> [ShieldAnswer] {
    try ask(Array(request.line.utf8) + [0x0A])
  }

  /// The next line that the helper says; `nil` when it closed.
  mutating func next() throws(SystemError) -> ShieldAnswer? {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let line: ArraySlice<UInt8>?
      do throws(LineBuffer.TooLong) { line = try lines.next() } catch {
        throw SystemError("read", EMSGSIZE, on: "helper")
      }
      if let line {
        // A newer helper may say more than is known here.
        if let answer = ShieldAnswer(line: line) { return answer }
        continue
      }
      let count = unsafe read(descriptor.number, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("read", on: "helper")
      }
      if count == 0 { return nil }
      lines.add(buffer[..<count])
    }
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
