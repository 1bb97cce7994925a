internal import Glibc
internal import LinuxRuntime

/// The TCP sockets of this computer as the kernel lists them (proc(5), `/proc/net/tcp`).
public enum SocketTable {
  /// A process that holds a socket.
  public struct Holder: Equatable, Sendable {
    /// Its process id.
    public let id: Int32
    /// What it is called.
    public let name: String
  }

  struct Entry {
    let localPort: UInt16
    let remotePort: UInt16
    let goesToThisComputer: Bool
    let listens: Bool
    let user: UInt32
    /// 0 for a socket whose owner has closed it already; the kernel names user 0 for it then.
    let inode: UInt64
  }

  /// Who opened the connection from one port of this computer to another; `nil` where it is not there any more.
  public static func user(connectedFrom port: UInt16, to ours: UInt16) -> UInt32? {
    find { entry in entry.localPort == port && entry.remotePort == ours && entry.inode != 0 }?.user
  }

  /// Who listens on a port; `nil` where nobody does, or where it is another user's process that we may not look into.
  public static func listener(on port: UInt16) -> Holder? {
    guard let entry = find({ entry in entry.listens && entry.localPort == port }) else { return nil }
    for process in Folder.names(in: "/proc") {
      guard let id = Int32(process), holds(id, inode: entry.inode) else { continue }
      let name = (try? Files.read("/proc/\(process)/comm", limit: 64)) ?? []
      return Holder(id: id, name: String(decoding: name.prefix { $0 != 0x0A }, as: UTF8.self))
    }
    return nil
  }

  /// The person's own processes that hold a connection to a port of this computer, but for this one.
  public static func processes(connectedTo port: UInt16) -> [Int32] {
    let links = Set(
      entries(of: nil).filter { $0.goesToThisComputer && $0.remotePort == port && $0.inode != 0 }.map(\.link))
    guard !links.isEmpty else { return [] }
    return Folder.names(in: "/proc").compactMap { Int32($0) }.filter { id in
      id != getpid() && descriptors(of: id).contains { links.contains($0.link) }
    }
  }

  /// The descriptors of a process for its connections to other computers' ports, each with what it is a link to.
  public static func descriptors(of process: Int32, connectedTo isWanted: (UInt16) -> Bool)
    -> [(number: Int32, link: String)]
  {
    let links = Set(
      entries(of: process).filter { !$0.listens && !$0.goesToThisComputer && isWanted($0.remotePort) && $0.inode != 0 }
        .map(\.link))
    return links.isEmpty ? [] : descriptors(of: process).filter { links.contains($0.link) }
  }

  private static func descriptors(of process: Int32) -> [(number: Int32, link: String)] {
    Folder.names(in: "/proc/\(process)/fd").compactMap { name in
      Int32(name).flatMap { number in
        Files.target(of: "/proc/\(process)/fd/\(name)").map { (number, $0) }
      }
    }
  }

  private static func holds(_ process: Int32, inode: UInt64) -> Bool {
    descriptors(of: process).contains { $0.link == "socket:[\(inode)]" }
  }

  private static func find(_ isIt: (Entry) -> Bool) -> Entry? {
    entries(of: nil).first(where: isIt)
  }

  /// What the kernel lists for this process, or for another one, whose network may be another.
  private static func entries(of process: Int32?) -> some Sequence<Entry> {
    let folder = process.map { "/proc/\($0)" } ?? "/proc"
    // A socket of the newer kind can speak to 127.0.0.1 as well, and then is in the other list.
    return ["tcp", "tcp6"].lazy.flatMap { list in
      ((try? Files.read("\(folder)/net/\(list)")) ?? []).split(separator: 0x0A).dropFirst().lazy.compactMap {
        Entry($0)
      }
    }
  }
}

extension SocketTable.Entry {
  /// A line of the list: number, local and remote address with port in hex, state, queues, timer, retries, user,
  /// timeout, inode, …
  init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 0x20)
    guard fields.count > 9, let local = Self.port(fields[1]), let remote = Self.port(fields[2]),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    self.init(
      localPort: local, remotePort: remote, goesToThisComputer: Self.isLoopback(fields[2].dropLast(5)),
      listens: UInt8(String(decoding: fields[3], as: UTF8.self), radix: 16)
        == ConnectionDiagnosis.State.listen.rawValue,
      user: user, inode: inode)
  }

  /// Whether an address, as its 32-bit words of the machine's order in hex, is 127.0.0.0/8, ::1, or the first inside
  /// the second.
  private static func isLoopback(_ address: ArraySlice<UInt8>) -> Bool {
    let words = stride(from: address.startIndex, to: address.endIndex, by: 8).map { start in
      UInt32(String(decoding: address[start..<min(start + 8, address.endIndex)], as: UTF8.self), radix: 16)?.bigEndian
        ?? 0
    }
    if words.count == 4, words == [0, 0, 0, 1] { return true }
    guard words.count == 1 || words.dropLast().elementsEqual([0, 0, 0xFFFF]) else { return false }
    return words.last.map { $0 >> 24 == 127 } ?? false
  }

  /// The socket as a descriptor's link names it.
  var link: String { "socket:[\(inode)]" }

  private static func port(_ address: ArraySlice<UInt8>) -> UInt16? {
    UInt16(String(decoding: address.suffix(4), as: UTF8.self), radix: 16)
  }
}
