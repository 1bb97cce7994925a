internal import LinuxRuntime

/// The checkout that a test runs in.
package enum Repository {
  /// The folder that holds `Package.swift`, without a slash at its end.
  package static let root: String = {
    var folder = #filePath[...]
    repeat {
      folder = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex)
    } while !folder.isEmpty && !Files.exists(folder + "/Package.swift")
    return String(folder)
  }()

  /// The path of something in it, such as `Tags`.
  package static func path(_ relative: String) -> String { root + "/" + relative }
}
