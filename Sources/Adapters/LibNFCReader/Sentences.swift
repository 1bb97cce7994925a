internal import LibNFCWire

extension DeviceError {
  func sentence(on device: LibNFCDevice) -> String {
    let place = device.path ?? "USB"
    return switch self {
    case .absent: "nothing is plugged in at \(place)"
    case .denied:
      "this user is not allowed to open \(place): add them to the group that owns it (often dialout) and log in again"
    case .busy: "another program is using \(place): stop it, or leave the reader to it"
    case .mute: "\(place) does not answer like a reader: check the board's switches and cables"
    case .unfit: "the device on \(place) is not a card reader, or its answer was damaged"
    case .broken: "it was unplugged, or its connection broke"
    case .foreign: "libnfc does not drive \(device.connection): use it through PC/SC if it is supported there"
    }
  }
}

extension LibNFCDevice.Refusal {
  package var sentence: String {
    switch self {
    case .drivenByPCSC(let driver): "\(driver) readers belong to PC/SC: use the names that PC/SC gives them"
    case .unknownDriver(let driver):
      "libnfc has no driver \u{201C}\(driver)\u{201D} for readers that PC/SC does not drive"
    case .noPath: "give the device's file, as in pn532_uart:/dev/ttyUSB0:115200"
    case .noUSBAddress: "write pn53x_usb alone, or with bus and device number, as in pn53x_usb:001:004"
    }
  }
}
