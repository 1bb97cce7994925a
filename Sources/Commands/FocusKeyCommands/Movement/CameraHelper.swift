internal import CommandShell
import Glibc
internal import LinuxRuntime
internal import Requests

/// The program that finds the joints of a person before the camera; it runs for one set and is watched as long.
final class CameraHelper: Sendable {
  /// Where its lines can be read.
  let lines: String
  /// Whether it sees what happens now, and not pictures that were taken before.
  let isLive: Bool
  private let path: String
  private let child: ChildProcess
  private let output: Descriptor
  /// When it said something last; `nil` once it was let go.
  private let heard = Locked<ContinuousClock.Instant?>(.now)
  private let isHung = Locked(false)

  /// It says something for each picture; a model that is loaded on a busy computer takes some seconds.
  private static let patience = Duration.seconds(20)

  /// Starts it.
  ///
  /// - Parameter frames: pictures in place of a camera.
  init(frames: String?, _ context: CommandContext) throws(Failure) {
    path = try Self.path(context)
    isLive = frames == nil
    let arguments = frames.map { ["--frames", context.surroundings.path(of: $0)] } ?? []
    do throws(SystemError) {
      let pipe = try makePipe()
      output = Descriptor(owning: pipe.reading)
      defer { close(pipe.writing) }
      child = try ChildProcess.start(path, arguments, output: .descriptor(pipe.writing))
    } catch {
      throw Failure(
        .unavailable, kind: "no-camera", what: "the camera helper does not start", at: .text(error.subject),
        advice: error.reason)
    }
    lines = "/dev/fd/\(output.number)"
    startThread(named: "camera") { [self] in watch() }
  }

  /// It said something.
  func hear() { heard.withLock { if $0 != nil { $0 = .now } } }

  /// Ends it, if it goes on: the set is over.
  func end() {
    if !letGo() { child.signal(SIGKILL) }
  }

  /// Waits until it is gone, and says why if it ended by itself before the set did.
  func finish() throws(Failure) {
    let isOver = letGo()
    let code = child.wait()
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

  /// Lets it go: from now on it may say nothing and end.
  ///
  /// - Returns: whether it was let go before.
  private func letGo() -> Bool {
    heard.withLock { heard in
      defer { heard = nil }
      return heard == nil
    }
  }

  private func watch() {
    while let last = heard.withLock({ $0 }) {
      if ContinuousClock.now - last > Self.patience {
        isHung.withLock { $0 = true }
        return child.signal(SIGKILL)
      }
      usleep(200_000)
    }
  }

  /// Beside this program, or where packages are installed.
  private static func path(_ context: CommandContext) throws(Failure) -> String {
    let own = Environment.programPath() ?? ""
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let places =
      [context.surroundings.variable("FOCUSKEY_CAMERA")].compactMap { $0 }
      + [folder, "/usr/local/bin", "/usr/bin"].map { "\($0)/focuskey-camera" }
    guard let found = places.first(where: Files.exists) else {
      throw Failure(
        .unavailable, kind: "no-camera", what: "the camera helper is not installed", at: .text("focuskey-camera"),
        advice: "build it with Sources/Setup/camera.sh, or give poses with --poses FILE")
    }
    return found
  }
}
