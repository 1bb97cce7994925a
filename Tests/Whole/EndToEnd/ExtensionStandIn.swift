import Glibc
import JSONText
import LinuxRuntime
import TestSupport

/// What the browser's extension says and hears, to the program that it talks to.
final class ExtensionStandIn {
  private let host: ChildProcess
  private let mouth: Descriptor
  private let heard = Locked<[(at: ContinuousClock.Instant, octets: [UInt8])]>([])

  init(_ home: String, _ environment: [String]) throws {
    let (orders, answers) = (try makePipe(), try makePipe())
    host = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["shield", "browser-host", "--home", home], environment: environment,
      input: .descriptor(orders.reading), output: .descriptor(answers.writing), errors: .nothing)
    close(orders.reading)
    close(answers.writing)
    mouth = Descriptor(owning: orders.writing)
    let ear = answers.reading
    startThread(named: "browser") { [heard] in
      let source = Descriptor(owning: ear)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe read(source.number, &buffer, buffer.count)
        guard count > 0 else { return }
        heard.withLock { $0.append((.now, Array(buffer[..<count]))) }
      }
    }
  }

  func hears(_ words: String) -> Bool { hearing(of: words) != nil }

  /// When it had heard these words, after a moment.
  func hearing(of words: String, after moment: ContinuousClock.Instant? = nil) -> ContinuousClock.Instant? {
    var octets: [UInt8] = []
    for piece in heard.withLock({ $0 }) where moment.map({ piece.at > $0 }) ?? true {
      octets += piece.octets
      if String(decoding: octets, as: UTF8.self).contains(words) { return piece.at }
    }
    return nil
  }

  /// Says that a page of this host is in front.
  func say(_ site: String) throws {
    try send(#"{"front":"\#(site)"}"#)
  }

  /// Says that it did what it was told.
  func hold(rules: Int, parts: Int) throws {
    try send(#"{"rules":\#(rules),"parts":\#(parts)}"#)
  }

  /// Sends a short message.
  private func send(_ text: String) throws {
    let message = Array(text.utf8)
    try Files.write([UInt8(message.count), 0, 0, 0] + message, to: mouth.number)
  }

  deinit {
    host.signal(SIGKILL)
    host.wait()
  }
}
