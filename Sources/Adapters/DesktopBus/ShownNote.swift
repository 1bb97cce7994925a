internal import FocusPorts
import Glibc
internal import LinuxRuntime

/// What a notification daemon shows of ours, in a file that outlives a crash: the daemon, and a line for each
/// notification.
///
/// A notification stays on the screen when the program that sent it is killed, and its buttons then lead nowhere. The
/// next run takes it away, or puts what is to be shown now in its place; but only where it is the same daemon, because
/// numbers are each daemon's own.
struct ShownNote: Equatable {
  /// The bus and the daemon's name on it, which a bus gives only once (D-Bus Specification, "Message Bus Names"); empty
  /// for none.
  var daemon = ""
  var numbers: [Bulletin.Subject: UInt32] = [:]

  init(daemon: String, numbers: [Bulletin.Subject: UInt32]) {
    self.daemon = daemon
    self.numbers = numbers
  }

  init(path: String) {
    guard let octets = try? Files.read(path, limit: 1 << 12) else { return }
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "daemon" {
        daemon = String(words[1])
      } else if let subject = Bulletin.Subject(rawValue: String(words[0])), let number = UInt32(words[1]) {
        numbers[subject] = number
      }
    }
  }

  /// Saves the note; an empty one leaves no file. Errors only leave a notification too long.
  func write(to path: String) {
    guard !numbers.isEmpty else {
      unsafe unlink(path)
      return
    }
    let lines = numbers.sorted { $0.value < $1.value }.map { "\($0.key.rawValue) \($0.value)\n" }
    try? Files.replace(path, with: Array("daemon \(daemon)\n\(lines.joined())".utf8))
  }
}
