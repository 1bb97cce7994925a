internal import CLinux
import Glibc
import LinuxRuntime
import SiteRules
import SocketOwners

/// The open connections of programs that follow this service, by its proxy script or by the extension in them, and how
/// they end without rights.
///
/// A program that is told what is closed goes on with what it had connected before. Programs of the same person may
/// borrow each other's descriptors (pidfd_getfd(2)) unless this computer's rules forbid it, and what is borrowed can be
/// shut. A browser opens what it still needs again, and is then told that it is closed.
struct FollowersConnections {
  /// Processes whose earlier connections were ended.
  private var done: Set<Int32> = []
  private let note: String

  static func note(in folder: String) -> String { "\(folder)/connections-kept" }

  /// `note` is the file that tells programs without a service why some could not be ended.
  init(note: String) {
    self.note = note
  }

  /// What a layer says of connections that could not be ended; `nil` if all were.
  var words: String? {
    (try? Files.read(note, limit: 1024)).map { why in
      "open connections continue: \(String(decoding: why, as: UTF8.self))"
    }
  }

  /// Starts over: apps that follow another script have their connections ended again.
  mutating func forget() {
    done = []
    _ = unsafe unlink(note)
  }

  /// Ends the web connections of every program connected to the script's port, once for each.
  mutating func end(ofThoseConnectedTo door: UInt16) {
    for id in SocketTable.processes(connectedTo: door) { endOnce(id) }
  }

  /// Ends the connections of the browser that started the program, once.
  mutating func end(ofBrowserThatStarted program: Int32) {
    guard let browser = Self.parent(of: program), !done.contains(browser), let file = Self.file(of: browser) else {
      return
    }
    // A browser may have a process of its own for what it connects to. What else it started is none of it.
    for name in Folder.names(in: "/proc") {
      guard let id = Int32(name), Self.file(of: id) == file else { continue }
      if id == browser || Self.descends(id, from: browser) { endOnce(id) }
    }
  }

  private mutating func endOnce(_ id: Int32) {
    guard done.insert(id).inserted else { return }
    do throws(SystemError) {
      try Self.endConnections(of: id)
    } catch {
      try? Files.replace(note, with: Array("\(error.call): \(error.reason)".utf8))
    }
  }

  private static func file(of id: Int32) -> String? { Files.target(of: "/proc/\(id)/exe") }

  private static func descends(_ id: Int32, from ancestor: Int32) -> Bool {
    var id = id
    while let parent = parent(of: id), parent > 1 {
      if parent == ancestor { return true }
      id = parent
    }
    return false
  }

  static func parent(of id: Int32) -> Int32? {
    guard let status = try? Files.read("/proc/\(id)/status", limit: 4096) else { return nil }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PPid:\t") }.flatMap { Int32($0.dropFirst(6)) }
  }

  private static func endConnections(of id: Int32) throws(SystemError) {
    // Held before its connections are looked up, so that no other process can be meant by its number.
    let held = focuskey_process(id)
    // It ended meanwhile.
    guard held >= 0 else { return }
    let process = Descriptor(owning: held)
    for (number, link) in SocketTable.descriptors(of: id, connectedTo: isWebPort) {
      let borrowed = focuskey_process_borrow(process.number, number)
      guard borrowed >= 0 else {
        // The connection or its program ended meanwhile.
        if errno == EBADF || errno == ESRCH { continue }
        throw .last("pidfd_getfd", on: "process \(id)")
      }
      let connection = Descriptor(owning: borrowed)
      // The number may stand for something else by now.
      guard Files.target(of: "/proc/self/fd/\(borrowed)") == link else { continue }
      _ = shutdown(connection.number, Int32(SHUT_RDWR))
    }
  }
}
