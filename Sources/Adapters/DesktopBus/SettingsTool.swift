import Glibc
internal import LinuxRuntime

/// GNOME's settings through its own program: do-not-disturb has no interface on the bus.
final class SettingsTool {
  private static let program = "/usr/bin/gsettings"

  private let loop: EventLoop
  private var runs: [Int32: Run] = [:]

  private final class Run {
    let child: ChildProcess
    let output: Int32
    var watch: Watch?
    init(_ child: ChildProcess, _ output: Int32) {
      self.child = child
      self.output = output
    }
    deinit { close(output) }
  }

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Whether GNOME shows banners; `nil` where that cannot be asked.
  func asksForBanners(_ answer: @escaping (Bool?) -> Void) {
    run(["get"]) { text in answer(text.map { $0.hasPrefix("true") }) }
  }

  func setBanners(_ areShown: Bool, _ done: @escaping () -> Void) {
    run(["set"], value: areShown ? "true" : "false") { _ in done() }
  }

  private func run(_ verb: [String], value: String? = nil, _ done: @escaping (String?) -> Void) {
    guard let pipe = try? makePipe() else { return done(nil) }
    defer { close(pipe.writing) }
    let words = verb + ["org.gnome.desktop.notifications", "show-banners"] + (value.map { [$0] } ?? [])
    guard
      let child = try? ChildProcess.start(Self.program, words, output: .descriptor(pipe.writing), errors: .nothing)
    else {
      close(pipe.reading)
      return done(nil)
    }
    let run = Run(child, pipe.reading)
    runs[child.id] = run
    var text = ""
    run.watch = loop.watchReadable(pipe.reading) { [unowned self, unowned run] in
      var octets = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(run.output, &octets, octets.count)
      if count > 0 { return text += String(decoding: octets[..<count], as: UTF8.self) }
      // What it had to say is said; it ends at once.
      let isDone = run.child.wait() == 0
      runs[run.child.id] = nil
      done(isDone ? text : nil)
    }
  }
}
