import Glibc

package enum Environment {
  /// The value of an environment variable, or `nil` where it is missing or empty.
  package static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// All variables, as `NAME=value` lines.
  package static var lines: [String] {
    var lines: [String] = []
    var entry = unsafe environ
    while let line = unsafe entry.pointee {
      lines.append(unsafe String(cString: line))
      unsafe entry += 1
    }
    return lines
  }

  /// The file of a program that is named as on a command line: a word with a slash is a path, any other is looked for
  /// where `PATH` says.
  package static func program(named word: String) -> String? {
    if word.contains("/") { return word }
    let folders = (self["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { folder in "\(folder)/\(word)" }.first { path in unsafe access(path, X_OK) == 0 }
  }

  package static func programPath() -> String? {
    Files.target(of: "/proc/self/exe")
  }
}
