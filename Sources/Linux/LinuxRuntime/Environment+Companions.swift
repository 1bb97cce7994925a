import Glibc

extension Environment {
  /// Where the Debian package keeps the programs that are not called by hand.
  package static let packageFolder = "/usr/libexec/focuskey"

  /// The program `keytool`: beside this one, or where the Debian package has it, which leaves the name `keytool` to
  /// Java's; `nil` if it is in neither place.
  package static var keytool: String? {
    let packaged = "focuskey-keytool"
    let own = programPath() ?? ""
    // In a folder of the system's, `keytool` may be Java's.
    let isSystems = rootsPath.split(separator: ":").contains { folder in
      neighbour("focuskey", of: own) == "\(folder)/focuskey"
    }
    let beside = isSystems ? [packaged] : [packaged, "keytool"]
    return (beside.map { name in neighbour(name, of: own) } + ["/usr/bin/\(packaged)"]).first { path in
      unsafe access(path, X_OK) == 0
    }
  }

  /// A program that this one starts by itself: beside it, or where the Debian package keeps such programs.
  package static func companion(_ name: String) -> String {
    let beside = neighbour(name, of: programPath() ?? "")
    return unsafe access(beside, X_OK) == 0 ? beside : "\(packageFolder)/\(name)"
  }

  private static func neighbour(_ name: String, of program: String) -> String {
    "\(program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex))/\(name)"
  }
}
