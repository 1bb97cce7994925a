internal import LinuxRuntime

/// How long the first list of a pcscd that was only just started is waited for.
///
/// A connection starts a pcscd that its socket stands in for. Where polkit decides, it hangs up on everybody until
/// polkit has started, and a reader that is found a moment later is missing from its list.
struct FirstList {
  /// How long it is waited for, in milliseconds.
  static let patience: Int64 = 1000
  /// The age from which a pcscd's list is complete, in milliseconds.
  static let youth: Int64 = 2000

  private var deadline: Int64?

  /// Whether to wait on after an empty list; `age` is asked once, as it may scan all processes.
  mutating func isAwaited(at now: Int64, age: () -> Int64?) -> Bool {
    let last = deadline ?? (age() ?? 0 < Self.youth ? now + Self.patience : now)
    deadline = last
    return now < last
  }
}

enum DaemonProcess {
  /// Milliseconds since it started, 0 if after the look, `nil` if not found; the youngest counts.
  static func age(at now: Int64) -> Int64? {
    Folder.names(in: "/proc").filter { $0.first?.isNumber == true }.compactMap(start).max().map { max(0, now - $0) }
  }

  /// The start time in milliseconds since boot; `nil` for a process of another name.
  private static func start(of id: String) -> Int64? {
    guard let octets = try? Files.read("/proc/\(id)/stat", limit: 4096) else { return nil }
    let words = octets.split(separator: UInt8(ascii: " "))
    // proc_pid_stat(5): the name is the 2nd word and the start the 22nd, in hundredths of a second.
    guard words.count > 21, words[1].elementsEqual("(pcscd)".utf8) else { return nil }
    return Int64(String(decoding: words[21], as: UTF8.self)).map { $0 * 10 }
  }
}
