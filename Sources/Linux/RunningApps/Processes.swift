internal import CLinux
import Glibc
import LinuxRuntime

enum Processes {
  /// Those that run one of these files, or one that lay in its place before a package replaced it, and are in no group
  /// of an application.
  static func own(running programs: [String]) -> [(id: Int32, start: UInt64)] {
    let files = Set(programs.compactMap { identity(of: $0) })
    let places = Set(programs.compactMap { Files.real($0) }.map { "\($0) (deleted)" })
    guard !files.isEmpty else { return [] }
    return Folder.names(in: "/proc").compactMap { name in
      guard let id = Int32(name), id != getpid(), owner(of: id) == getuid() else { return nil }
      let file = "/proc/\(id)/exe"
      guard let identity = identity(of: file),
        files.contains(identity) || Files.target(of: file).map(places.contains) ?? false, !isInApplicationGroup(id)
      else { return nil }
      return identified(id)
    }
  }

  /// A process with its start, which tells it from a later one of its number.
  static func identified(_ id: Int32) -> (id: Int32, start: UInt64)? {
    guard let octets = try? Files.read("/proc/\(id)/stat", limit: 4096) else { return nil }
    // proc_pid_stat(5): the name may hold anything, so what counts begins behind its last bracket; the start is the
    // 22nd word.
    guard let bracket = octets.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = octets[(bracket + 1)...].split(separator: 0x20)
    guard words.count > 19, let start = UInt64(String(decoding: words[19], as: UTF8.self)) else { return nil }
    return (id, start)
  }

  /// Whether a process that was stopped runs again; `false` if it has ended.
  static func goesOn(_ id: Int32, start: UInt64) -> Bool {
    guard identified(id)?.start == start, let octets = try? Files.read("/proc/\(id)/stat", limit: 4096),
      let bracket = octets.lastIndex(of: UInt8(ascii: ")")), bracket + 2 < octets.count
    else { return false }
    // proc_pid_stat(5): stopped, stopped by a debugger, or over.
    return !"TtZXx".utf8.contains(octets[bracket + 2])
  }

  /// Signals a process, if it still is the one that was meant.
  static func signal(_ id: Int32, start: UInt64, _ signal: Int32) {
    let number = focuskey_process(id)
    guard number >= 0 else { return }
    let process = Descriptor(owning: number)
    // Asked after the descriptor is held: from now on no other process can be meant by it.
    guard identified(id)?.start == start else { return }
    _ = focuskey_process_signal(process.number, signal)
  }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  private static func owner(of id: Int32) -> UInt32? {
    var status = stat()
    return unsafe stat("/proc/\(id)", &status) == 0 ? status.st_uid : nil
  }

  private static func isInApplicationGroup(_ id: Int32) -> Bool {
    guard let octets = try? Files.read("/proc/\(id)/cgroup", limit: 64 << 10) else { return false }
    return String(decoding: octets, as: UTF8.self).includes("/app.slice/app-")
  }
}
