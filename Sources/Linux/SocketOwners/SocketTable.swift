internal import Glibc
internal import LinuxRuntime

/// The TCP sockets of this computer as the kernel lists them (proc(5), `/proc/net/tcp`).
package enum SocketTable {
  package struct Holder: Equatable, Sendable {
    package let id: Int32
    package let name: String
  }

  struct Entry {
    /// An IPv4 address has 4 octets, also where an IPv6 socket uses it.
    let local: (address: [UInt8], port: UInt16)
    let remote: (address: [UInt8], port: UInt16)
    let listens: Bool
    let user: UInt32
    /// 0 for a socket whose owner has closed it already; the kernel names user 0 for it then.
    let inode: UInt64
  }

  /// Who opened a connection, whose source is their end; `nil` where it is not there any more.
  package static func user(of ends: ConnectionEnds) -> UInt32? {
    find { entry in
      entry.local == (ends.source, ends.sourcePort) && entry.remote == (ends.destination, ends.destinationPort)
        && !entry.listens && entry.inode != 0
    }?.user
  }

  /// Who listens on a port; `nil` where nobody does, or where it is another user's process that we may not look into.
  package static func listener(on port: UInt16) -> Holder? {
    guard let entry = find({ entry in entry.listens && entry.local.port == port }) else { return nil }
    for process in Folder.names(in: "/proc") {
      guard let id = Int32(process), holds(id, inode: entry.inode) else { continue }
      let name = (try? Files.read("/proc/\(process)/comm", limit: 64)) ?? []
      return Holder(id: id, name: String(decoding: name.prefix { $0 != 0x0A }, as: UTF8.self))
    }
    return nil
  }

  /// The person's own processes that hold a connection to a port of this computer, but for this one.
  package static func processes(connectedTo port: UInt16) -> [Int32] {
    let links = Set(
      entries(of: nil).filter { $0.goesToThisComputer && $0.remote.port == port && $0.inode != 0 }.map(\.link))
    guard !links.isEmpty else { return [] }
    return Folder.names(in: "/proc").compactMap { Int32($0) }.filter { id in
      id != getpid() && descriptors(of: id).contains { links.contains($0.link) }
    }
  }

  /// The descriptors of a process for its connections to other computers' ports, each with what it is a link to.
  package static func descriptors(of process: Int32, connectedTo isWanted: (UInt16) -> Bool)
    -> [(number: Int32, link: String)]
  {
    let links = Set(
      entries(of: process).filter { !$0.listens && !$0.goesToThisComputer && isWanted($0.remote.port) && $0.inode != 0 }
        .map(\.link))
    return links.isEmpty ? [] : descriptors(of: process).filter { links.contains($0.link) }
  }

  /// Whether a person's process, or one that it started from its own file, holds a socket.
  package static func isHeld(_ socket: UInt32, byFamilyOf processes: Set<Int32>, of person: UInt32) -> Bool {
    let own = processes.filter { Files.owner(of: "/proc/\($0)") == person }
    if own.contains(where: { holds($0, inode: UInt64(socket)) }) { return true }
    let files = Set(own.compactMap { Files.target(of: "/proc/\($0)/exe") })
    return Folder.names(in: "/proc").contains { name in
      guard let id = Int32(name), !own.contains(id), Files.owner(of: "/proc/\(name)") == person,
        let file = Files.target(of: "/proc/\(name)/exe"), files.contains(file), descends(id, from: own)
      else { return false }
      return holds(id, inode: UInt64(socket))
    }
  }

  private static func descends(_ process: Int32, from ancestors: Set<Int32>) -> Bool {
    var id = process
    for _ in 0..<16 {
      guard let parent = parent(of: id), parent > 1 else { return false }
      if ancestors.contains(parent) { return true }
      id = parent
    }
    return false
  }

  private static func parent(of process: Int32) -> Int32? {
    let status = (try? Files.read("/proc/\(process)/status", limit: 4096)) ?? []
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PPid:\t") }.flatMap { Int32($0.dropFirst(6)) }
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
    guard fields.count > 9, let local = Self.end(fields[1]), let remote = Self.end(fields[2]),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    self.init(
      local: local, remote: remote,
      listens: UInt8(String(decoding: fields[3], as: UTF8.self), radix: 16)
        == ConnectionDiagnosis.State.listen.rawValue,
      user: user, inode: inode)
  }

  /// Whether the other end is 127.0.0.0/8 or ::1.
  var goesToThisComputer: Bool {
    remote.address.count == 4 ? remote.address[0] == 127 : remote.address == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// The socket as a descriptor's link names it.
  var link: String { "socket:[\(inode)]" }

  /// An address, as its 32-bit words of the machine's order in hex, a colon and a port.
  private static func end(_ text: ArraySlice<UInt8>) -> (address: [UInt8], port: UInt16)? {
    guard let port = UInt16(String(decoding: text.suffix(4), as: UTF8.self), radix: 16) else { return nil }
    var address: [UInt8] = []
    for start in stride(from: text.startIndex, to: text.endIndex - 5, by: 8) {
      let word = String(decoding: text[start..<min(start + 8, text.endIndex)], as: UTF8.self)
      guard let number = UInt32(word, radix: 16) else { return nil }
      address += unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
    let isFourInSix = address.count == 16 && address[..<10].allSatisfy { $0 == 0 } && address[10..<12] == [0xFF, 0xFF]
    return (isFourInSix ? Array(address[12...]) : address, port)
  }
}
