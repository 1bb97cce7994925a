import Glibc
internal import LinuxRuntime

enum DesktopTool {
  /// Returns the output without the last newline; `nil` if it is missing, failed or hung.
  static func run(_ path: String, _ words: [String], _ environment: [String]) -> String? {
    guard let pipe = try? makePipe() else { return nil }
    defer { close(pipe.reading) }
    let started = try? ChildProcess.start(
      path, words, environment: environment, output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    guard let child = started else { return nil }
    var text: [UInt8] = []
    var octets = [UInt8](repeating: 0, count: 4096)
    var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    // A desktop's bus that hangs must not hold the night up for ever.
    while unsafe poll(&waiting, 1, 10_000) > 0 {
      let count = unsafe read(pipe.reading, &octets, octets.count)
      guard count > 0 else {
        guard child.wait() == 0 else { return nil }
        let line = String(decoding: text, as: UTF8.self)
        return line.hasSuffix("\n") ? String(line.dropLast()) : line
      }
      text += octets[..<count]
    }
    child.signal(SIGKILL)
    child.wait()
    return nil
  }

  /// The file's URL (RFC 8089), with all but plain characters escaped.
  static func address(of path: String) -> String {
    var text = "file://"
    for octet in path.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(octet))
      default: text += "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
