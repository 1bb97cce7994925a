internal import LibNFCWire

extension DeviceError {
  /// What a person is told, and what they can do.
  func sentence(on device: LibNFCDevice) -> String {
    let place = device.path ?? "USB"
    return switch self {
    case .absent: "nothing is plugged in at \(place)"
    case .denied: "this user may not open \(place): add them to the group that owns it (often dialout) and log in again"
    case .busy: "another program uses \(place): stop it, or let it keep the reader"
    case .mute: "\(place) does not answer like a reader: check the board's switches and cables"
    case .unfit: "what answers on \(place) is no reader for cards, or its answer was damaged"
    case .broken: "it was unplugged, or its line broke"
    case .foreign: "\(device.connection) is not for libnfc: PC/SC drives it, or nobody does"
    }
  }
}

extension LibNFCDevice.Refusal {
  /// What is wrong with a connection string.
  public var sentence: String {
    switch self {
    case .drivenByPCSC(let driver): "\(driver) readers are PC/SC's: name them as PC/SC does"
    case .unknownDriver(let driver):
      "libnfc has no driver \u{201C}\(driver)\u{201D} for readers that PC/SC leaves alone"
    case .noPath: "name the device's file, as in pn532_uart:/dev/ttyUSB0:115200"
    case .noUSBAddress: "write pn53x_usb alone, or with bus and device number, as in pn53x_usb:001:004"
    }
  }
}
