internal import Glibc
internal import LinuxRuntime

/// Which USB devices are libnfc's to drive, by looking at what the kernel knows of them; nothing is opened.
///
/// libnfc itself opens the first USB device of a bus when it is given no number, whatever it is, and its own search
/// opens each reader that PC/SC drives.
package struct LibNFCUSB: Sendable {
  /// A USB device that libnfc's driver `pn53x_usb` knows and whose class is not that of a smart card reader.
  package struct Device: Equatable, Sendable {
    package var connection: String
    package var product: String
    /// The kernel driver that holds it, such as `pn533_usb`, which has to let go first.
    package var kernelDriver: String?
  }

  /// Vendor and product as they stand in libnfc 1.8's driver: PN531, Sony's PN531, PN533, SCL3711, SCL3712, ASK LoGO,
  /// RC-S360.
  private static let known: Set<String> = [
    "04cc:0531", "054c:0193", "04cc:2533", "04e6:5591", "04e6:5594", "1fd3:0608", "054c:02e1",
  ]

  private let folder: String

  package init(folder: String = "/sys/bus/usb/devices") {
    self.folder = folder
  }

  package func devices() -> [Device] {
    var found: [Device] = []
    for name in Self.entries(of: folder).sorted() where !name.contains(":") {
      let path = "\(folder)/\(name)"
      guard let vendor = Self.text(path, "idVendor"), let product = Self.text(path, "idProduct"),
        Self.known.contains("\(vendor):\(product)"), let bus = Self.text(path, "busnum").flatMap(Int.init),
        let number = Self.text(path, "devnum").flatMap(Int.init)
      else { continue }
      let interfaces = Self.entries(of: path).filter { $0.hasPrefix("\(name):") }
      // Class 0B is a smart card reader: PC/SC has it.
      if interfaces.contains(where: { Self.text("\(path)/\($0)", "bInterfaceClass") == "0b" }) { continue }
      let driver = interfaces.lazy.compactMap { Self.link("\(path)/\($0)/driver") }.first
      found.append(
        Device(
          connection: "pn53x_usb:\(Self.three(bus)):\(Self.three(number))",
          product: Self.text(path, "product") ?? "PN53x \(vendor):\(product)",
          // usbfs is libnfc itself.
          kernelDriver: driver == "usbfs" ? nil : driver))
    }
    return found
  }

  /// The full connection string; `nil` if the USB device is missing or not libnfc's.
  func connection(of device: LibNFCDevice) -> String? {
    guard device.driver == "pn53x_usb" else { return device.connection }
    let here = devices().map(\.connection)
    let parts = device.connection.split(separator: ":").dropFirst().compactMap { Int($0) }
    guard parts.count == 2 else { return here.first }
    let wanted = "pn53x_usb:\(Self.three(parts[0])):\(Self.three(parts[1]))"
    return here.contains(wanted) ? wanted : nil
  }

  private static func three(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  private static func text(_ folder: String, _ name: String) -> String? {
    guard let octets = try? Files.read("\(folder)/\(name)", limit: 4096) else { return nil }
    let text = String(decoding: octets, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return text.map(String.init)
  }

  private static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 512)
    let count = unsafe readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    let text = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: "/").last.map(String.init)
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
