import Glibc

/// Standard output with a buffer: bulk answers go out in few calls, and nothing stays behind.
final class Output {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let comfortableSize = 64 << 10

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ octets: some Sequence<UInt8>) throws(Failure) {
    buffer.append(contentsOf: octets)
    if buffer.count >= Self.comfortableSize { try flush() }
  }

  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    let content = buffer
    buffer.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      try Files.write(content, to: descriptor)
    } catch {
      if error.code == EPIPE { throw .outputClosed }
      throw Failure(
        .brokenIO, kind: "output-failed", what: "cannot write", at: .text("standard output"), advice: error.reason)
    }
  }
}
