internal import LinuxRuntime

/// Where tasks live: folders of lists, each list a folder of files with one task (a vdir).
public struct TaskFolders: Sendable, Equatable {
  /// The folders that were named. Each may be a list itself, and holds lists.
  public let roots: [String]

  /// The folders; new lists are made in the first.
  ///
  /// - Parameter roots: paths; a last part `*` means each folder there.
  public init(_ roots: [String]) {
    var folders: [String] = []
    for root in roots {
      if root.hasSuffix("/*") {
        let above = String(root.dropLast(2))
        for name in Folder.names(in: above) where !name.hasPrefix(".") && Files.isFolder("\(above)/\(name)") {
          folders.append("\(above)/\(name)")
        }
      } else {
        folders.append(root)
      }
    }
    self.roots = folders
  }

  /// The folders that are lists now, each once.
  public var lists: [String] {
    var lists: [String] = []
    for root in roots where Files.isFolder(root) {
      let names = Folder.names(in: root)
      if names.contains(where: { Self.isTaskFile($0) }) { lists.append(root) }
      for name in names where !name.hasPrefix(".") && Files.isFolder("\(root)/\(name)") {
        lists.append("\(root)/\(name)")
      }
    }
    var seen: Set<String> = []
    return lists.filter { seen.insert($0).inserted }
  }

  /// The folder of a list: the one there is of that name, else a new one.
  func folder(ofList name: String) -> String {
    lists.first { Self.name(of: $0) == name } ?? "\(roots.first ?? ".")/\(name)"
  }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Names that begin with a dot or end in `.tmp` are being written (vdir).
  static func isTaskFile(_ name: String) -> Bool { name.hasSuffix(".ics") && !name.hasPrefix(".") }
}
