import Glibc
package import LinuxRuntime

/// Where tasks live: folders of lists, each list a folder of files with one task (a vdir).
package struct TaskFolders: Sendable, Equatable {
  /// The folders that were named; each may be a list itself, and contain lists.
  package let roots: [String]
  /// Whether lists are made where there are none yet: in a folder of our own. In folders that calendar programs share
  /// only lists are used that exist: nothing else is synchronized.
  let makesLists: Bool
  /// The list for tasks that name none.
  private let preferred: String?
  /// Folders that were named by `*`, of which there has to be one.
  private let above: [String]

  /// The folders.
  ///
  /// - Parameters:
  ///   - roots: paths; a last part `*` means each folder there.
  ///   - makesLists: whether new lists may be made, in the first.
  ///   - preferred: the list for tasks that name none; by default the one that is called `tasks`, else the first.
  package init(_ roots: [String], makesLists: Bool = true, preferred: String? = nil) {
    var folders: [String] = []
    var above: [String] = []
    for root in roots {
      if root.hasSuffix("/*") {
        let folder = String(root.dropLast(2))
        above.append(folder)
        for name in Folder.names(in: folder) where !name.hasPrefix(".") && Files.isFolder("\(folder)/\(name)") {
          folders.append("\(folder)/\(name)")
        }
      } else {
        folders.append(root)
      }
    }
    self.roots = folders
    self.above = above
    self.makesLists = makesLists
    self.preferred = preferred
  }

  package var lists: [String] {
    var lists: [String] = []
    for root in roots where Files.isFolder(root) {
      let names = Folder.names(in: root)
      let inside = names.filter { !$0.hasPrefix(".") && Files.isFolder("\(root)/\($0)") }
      // A folder that a calendar program made is a list before it has its first task.
      if names.contains(where: { Self.isTaskFile($0) }) || (!makesLists && inside.isEmpty) { lists.append(root) }
      for name in inside { lists.append("\(root)/\(name)") }
    }
    var seen: Set<String> = []
    return lists.filter { seen.insert($0).inserted }
  }

  /// Why tasks may be missing: a folder that was named is not there, or one cannot be listed. None of that is "nothing
  /// to do".
  package var fault: SystemError? {
    for folder in above {
      if let fault = Self.fault(of: folder) { return fault }
    }
    if roots.isEmpty { return SystemError("opendir", ENOENT, on: above.first.map { $0 + "/*" } ?? ".") }
    for root in roots {
      if let fault = Self.fault(of: root), !makesLists || fault.code != ENOENT { return fault }
    }
    for list in lists {
      // One that goes away meanwhile is not there.
      if let fault = Self.fault(of: list), fault.code != ENOENT { return fault }
    }
    return nil
  }

  private static func fault(of folder: String) -> SystemError? {
    guard unsafe access(folder, R_OK | X_OK) == 0 else { return .last("opendir", on: folder) }
    return Files.isFolder(folder) ? nil : SystemError("opendir", ENOTDIR, on: folder)
  }

  /// The folder of a list: the one there is of that name, a new one where they are made; `nil` where there is none.
  func folder(ofList name: String?) -> String? {
    let lists = lists
    if let wanted = name ?? preferred {
      if let known = lists.first(where: { Self.name(of: $0) == wanted }) { return known }
      return makesLists ? "\(roots.first ?? ".")/\(wanted)" : nil
    }
    if let known = lists.first(where: { Self.name(of: $0) == TaskShelf.defaultList }) { return known }
    return makesLists ? "\(roots.first ?? ".")/\(TaskShelf.defaultList)" : lists.first
  }

  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Names that begin with a dot or end in `.tmp` are being written (vdir).
  static func isTaskFile(_ name: String) -> Bool { name.hasSuffix(".ics") && !name.hasPrefix(".") }
}
