import Glibc

extension Environment {
  /// Where `sudo` looks for programs, whatever the caller's own path is (sudoers(5), secure_path).
  static let rootsPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// This program as a shell finds it: its name where that is enough, else its path.
  ///
  /// - Parameters:
  ///   - name: the program's name; another program that calls itself otherwise gives the name back.
  ///   - asRoot: whether `sudo` looks for it.
  package static func ownProgram(_ name: String = "focuskey", asRoot: Bool = false) -> String {
    guard let own = programPath(), own.hasSuffix("/\(name)") else { return name }
    let path = asRoot ? rootsPath : self["PATH"] ?? rootsPath
    let places = path.split(separator: ":").map { folder in "\(folder)/\(name)" }
    let first = places.first { place in unsafe access(place, X_OK) == 0 }
    if let first, let file = try? Descriptor.open(own, O_RDONLY), Files.isSame(file, first) { return name }
    return own
  }

  package static var command: String { quoted(ownProgram()) }

  package static var sudoCommand: String { "sudo \(quoted(ownProgram(asRoot: true)))" }

  /// Quotes a word so that a shell reads it back unchanged.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return isPlain
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
