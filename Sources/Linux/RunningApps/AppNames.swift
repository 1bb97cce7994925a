import DesktopEntries
import Glibc
import LinuxRuntime

/// Finds which app a window belongs to, by what the desktop knows of it: the control group that it was started in, what
/// the window says of itself, and the program that shows it.
///
/// The index of desktop entries is made when it is first needed, and again when a folder of them has changed.
package final class AppNames {
  package struct Found: Equatable, Sendable {
    /// The id of its desktop entry, or what its window says where there is no entry.
    package var id: String
    /// Every name that it goes by, the id first.
    package var names: [String]
  }

  fileprivate struct Index {
    var changes: [Int]
    var ids: [String: String] = [:]
    var classes: [String: String] = [:]
    /// The app of each program by name; `nil` for a program that starts several apps.
    var programs: [String: String?] = [:]
  }

  private let folders: [String]
  private var index: Index?

  /// Indexes folders with `applications/`, the strongest first (XDG Base Directory Specification).
  package init() {
    let variable = { (name: String) in Environment[name] }
    let home = variable("HOME") ?? "/"
    let own = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
    let system = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    let packaged = ["\(own)/flatpak/exports/share", "/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop"]
    folders = ([own] + system + packaged.filter { !system.contains($0) }).map { "\($0)/applications" }
  }

  /// The app behind a window.
  ///
  /// - Parameters:
  ///   - process: who shows it, where that is told; a process of somebody else tells nothing.
  ///   - says: what the window says of itself, the most telling first: its app id, or its classes.
  /// - Returns: `nil` where nothing is known of it at all.
  package func app(process: Int32?, says: [String]) -> Found? {
    let index = current()
    let own = process.flatMap { Self.isOwn($0) ? $0 : nil }
    let found = [own.flatMap { scope(of: $0, index) }, said(says, index), own.flatMap { program(of: $0, index) }]
    var names: [String] = []
    for name in found.compactMap({ $0 }) + says.filter({ !$0.isEmpty }) where !names.contains(name) {
      names.append(name)
    }
    return names.first.map { Found(id: $0, names: names) }
  }

  /// The app whose control group a process is in.
  private func scope(of process: Int32, _ index: Index) -> String? {
    guard let octets = try? Files.read("/proc/\(process)/cgroup", limit: 64 << 10) else { return nil }
    let text = String(decoding: octets, as: UTF8.self)
    for line in text.split(separator: "\n") {
      for part in line.split(separator: "/").reversed() {
        if let id = ControlGroups.names(in: String(part)).lazy.compactMap({ index.ids[$0.lowercased()] }).first {
          return id
        }
      }
    }
    return nil
  }

  /// The app that names this window as its own.
  private func said(_ words: [String], _ index: Index) -> String? {
    let words = words.map { $0.lowercased() }
    return words.lazy.compactMap { index.ids[$0] }.first ?? words.lazy.compactMap { index.classes[$0] }.first
  }

  /// The app that is started by this process's program.
  private func program(of process: Int32, _ index: Index) -> String? {
    guard let file = Files.target(of: "/proc/\(process)/exe") else { return nil }
    return index.programs[Self.name(of: file)] ?? nil
  }

  private static func isOwn(_ process: Int32) -> Bool {
    var status = stat()
    return unsafe stat("/proc/\(process)", &status) == 0 && status.st_uid == getuid()
  }

  private static func name(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
  }

  // MARK: The index

  private func current() -> Index {
    let changes = folders.map(Self.change)
    if let index, index.changes == changes { return index }
    var made = Index(changes: changes)
    var seen: Set<String> = []
    for folder in folders {
      for file in Folder.files(below: folder, ending: ".desktop") where seen.insert(file).inserted {
        guard let octets = try? Files.read("\(folder)/\(file)", limit: DesktopEntry.longest),
          let entry = DesktopEntry(file: file, octets: octets)
        else { continue }
        made.add(entry)
      }
    }
    index = made
    return made
  }

  /// When a folder was changed last, in nanoseconds; 0 for one that is not there.
  private static func change(of folder: String) -> Int {
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { return 0 }
    return Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
  }
}

extension AppNames.Index {
  fileprivate mutating func add(_ entry: DesktopEntry) {
    for id in [entry.id, entry.flatpak, entry.snap].compactMap({ $0?.lowercased() }) where ids[id] == nil {
      ids[id] = entry.id
    }
    if let name = entry.windowClass?.lowercased(), classes[name] == nil { classes[name] = entry.id }
    guard case .program(let program) = entry.launch else { return }
    let name = program.lastIndex(of: "/").map { String(program[program.index(after: $0)...]) } ?? program
    // A second entry of the same program: then the program alone does not tell which of them it is.
    programs[name] = programs[name] == nil ? entry.id : .some(nil)
  }
}
