import Glibc
import LinuxRuntime

/// A screen that programs of this user can show themselves on now: a display of X11, or a compositor of Wayland.
///
/// They are found by the sockets in which they wait for programs, and so also where nobody logged in: a display that is
/// started by hand, one in a window of another, one that is looked at from afar.
package struct OpenScreen: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case x11(Int)
    case wayland(String)
  }

  package let kind: Kind
  /// Whether it belongs to this user; another user's screen may still let this user in.
  package let isOwn: Bool

  package var name: String {
    switch kind {
    case .x11(let number): ":\(number)"
    case .wayland(let path): String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }
  }

  /// All that are there now, but for displays of X11 that a compositor has for its guests: it shows those itself.
  ///
  /// - Parameter runtimeFolder: where compositors of this user have their sockets.
  package static func all(runtimeFolder: String?) -> [OpenScreen] {
    let sockets = listeners { path in kind(of: path, runtimeFolder) != nil }
    let holders = holders(of: sockets)
    let compositors = Set(
      holders.filter { path, _ in if case .wayland = kind(of: path, runtimeFolder) { true } else { false } }
        .flatMap(\.value))
    var found: [OpenScreen] = []
    for socket in sockets {
      guard let kind = kind(of: socket.path, runtimeFolder), !found.contains(where: { $0.kind == kind }) else {
        continue
      }
      let own = holders[socket.path] ?? []
      if case .x11 = kind,
        own.contains(where: { compositors.contains($0) || parent(of: $0).map(compositors.contains) ?? false })
      {
        continue
      }
      found.append(OpenScreen(kind: kind, isOwn: !own.isEmpty))
    }
    return found
  }

  /// A screen's socket in its folder; one that is made again counts as another.
  package struct Socket: Sendable, Equatable {
    let path: String
    let number: UInt64
    let made: Int64
  }

  /// The sockets of screens in these folders: a cheap look, which tells whether anything came or went.
  package static func sockets(in folders: [String]) -> [Socket] {
    folders.flatMap { folder in
      Folder.names(in: folder).sorted().compactMap { name in
        var status = stat()
        guard name.hasPrefix("X") || name.hasPrefix("wayland-"), unsafe stat("\(folder)/\(name)", &status) == 0,
          status.st_mode & S_IFMT == S_IFSOCK
        else { return nil }
        return Socket(path: "\(folder)/\(name)", number: UInt64(status.st_ino), made: Int64(status.st_ctim.tv_sec))
      }
    }
  }

  /// The keys that may open a display of X11, from wherever a program of this user has its own.
  package static func keys(toDisplay number: Int) -> [[UInt8]] {
    let places = ownProcesses.compactMap { variable("XAUTHORITY", of: $0) }
    let home = Environment["HOME"].map { ["\($0)/.Xauthority"] } ?? []
    var keys: [[UInt8]] = []
    for place in Set(places + home) {
      guard let file = try? Files.read(place, limit: 1 << 20) else { continue }
      for key in X11Key.keys(in: file, of: number) where !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private static func kind(of path: String, _ runtimeFolder: String?) -> Kind? {
    let display = "/tmp/.X11-unix/X"
    if path.hasPrefix(display) {
      let digits = path.dropFirst(display.count)
      return digits.count <= 5 ? Int(digits).flatMap { $0 >= 0 ? .x11($0) : nil } : nil
    }
    guard let runtimeFolder, path.hasPrefix("\(runtimeFolder)/wayland-") else { return nil }
    return .wayland(path)
  }

  // MARK: Sockets with names

  private struct Listener {
    let path: String
    let inode: UInt64
  }

  /// The listeners whose name is wanted (proc(5), `/proc/net/unix`).
  private static func listeners(_ isWanted: (String) -> Bool) -> [Listener] {
    ((try? Files.read("/proc/net/unix")) ?? []).split(separator: 0x0A).dropFirst().compactMap { line in
      // Number, users, protocol, flags, type, state, inode and path, in which spaces may stand.
      let fields = line.split(separator: 0x20, maxSplits: 7)
      // __SO_ACCEPTCON (linux/net.h): it listens.
      guard fields.count == 8, fields[3].elementsEqual("00010000".utf8),
        let inode = UInt64(String(decoding: fields[6], as: UTF8.self))
      else { return nil }
      // An abstract name begins with a zero, which is shown as a sign (unix(7)).
      let path = String(decoding: fields[7].drop { $0 == UInt8(ascii: "@") }, as: UTF8.self)
      return isWanted(path) ? Listener(path: path, inode: inode) : nil
    }
  }

  private static func holders(of listeners: [Listener]) -> [String: [Int32]] {
    let paths = Dictionary(listeners.map { ("socket:[\($0.inode)]", $0.path) }) { first, _ in first }
    var holders: [String: [Int32]] = [:]
    guard !paths.isEmpty else { return holders }
    for process in ownProcesses {
      for name in Folder.names(in: "/proc/\(process)/fd") {
        guard let path = Files.target(of: "/proc/\(process)/fd/\(name)").flatMap({ paths[$0] }) else { continue }
        holders[path, default: []].append(process)
      }
    }
    return holders
  }

  // MARK: Processes

  private static var ownProcesses: [Int32] {
    Folder.names(in: "/proc").compactMap { Int32($0) }.filter { id in
      var status = stat()
      return unsafe stat("/proc/\(id)", &status) == 0 && status.st_uid == getuid()
    }
  }

  private static func variable(_ name: String, of process: Int32) -> String? {
    let start = Array("\(name)=".utf8)
    let octets = (try? Files.read("/proc/\(process)/environ", limit: 1 << 20)) ?? []
    return octets.split(separator: 0).first { $0.starts(with: start) }
      .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// Who started a process (proc_pid_stat(5)).
  private static func parent(of process: Int32) -> Int32? {
    let line = (try? Files.read("/proc/\(process)/stat", limit: 4096)) ?? []
    // The second field is a name in brackets, in which anything may stand.
    guard let bracket = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(bracket + 1)...].split(separator: 0x20)
    return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
