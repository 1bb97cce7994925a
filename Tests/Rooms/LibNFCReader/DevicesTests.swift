import Glibc
import LibNFCReader
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Which devices are libnfc's: one reader has one owner.
@Suite(.realParts) struct DevicesTests {
  @Test(arguments: [
    ("pn532_uart:/dev/ttyUSB0:115200", "PN532 on /dev/ttyUSB0"), ("pn532_uart:/dev/ttyUSB0", "PN532 on /dev/ttyUSB0"),
    ("pn532_i2c:/dev/i2c-1", "PN532 on /dev/i2c-1"), ("pn532_spi:/dev/spidev0.0:500000", "PN532 on /dev/spidev0.0"),
    ("pn53x_usb", "PN53x on USB"), ("pn53x_usb:001:004", "PN53x on USB 001:004"),
  ])
  func ours(connection: String, name: String) throws {
    #expect(try LibNFCDevice(connection).name == name)
  }

  @Test(arguments: [
    ("acr122_usb", LibNFCDevice.Refusal.drivenByPCSC("acr122_usb")),
    ("acr122_usb:001:004", .drivenByPCSC("acr122_usb")), ("acr122_pcsc:ACS", .drivenByPCSC("acr122_pcsc")),
    ("pcsc:ACS ACR122U", .drivenByPCSC("pcsc")), ("usb", .unknownDriver("usb")), ("", .unknownDriver("")),
    ("PN532_UART:/dev/ttyUSB0", .unknownDriver("PN532_UART")), ("pn532_uart", .noPath), ("pn532_uart:", .noPath),
    ("pn532_uart:ttyUSB0", .noPath), ("pn53x_usb:001", .noUSBAddress), ("pn53x_usb:", .noUSBAddress),
    ("pn53x_usb:001:", .noUSBAddress), ("pn53x_usb:one:two", .noUSBAddress), ("pn53x_usb:1:2:3", .noUSBAddress),
  ])
  func notOurs(connection: String, refusal: LibNFCDevice.Refusal) {
    #expect(throws: refusal) { try LibNFCDevice(connection) }
  }

  /// Whatever a configuration says, the program itself opens nothing else.
  @Test(arguments: ["acr122_usb", "pcsc:ACS", "usb:001:002", "pn53x_usb", "pn53x_usb:001", "pn532_uart:ttyUSB0"])
  func theProgramRefusesForeignDevices(connection: String) throws {
    let outcome = try BuiltProgram("focuskey-libnfc").run([connection])
    #expect(outcome.lines == ["opening", "failed foreign"])
    #expect(outcome.exitCode == 69)
  }

  @Test(arguments: [[], ["--help"], ["a", "b"], ["a", "felica", "c"]])
  func wrongUsageIsOneLine(arguments: [String]) throws {
    let outcome = try BuiltProgram("focuskey-libnfc").run(arguments)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.hasPrefix("focuskey-libnfc: "))
  }

  /// What the kernel shows of USB: a stick, an ACR122U that PC/SC drives, a stick that says it is a smart card reader,
  /// a mouse.
  @Test func sticksAreFoundByLooking() throws {
    let folder = TemporaryFolder()
    func device(_ name: String, _ vendor: String, _ product: String, number: Int, interface: String, driver: String?)
      throws
    {
      try Files.makeFolder(folder("\(name)/\(name):1.0"))
      try Files.makeFolder(folder("drivers/\(driver ?? "none")"))
      for (file, text) in [
        "idVendor": vendor, "idProduct": product, "busnum": "1", "devnum": "\(number)", "product": "SCL3711-NFC&RW",
        "\(name):1.0/bInterfaceClass": interface,
      ] { try Files.replace(folder("\(name)/\(file)"), with: Array("\(text)\n".utf8)) }
      if let driver { _ = unsafe symlink("../../drivers/\(driver)", folder("\(name)/\(name):1.0/driver")) }
    }
    try device("1-1", "04e6", "5591", number: 4, interface: "ff", driver: "pn533_usb")
    try device("1-2", "072f", "2200", number: 5, interface: "0b", driver: nil)
    try device("1-3", "04e6", "5591", number: 6, interface: "0b", driver: nil)
    try device("1-4", "046d", "c077", number: 7, interface: "03", driver: "usbhid")
    try device("1-5.2", "04cc", "2533", number: 112, interface: "ff", driver: "usbfs")
    let found = LibNFCUSB(folder: folder.path).devices()
    #expect(found.map(\.connection) == ["pn53x_usb:001:004", "pn53x_usb:001:112"])
    #expect(found.map(\.kernelDriver) == ["pn533_usb", nil])
    #expect(found.first?.product == "SCL3711-NFC&RW")
    #expect(LibNFCUSB(folder: folder("nothing")).devices() == [])
  }
}
