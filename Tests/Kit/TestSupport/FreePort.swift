import Glibc
import LinuxRuntime
import Synchronization

/// Ports of loopback for a server that takes a number.
///
/// They lie below those that the kernel gives to connections, so no connection of another test sits on one before the
/// server does. Nobody else in this process is given one twice, nor one of the fifteen after it: a service whose port
/// is taken tries the next.
package enum FreePort {
  /// Every sixteenth port of this range is given away.
  private static let range: Range<UInt16> = 10_240..<32_768
  private static let row: UInt16 = 16
  private static var rows: Int { range.count / Int(row) }
  /// Test runs beside this one begin elsewhere.
  private static let next = Mutex(Int.random(in: 0..<(range.count / Int(row))))

  /// The first of sixteen ports in a row; this one and those that are asked for are free.
  ///
  /// - Parameter count: how many of them have to be free, at most sixteen.
  package static func take(_ count: UInt16 = 1) throws -> UInt16 {
    for _ in 0..<rows {
      let first = range.lowerBound + UInt16(turn()) * row
      if try (first..<first + min(count, row)).allSatisfy(isFree) { return first }
    }
    throw SystemError("bind", EADDRINUSE)
  }

  /// Whether nobody listens there. To bind is the only question that disturbs nobody.
  package static func isFree(_ port: UInt16) throws -> Bool {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError.last("socket") }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func turn() -> Int {
    next.withLock { place in
      place = (place + 1) % rows
      return place
    }
  }
}
