internal import LibNFCWire
internal import TagFormats

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

extension TagError {
  /// Why a card could not be read.
  var sentence: String {
    switch self {
    case .cardLeft, .noAnswer, .refused, .badAnswer: "it could not be read: hold it a little longer, flat on the reader"
    case .notCarried: "this reader cannot speak to a card of its kind"
    case .layout: "what is stored on it cannot be read: format it with keytool"
    case .unknownKind, .status, .notAsWritten, .endless: "it does not behave like a tag"
    }
  }
}
