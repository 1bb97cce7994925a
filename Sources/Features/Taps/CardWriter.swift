import Glibc
internal import LinuxRuntime
internal import Requests

/// Has a link written on the next card. keytool does the work, as when a person calls it: it knows the cards, looks
/// before it writes, and reads back.
struct CardWriter: Sendable {
  /// The folder of the service that keytool works beside; `nil` for the usual ones.
  let folder: String?
  /// Whether the next card is on the simulated reader because there are no other readers.
  let isSimulated: Bool

  private static let patience = "60s"
  /// Far more than keytool says about one card.
  private static let longestAnswer = 1 << 20

  /// Writes the link; the stream's one line is the outcome. Letting go of it stops the writing.
  func write(_ link: String) throws(Failure) -> AsyncStream<[UInt8]> {
    guard let keytool = Environment.keytool else { throw .noKeytool }
    var words = ["write", "--json", "--timeout", Self.patience]
    if let folder { words += ["--home", folder] }
    if isSimulated { words += ["--reader", "simulated"] }
    let child: ChildProcess
    let output: Int32
    do throws(SystemError) {
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      defer { close(pipe.writing) }
      child = try ChildProcess.start(keytool, words + [link], output: .descriptor(pipe.writing), errors: .nothing)
      output = source.release()
    } catch {
      throw .noKeytool
    }
    let (lines, line) = AsyncStream.makeStream(of: [UInt8].self)
    let isRunning = Locked(true)
    line.onTermination = { _ in
      // Never after it ended: its number may be another's then.
      isRunning.withLock { if $0 { child.signal(SIGTERM) } }
    }
    // A card may take its time to come, which nobody else of the service waits for.
    startThread(named: "card writer") {
      let words = try? Files.read(Descriptor(owning: output), named: "keytool", limit: Self.longestAnswer)
      isRunning.withLock { isRunning in
        child.wait()
        isRunning = false
      }
      line.yield(Self.reply(to: words.flatMap { try? JSONDocument($0).root }).octets)
      line.finish()
    }
    return lines
  }

  private static func reply(to answer: JSONNode?) -> JSONValue {
    guard let answer else { return Failure.noKeytool.answer }
    if answer["ok"]?.bool == false { return answer.value }
    return ["ok": true, "card": answer.value, "message": "The card was written."]
  }
}

extension Failure {
  fileprivate static let noKeytool = Failure(
    .brokenIO, "no-keytool", "keytool, which writes cards, did not answer", advice: "try it in a terminal")
}
