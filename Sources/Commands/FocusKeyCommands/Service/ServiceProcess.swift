internal import CommandShell
internal import ControlSocket
import Glibc
internal import ServiceContract

/// The service of a home as a process: started so that it outlives this program, and ended in order.
struct ServiceProcess {
  /// How long a service may take to shut down, in milliseconds; its unit allows the same time.
  private static let patience: Int64 = 15_000

  private let home: Home
  private let id: Int32

  /// Finds the service that runs for a home; `nil` if there is none.
  init?(of home: Home) {
    guard HomeLock.isHeld(path: home.lock), let octets = try? Files.read(home.lock, limit: 64),
      let id = Int32(String(decoding: octets, as: UTF8.self).split(separator: "\n").first ?? ""), id > 1
    else { return nil }
    self.home = home
    self.id = id
  }

  /// Whether the person's systemd manages it.
  var isUnit: Bool {
    guard let octets = try? Files.read("/proc/\(id)/cgroup", limit: 1 << 16) else { return false }
    return String(decoding: octets, as: UTF8.self).split(separator: "\n").contains {
      $0.hasSuffix("/\(ServiceUnit.name)")
    }
  }

  /// The kind of reader that it was started with, such as `auto`.
  var reader: String? {
    guard let octets = try? Files.read("/proc/\(id)/cmdline", limit: 1 << 16) else { return nil }
    let words = octets.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return words.firstIndex(of: "--reader").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  /// Asks it to end, and waits until everything is put away.
  func end() throws(Failure) {
    guard kill(id, SIGTERM) == 0 || errno == ESRCH else {
      throw Failure(
        .notAllowed, kind: "not-yours", what: "another user runs this service", at: .text(home.lock),
        advice: "ask that user to stop it")
    }
    var waited: Int64 = 0
    while HomeLock.isHeld(path: home.lock) {
      guard waited < Self.patience else {
        throw Failure(
          .timedOut, kind: "still-stopping", what: "FocusKey is still stopping", at: .text("process \(id)"),
          advice: "try again in a moment")
      }
      usleep(20_000)
      waited += 20
    }
  }

  /// Starts a service that outlives this program; with `reader` `nil` it has only plugged-in ones.
  static func start(_ home: Home, reader: String?) throws(Failure) {
    var arguments = ["serve"]
    if let reader { arguments += ["--reader", reader] }
    if let folder = home.folder { arguments += ["--home", folder] }
    let words: [UInt8]
    do throws(SystemError) {
      guard let program = Environment.programPath() else { throw SystemError("readlink", ENOENT, on: "/proc/self/exe") }
      let log = try Descriptor.open(home.serviceLog, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      let child = try ChildProcess.start(
        program, arguments, output: .descriptor(pipe.writing), errors: .descriptor(log.number), ownSession: true)
      close(pipe.writing)
      // One line when it is ready; the end of the pipe without one when it is not.
      if try readsLine(source.number) { return }
      child.wait()
      words = try Files.read(home.serviceLog, limit: 1 << 16)
    } catch {
      throw .system(error)
    }
    let line =
      String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "it printed nothing"
    throw Failure(
      .brokenIO, kind: "service-did-not-start", what: "the service did not start", at: .text(home.serviceLog),
      advice: line.hasPrefix("focuskey: ") ? String(line.dropFirst(10)) : line)
  }

  private static func readsLine(_ descriptor: Int32) throws(SystemError) -> Bool {
    var octet: UInt8 = 0
    while true {
      let count = unsafe read(descriptor, &octet, 1)
      if count == 1 {
        if octet == 0x0A { return true }
      } else if count == 0 {
        return false
      } else if errno != EINTR {
        throw .last("read")
      }
    }
  }
}
