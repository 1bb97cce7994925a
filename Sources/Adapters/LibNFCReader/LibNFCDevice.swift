package import FocusPorts
internal import TagFormats

package struct LibNFCDevice: Hashable, Sendable {
  package enum Refusal: Error, Equatable, Sendable {
    /// The driver is for devices that PC/SC drives.
    case drivenByPCSC(String)
    /// libnfc has no such driver, or it does not drive readers that PC/SC leaves alone.
    case unknownDriver(String)
    /// The driver needs the path of a device after the first colon.
    case noPath
    /// There is a bus but no device number, or they are not numbers.
    case noUSBAddress
  }

  /// libnfc's connection string, such as `pn532_uart:/dev/ttyUSB0:115200`.
  package let connection: String

  /// `pn53x_usb` alone means the first such USB device; ``LibNFCUSB`` finds its bus and number.
  package init(_ connection: String) throws(Refusal) {
    let parts = connection.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "pn532_uart", "pn532_i2c", "pn532_spi":
      guard parts.count >= 2, parts[1].hasPrefix("/") else { throw .noPath }
    case "pn53x_usb":
      let isNumbered = parts.count == 3 && parts.dropFirst().allSatisfy { UInt16($0) != nil }
      guard parts.count == 1 || isNumbered else { throw .noUSBAddress }
    case "acr122_usb", "acr122_pcsc", "pcsc": throw .drivenByPCSC(parts[0])
    default: throw .unknownDriver(parts[0])
    }
    self.connection = connection
  }

  var driver: Substring { connection.prefix { $0 != ":" } }

  package var path: String? {
    let parts = connection.split(separator: ":")
    return parts.count >= 2 && parts[1].hasPrefix("/") ? String(parts[1]) : nil
  }

  /// What people see; stable across replugging, unless the configuration names a USB address.
  package var name: String {
    if let path { return "PN532 on \(path)" }
    let address = connection.split(separator: ":").dropFirst().joined(separator: ":")
    return address.isEmpty ? "PN53x on USB" : "PN53x on USB \(address)"
  }

  package var reader: ReaderName { ReaderName(backend: LibNFCReader.backend, name: name) }

  /// What it carries.
  ///
  /// A normal frame of the chip holds 252 octets of data behind its codes and the status. On USB anything above sixteen
  /// octets damages the descriptors of the SCL3711 until its power is cut.
  var limits: CarrierLimits {
    driver == "pn53x_usb" ? CarrierLimits(largestAnswer: 16, largestCommand: 16) : CarrierLimits(largestAnswer: 252)
  }
}
