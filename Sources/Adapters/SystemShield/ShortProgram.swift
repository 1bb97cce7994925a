import Glibc
import LinuxRuntime

/// Programs of the desktop that answer at once or not at all.
enum ShortProgram {
  /// A desktop that hangs does not hold up the shield for longer than this.
  private static let patience: Duration = .seconds(2)

  static func find(_ name: String, _ variable: (String) -> String?) -> String? {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// What a program prints; `nil` when it fails, or takes too long and is ended.
  static func output(of program: String, _ arguments: [String]) -> String? {
    guard let pipe = try? makePipe() else { return nil }
    let source = Descriptor(owning: pipe.reading)
    let child = try? ChildProcess.start(program, arguments, output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    guard let child else { return nil }
    let end = ContinuousClock.now + patience
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = end - .now
      var waiting = pollfd(fd: source.number, events: Int16(POLLIN), revents: 0)
      let pause = left > .zero ? Int32(left.components.seconds * 1000 + 1) : 0
      var count = -1
      if unsafe poll(&waiting, 1, pause) > 0 { count = unsafe read(source.number, &buffer, buffer.count) }
      if count > 0, text.count < 1 << 20 {
        text += buffer[..<count]
      } else {
        if count != 0 { child.signal(SIGKILL) }
        break
      }
    }
    return child.wait() == 0 ? String(decoding: text, as: UTF8.self) : nil
  }
}
