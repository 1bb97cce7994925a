internal import CLinux
import Glibc

/// A file descriptor with one owner; it is closed when its owner goes.
package struct Descriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  /// Opens a file; it is closed on exec.
  package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
    let number = unsafe focuskey_open(path, flags, mode)
    guard number >= 0 else { throw .last("open", on: path) }
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

/// What an eventfd or a timerfd has counted.
package enum DescriptorCounter {
  /// Takes the count away; `nil` if there is none yet, or the count cannot be read (`errno` says why).
  @discardableResult
  package static func read(_ descriptor: Int32) -> UInt64? {
    var count: UInt64 = 0
    return unsafe Glibc.read(descriptor, &count, 8) == 8 ? count : nil
  }

  /// Adds one.
  package static func add(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = unsafe Glibc.write(descriptor, &one, 8)
  }
}
