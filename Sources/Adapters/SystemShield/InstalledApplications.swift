import DesktopEntries
import Glibc
import LinuxRuntime

struct InstalledApplications {
  /// The entries, those of the person first; of one id a launcher takes the first. The others count as well: an entry
  /// that the person puts over the packager's starts something else, and the app is what it was.
  let entries: [DesktopEntry]
  private let paths: [String: String]
  private let surroundings: Surroundings

  struct Surroundings: Sendable {
    var home: String
    /// Folders that hold `applications/`, the strongest first (XDG Base Directory Specification).
    var dataFolders: [String]
    var programFolders: [String]
    /// A prefix for the system's own folders: empty, except in a tree made for a test.
    var root = ""

    /// The folders in which entries are, and those in them.
    var entryFolders: [String] {
      let folders = dataFolders.map { "\($0)/applications" }
      return folders
        + folders.flatMap { folder in
          Folder.names(in: folder).map { "\(folder)/\($0)" }.filter { Files.isFolder($0) }
        }
    }

    init(root: String = "", variable: (String) -> String? = { Environment[$0] }) {
      self.root = root
      home = variable("HOME") ?? "/"
      let own = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
      let system = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map { String($0) }
      // Flatpak and snap add theirs to the variable in a session; a service may have been started without one.
      let packaged = [
        "\(own)/flatpak/exports/share", "\(root)/var/lib/flatpak/exports/share", "\(root)/var/lib/snapd/desktop",
      ]
      dataFolders = [own] + system + packaged.filter { !system.contains($0) }
      programFolders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin:/usr/games").split(separator: ":").map {
        String($0)
      }
    }
  }

  init(_ surroundings: Surroundings) {
    var entries: [DesktopEntry] = []
    var paths: [String: String] = [:]
    for folder in surroundings.dataFolders {
      let folder = "\(folder)/applications"
      for file in Folder.files(below: folder, ending: ".desktop") {
        var path = "\(folder)/\(file)"
        var octets = try? Files.read(path, limit: DesktopEntry.longest)
        if let standIn = octets, StandIns.isOne(standIn) {
          path = StandIns.original(behind: path)
          octets = try? Files.read(path, limit: DesktopEntry.longest)
          // What another folder says is what it stands for.
          if octets == nil { continue }
        }
        guard let octets, let entry = DesktopEntry(file: file, octets: octets) else { continue }
        entries.append(entry)
        paths[entry.id] = paths[entry.id] ?? path
      }
    }
    self.entries = entries
    self.paths = paths
    self.surroundings = surroundings
  }

  func text(of id: String) -> [UInt8]? {
    paths[id].flatMap { try? Files.read($0, limit: DesktopEntry.longest) }
  }

  /// The files whose start counts as a start of the app, from every entry with its id.
  func programs(of entry: DesktopEntry) -> [String] {
    var seen: Set<String> = []
    let versions = entries.filter { $0.id == entry.id }
    return (versions.isEmpty ? [entry] : versions).flatMap(started).filter { seen.insert($0).inserted }
  }

  private func started(by entry: DesktopEntry) -> [String] {
    switch entry.launch {
    case .program(let program), .appImage(let program): located(program).map(withWrapped) ?? []
    case .flatpak(let id): flatpakPrograms(id)
    case .snap(let name): snapPrograms(name)
    case .interpreted(_, let file): located(file).map { [$0] } ?? []
    case .unknown: []
    }
  }

  /// Whether refusing those files refuses the application: a script that is handed to its interpreter is not started
  /// itself.
  func canBeRefused(_ entry: DesktopEntry) -> Bool {
    if case .interpreted = entry.launch { return false }
    return !started(by: entry).isEmpty
  }

  private func located(_ program: String) -> String? {
    if program.hasPrefix("/") { return Files.exists(program) ? program : nil }
    return surroundings.programFolders.map { "\($0)/\(program)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Adds the program that a package's starter script names, since others may start it directly.
  private func withWrapped(_ program: String) -> [String] {
    guard let octets = try? Files.read(program, limit: 64 << 10), octets.starts(with: "#!".utf8) else {
      return [program]
    }
    let name = program[program.index(after: program.lastIndex(of: "/") ?? program.startIndex)...]
    let candidates = [
      "/usr/lib/\(name)/\(name)", "/usr/lib64/\(name)/\(name)", "/opt/\(name)/\(name)", "/usr/share/\(name)/\(name)",
    ]
    return [program] + candidates.map { surroundings.root + $0 }.filter { Files.exists($0) }
  }

  /// `/app/bin/COMMAND` is in the Flatpak's folder outside; its metadata names the command.
  private func flatpakPrograms(_ id: String) -> [String] {
    let roots = surroundings.dataFolders.prefix(1).map { "\($0)/flatpak" } + ["\(surroundings.root)/var/lib/flatpak"]
    return roots.compactMap { root in
      let active = "\(root)/app/\(id)/current/active"
      guard let octets = try? Files.read("\(active)/metadata", limit: 1 << 20) else { return nil }
      let command = String(decoding: octets, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("command=") }
      guard let name = command?.dropFirst(8), !name.isEmpty else { return nil }
      var path = name.hasPrefix("/") ? String(name) : "/app/bin/\(name)"
      // Links in there are said as they are seen inside.
      for _ in 0..<8 {
        guard path.hasPrefix("/app/") else { return nil }
        let outside = "\(active)/files/\(path.dropFirst(5))"
        guard let target = Files.target(of: outside), target.hasPrefix("/") else {
          return Files.exists(outside) ? outside : nil
        }
        path = target
      }
      return nil
    }
  }

  /// The commands that a snap's description names, inside its mount.
  private func snapPrograms(_ name: String) -> [String] {
    // The second is where distributions have it that keep nothing of their own below the root.
    for mounts in ["/snap", "/var/lib/snapd/snap"] {
      let root = "\(surroundings.root)\(mounts)/\(name)/current"
      guard let octets = try? Files.read("\(root)/meta/snap.yaml", limit: 1 << 20) else { continue }
      return String(decoding: octets, as: UTF8.self).split(separator: "\n").compactMap { line in
        let line = line.drop { $0 == " " }
        guard line.hasPrefix("command:") else { return nil }
        let words = line.dropFirst(8).split(separator: " ")
        return words.first.map { "\(root)/\($0)" }.flatMap { Files.exists($0) ? $0 : nil }
      }
    }
    return []
  }
}
