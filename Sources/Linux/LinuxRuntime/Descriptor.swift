internal import CLinux
import Glibc

/// A file descriptor with one owner; it is closed when its owner goes.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  package init(owning number: Int32) {
    self.number = number
  }

  /// Opens a file; it is closed on exec.
  package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
    let number = unsafe focuskey_open(path, flags, mode)
    guard number >= 0 else { throw .last("open", on: path) }
    return Descriptor(owning: number)
  }

  /// Connects to the socket at a path (unix(7)), and waits for who listens there for that long; for ever at 0.
  package static func connected(to path: String, within milliseconds: Int32 = 2000) throws(SystemError) -> Descriptor {
    let number = unsafe focuskey_connect(path, milliseconds)
    guard number >= 0 else { throw .last("connect", on: path) }
    return Descriptor(owning: number)
  }

  /// Gives the descriptor away, for a library that closes it by itself.
  package consuming func release() -> Int32 {
    let number = self.number
    discard self
    return number
  }

  deinit {
    close(number)
  }
}

/// The count of an eventfd or a timerfd.
package enum DescriptorCounter {
  /// Reads the count and resets it; `nil` if it is zero or unreadable (`errno` says why).
  @discardableResult
  package static func read(_ descriptor: Int32) -> UInt64? {
    var count: UInt64 = 0
    return unsafe Glibc.read(descriptor, &count, 8) == 8 ? count : nil
  }

  package static func add(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = unsafe Glibc.write(descriptor, &one, 8)
  }
}
