import Glibc

/// Standard input or a file, line by line, for bulk work.
///
/// Before it waits for more input, what was answered so far goes out: another program may hold a conversation with this
/// one.
struct InputLines: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private let output: Output
  private var chunk: [UInt8] = []
  private var next = 0
  private var line = 0
  private let longestLine: Int
  /// How many octets came in so far.
  private(set) var octets = 0
  private static let chunkSize = 64 << 10

  /// A message on a card has at most 2^16 octets, an association file 2^17.
  init(_ descriptor: Int32, named name: String = "standard input", output: Output, longestLine: Int = 1 << 20) {
    self.descriptor = descriptor
    self.name = name
    self.output = output
    self.longestLine = longestLine
  }

  /// The next line without its end, or `nil` after the last one.
  mutating func read() throws(Failure) -> [UInt8]? {
    var line: [UInt8] = []
    var sawAny = false
    while true {
      if next == chunk.count {
        guard try refill() else { return sawAny ? line : nil }
      }
      sawAny = true
      let end = chunk[next...].firstIndex(of: UInt8(ascii: "\n"))
      guard line.count + (end ?? chunk.count) - next <= longestLine else {
        throw Failure(
          .badData, kind: "line-too-long", what: "a line is longer than \(longestLine) bytes",
          at: .text("\(name), line \(self.line + 1)"), advice: "give one message per line")
      }
      line.append(contentsOf: chunk[next..<(end ?? chunk.count)])
      next = end.map { end in end + 1 } ?? chunk.count
      if end != nil {
        self.line += 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
    }
  }

  private mutating func refill() throws(Failure) -> Bool {
    try output.flush()
    next = 0
    if chunk.count < Self.chunkSize { chunk = [UInt8](repeating: 0, count: Self.chunkSize) }
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, Self.chunkSize)
      if count > 0 {
        octets += count
        chunk.removeSubrange(count...)
        return true
      }
      chunk = []
      if count == 0 { return false }
      if errno == EINTR {
        chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        continue
      }
      throw Failure(
        .brokenIO, kind: "input-failed", what: "cannot read", at: .text(name),
        advice: SystemError.last("read").reason)
    }
  }
}
