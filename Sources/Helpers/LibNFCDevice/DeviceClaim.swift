internal import Glibc
internal import LibNFCWire

/// The right to use a device, which one process has at a time.
///
/// libnfc's own check whether a serial port is taken never refuses on Linux, and two processes on one port spoil each
/// other's frames. So the port itself carries the lock (flock(2)): every name that leads to it leads to the same lock,
/// and it goes with the process. USB devices need none: the kernel lets only one process claim an interface.
struct DeviceClaim: ~Copyable {
  private let descriptor: Int32

  /// Claims the device of a connection string such as `pn532_uart:/dev/ttyUSB0:115200`.
  init(_ connection: String) throws(DeviceError) {
    let parts = connection.split(separator: ":", omittingEmptySubsequences: false)
    switch parts[0] {
    case "pn532_uart", "pn532_i2c", "pn532_spi":
      guard parts.count >= 2, parts[1].hasPrefix("/") else { throw .foreign }
      descriptor = try Self.lock(String(parts[1]))
    case "pn53x_usb":
      // With less than bus and address libnfc would open the first USB device that it meets, whatever it is.
      guard parts.count == 3, parts[1...].allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
        throw .foreign
      }
      descriptor = -1
    default: throw .foreign
    }
  }

  private static func lock(_ path: String) throws(DeviceError) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EPERM: throw .denied
      case EBUSY: throw .busy
      default: throw .absent
      }
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy
    }
    return descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
