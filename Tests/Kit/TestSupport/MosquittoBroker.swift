import Glibc
import LinuxRuntime

/// A real MQTT broker of one test's own, on a port of its own, that can be pulled out and put back.
package final class MosquittoBroker {
  package let port: UInt16
  private let folder: TemporaryFolder
  private let file: String
  private var daemon: ChildProcess?

  /// Why a broker did not come up.
  package struct NotReady: Error, CustomStringConvertible {
    package let description: String
  }

  /// A broker that runs.
  ///
  /// - Parameter lines: its configuration beside the port; everybody may do everything without.
  package init(in folder: TemporaryFolder, _ lines: [String] = ["allow_anonymous true"]) throws {
    self.folder = folder
    port = try FreePort.take()
    file = folder("mosquitto-\(port).conf")
    // As root it would become another user, who reads nothing here.
    let own = getuid() == 0 ? ["user root"] : []
    let all = ["listener \(port) 127.0.0.1", "max_queued_messages 0"] + own + lines
    try Files.replace(file, with: Array((all.joined(separator: "\n") + "\n").utf8))
    try start()
  }

  /// Starts it and waits until it listens.
  package func start() throws {
    let said = file + ".said"
    let lines = try Descriptor.open(said, O_WRONLY | O_CREAT | O_APPEND)
    daemon = try ChildProcess.start(
      "/usr/sbin/mosquitto", ["-c", file], output: .nothing, errors: .descriptor(lines.number))
    for _ in 0..<1000 {
      if Self.answers(port) { return }
      usleep(10_000)
    }
    let words = (try? Files.read(said)) ?? []
    throw NotReady(description: "port \(port): \(String(decoding: words, as: UTF8.self))")
  }

  /// Pulls the plug.
  package func kill() {
    daemon?.signal(SIGKILL)
    daemon?.wait()
    daemon = nil
  }

  /// Ends it in order, so that it keeps what it is told to keep.
  package func stop() {
    daemon?.signal(SIGTERM)
    daemon?.wait()
    daemon = nil
  }

  /// Publishes something as anybody could.
  package func publish(_ topic: String, _ text: String, isRetained: Bool = false) throws {
    let outcome = try BuiltProgram(at: "/usr/bin/mosquitto_pub").run(
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", text] + (isRetained ? ["-r"] : []))
    guard outcome.exitCode == 0 else { throw NotReady(description: "\(topic): \(outcome.errors)") }
  }

  /// Listens as anybody could, until the listener is let go.
  package func listen(_ topics: String...) throws -> MosquittoListener {
    try MosquittoListener(port: port, topics, in: folder)
  }

  private static func answers(_ port: UInt16) -> Bool {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  deinit { kill() }
}

/// Somebody who listens at a broker, with mosquitto's own program.
package final class MosquittoListener {
  /// A message as it was heard.
  package struct Heard: Equatable, Sendable {
    package let topic: String
    package let isRetained: Bool
    package let payload: String
  }

  private let child: ChildProcess
  private let output: String

  /// Begins to listen; a session of its own at the broker keeps what it misses while the broker is away.
  init(port: UInt16, _ topics: [String], in folder: TemporaryFolder) throws {
    var name = "heard"
    while Files.exists(folder(name)) { name += "+" }
    output = folder(name)
    let lines = try Descriptor.open(output, O_WRONLY | O_CREAT | O_APPEND)
    let words = ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-i", name, "-c", "-F", "%t\t%r\t%p"]
    child = try ChildProcess.start(
      "/usr/bin/mosquitto_sub", words + topics.flatMap { ["-t", $0] }, output: .descriptor(lines.number),
      errors: .nothing)
  }

  /// All that was heard.
  package var heard: [Heard] {
    guard let octets = try? Files.read(output, limit: 64 << 20) else { return [] }
    var heard: [Heard] = []
    // The last line may not be whole.
    for line in octets.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      heard.append(
        Heard(
          topic: String(decoding: parts[0], as: UTF8.self), isRetained: parts[1].elementsEqual("1".utf8),
          payload: String(decoding: parts[2], as: UTF8.self)))
    }
    return heard
  }

  /// What was heard under a topic that ends so.
  package func heard(_ ending: String) -> [String] { heard.filter { $0.topic.hasSuffix(ending) }.map { $0.payload } }

  deinit {
    child.signal(SIGKILL)
    child.wait()
  }
}
