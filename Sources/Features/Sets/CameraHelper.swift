import Glibc
internal import LinuxRuntime
internal import Octets
package import Requests

/// The program that finds a person's joints before the camera; it runs for one set.
package final class CameraHelper: Sendable {
  package var lines: String { "/dev/fd/\(output.number)" }
  /// Whether it sees live pictures, and not ones that were taken before.
  let isLive: Bool
  private let path: String
  private let child: ChildProcess
  private let output: Descriptor
  /// Whether it has a session of its own, away from the terminal of this program.
  private let isApart: Bool
  /// When it last said something; `nil` once it was let go.
  private let heard = Locked<ContinuousClock.Instant?>(.now)
  private let isHung = Locked(false)
  /// Told once nothing more can come from its standard error.
  private let silence = Mailbox<Bool>()

  /// It speaks for each picture; on a busy computer, loading a model can last some seconds.
  private static let patience = Duration.seconds(20)

  /// `program` replaces the helper, `frames` the camera; `complain` gets its standard error.
  package init(
    program: String?, frames: String? = nil, complain: (@Sendable (String) -> Void)? = nil
  ) throws(Failure) {
    path = try Self.path(program)
    isLive = frames == nil
    isApart = complain != nil
    let arguments = frames.map { ["--frames", $0] } ?? []
    do throws(SystemError) {
      let pipe = try makePipe()
      output = Descriptor(owning: pipe.reading)
      defer { close(pipe.writing) }
      if let complain {
        let errors = try makePipe()
        let complaints = Descriptor(owning: errors.reading)
        defer { close(errors.writing) }
        child = try ChildProcess.start(
          path, arguments, output: .descriptor(pipe.writing), errors: .descriptor(errors.writing), ownSession: true)
        let number = complaints.release()
        let silence = silence
        startThread(named: "camera says") {
          Self.hear(Descriptor(owning: number), complain)
          silence.send(true)
        }
      } else {
        child = try ChildProcess.start(path, arguments, output: .descriptor(pipe.writing))
      }
    } catch {
      throw Failure(
        .unavailable, kind: "no-camera", what: "the camera helper does not start", at: .text(error.subject),
        advice: error.reason)
    }
    startWatching()
  }

  private func startWatching() { startThread(named: "camera") { [self] in watch() } }

  func forEachLine(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var fault: Failure?
    Self.eachLine(of: output.number) { line in
      guard fault == nil else { return }
      do throws(Failure) { try body(line) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  private static func hear(_ complaints: consuming Descriptor, _ complain: (String) -> Void) {
    let own = "focuskey-camera: "
    eachLine(of: complaints.number) { line in
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(own) { complain(String(text.dropFirst(own.utf8.count))) }
    }
  }

  private static func eachLine(of descriptor: Int32, _ body: ([UInt8]) -> Void) {
    var buffer = LineBuffer(longest: 1 << 20)
    var octets = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &octets, octets.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      buffer.add(octets[..<count])
      while let line = buffer.next() { body(Array(line)) }
    }
  }

  func hear() { heard.withLock { if $0 != nil { $0 = .now } } }

  /// Ends it if it still runs, as the set is over.
  func end() {
    if !letGo() { kill() }
  }

  /// Waits until it has ended; throws the reason if it ended before the set did.
  func finish() throws(Failure) {
    let isOver = letGo()
    let code = child.wait()
    // What it said last is heard before anybody asks why it ended.
    if isApart { _ = silence.receive(within: 1000) }
    if isHung.withLock({ $0 }) {
      throw Failure(
        .unavailable, kind: "camera-hung", what: "the camera helper said nothing for 20 s and was ended",
        at: .text(path), advice: "try again, or give poses with --poses FILE")
    }
    guard !isOver, code != 0 else { return }
    throw Failure(
      code == ExitCode.badData.number ? .badData : .unavailable, kind: "camera-failed",
      what: "the camera helper ended", at: .text(path),
      advice: code > 128 ? "try again, or give poses with --poses FILE" : "see its line above")
  }

  /// Lets it go: it may fall silent and end from now on. Returns whether it was let go before.
  private func letGo() -> Bool {
    heard.withLock { heard in
      defer { heard = nil }
      return heard == nil
    }
  }

  private func kill() {
    if isApart { child.signalGroup(SIGKILL) } else { child.signal(SIGKILL) }
  }

  private func watch() {
    while let last = heard.withLock({ $0 }) {
      if ContinuousClock.now - last > Self.patience {
        isHung.withLock { $0 = true }
        return kill()
      }
      usleep(200_000)
    }
  }

  /// Looks beside this program, or where packages are installed.
  private static func path(_ named: String?) throws(Failure) -> String {
    let own = Environment.programPath() ?? ""
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let places =
      [named].compactMap { $0 }
      + [folder, "/usr/local/bin", "/usr/bin"].map { "\($0)/focuskey-camera" }
    guard let found = places.first(where: Files.exists) else {
      throw Failure(
        .unavailable, kind: "no-camera", what: "the camera helper is not installed", at: .text("focuskey-camera"),
        advice: "build it with Sources/Setup/camera.sh, or give poses with --poses FILE")
    }
    return found
  }
}
