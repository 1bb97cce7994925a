import Glibc
internal import LinuxRuntime

/// The file that swaylock reads when it starts (swaylock(1), "-C").
struct LockScreenFile {
  /// Where it is, or would be.
  let path: String
  /// The person's file; `nil` if there is none.
  let content: String?
  /// What swaylock uses: this file, or the system's if the person has none.
  let effective: String

  init?(variable: (String) -> String?) {
    guard let user = variable("HOME") else { return nil }
    let settings = variable("XDG_CONFIG_HOME") ?? "\(user)/.config"
    let own = ["\(user)/.swaylock/config", "\(settings)/swaylock/config"]
    let place = own.first { Files.exists($0) } ?? own[1]
    // A link into a folder that the person keeps under version control stays a link.
    path = Self.target(of: place) ?? place
    content = Self.text(path)
    effective = content ?? Self.text("/etc/swaylock/config") ?? ""
  }

  /// The content with the whole eye on black in place of other pictures.
  func showing(_ picture: String) -> String {
    let kept = effective.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      // Options may be cut short as long as they are unique.
      !["im=", "ima=", "imag=", "image="].contains { line.hasPrefix($0) }
    }
    var text = kept.joined(separator: "\n")
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    return text + "image=\(picture)\nscaling=fit\ncolor=000000\n"
  }

  /// Writes a file and keeps its permissions.
  static func write(_ text: String, to path: String) throws(SystemError) {
    var found = stat()
    let mode = unsafe stat(path, &found) == 0 ? found.st_mode & 0o777 : 0o600
    if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
    try Files.replace(path, with: Array(text.utf8), mode: mode)
  }

  static func text(_ path: String) -> String? {
    (try? Files.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func target(of path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
