import Glibc

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

  private static func holds(_ process: Int32, inode: UInt64) -> Bool {
    let wanted = "socket:[\(inode)]"
    return Folder.names(in: "/proc/\(process)/fd").contains { number in
      Files.target(of: "/proc/\(process)/fd/\(number)") == wanted
    }
  }

  private static func find(_ isIt: (Entry) -> Bool) -> Entry? {
    // A socket of the newer kind can speak to 127.0.0.1 as well, and then stands in the other list.
    for list in ["/proc/net/tcp", "/proc/net/tcp6"] {
      guard let octets = try? Files.read(list) else { continue }
      for line in octets.split(separator: 0x0A).dropFirst() {
        if let entry = Entry(line), isIt(entry) { return entry }
      }
    }
    return nil
  }
}

extension SocketTable.Entry {
  /// A line of the list: number, local and remote address with port in hex, state, queues, timer, retries, user, timeout, inode, …
  init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 0x20)
    guard fields.count > 9, let local = Self.port(fields[1]), let remote = Self.port(fields[2]),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    // TCP_LISTEN is 10 (include/net/tcp_states.h).
    self.init(
      localPort: local, remotePort: remote, listens: fields[3].elementsEqual("0A".utf8), user: user, inode: inode)
  }

  private static func port(_ address: ArraySlice<UInt8>) -> UInt16? {
    UInt16(String(decoding: address.suffix(4), as: UTF8.self), radix: 16)
  }
}
