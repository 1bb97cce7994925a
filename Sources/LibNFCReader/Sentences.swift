internal import LibNFCWire

extension DeviceFault {
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
