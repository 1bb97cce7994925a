internal import TagFormats

/// How a reader carries commands beyond plain reads and writes; found by asking, not by name.
enum ReaderDialect: Equatable, Sendable {
  /// It hands PN532 frames on to its chip (ACR122U, touchatag): `FF 00 00 00 Lc D4 ...`.
  case direct
  /// It opens a transparent session (PC/SC part 3, amendment 1): `FF C2 00 ...`.
  case transparent
  /// It knows the storage commands only.
  case storage

  var limits: CarrierLimits {
    switch self {
    // An ACR122U takes 271 octets a frame, and the PN532 wraps 3 around the card's answer.
    case .direct: CarrierLimits(carriesNativeCommands: true, largestAnswer: 240)
    case .transparent: CarrierLimits(carriesNativeCommands: true, largestAnswer: 252)
    case .storage: CarrierLimits(carriesNativeCommands: false)
    }
  }

  /// Questions to the reader, and the dialect that a yes means; the first yes counts.
  static let questions: [(command: [UInt8], isYes: @Sendable ([UInt8]) -> Bool, speech: ReaderDialect)] = [
    // GetFirmwareVersion of a PN53x.
    ([0xFF, 0x00, 0x00, 0x00, 0x02, 0xD4, 0x02], { $0.starts(with: [0xD5, 0x03]) && ends($0) }, .direct),
    (Transparent.begin, { Transparent.isDone($0) }, .transparent),
  ]

  private static func ends(_ answer: [UInt8]) -> Bool { answer.suffix(2) == [0x90, 0x00] }
}

/// The octets of a transparent session (PC/SC part 3, amendment 1).
enum Transparent {
  static let begin: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00]
  static let end: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00]
  /// ISO 14443 A, layer 3.
  static let speakA: [UInt8] = [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, 0x00, 0x03]
  /// ISO 15693, layer 3.
  static let speak15693: [UInt8] = [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, 0x02, 0x03]

  /// Sends a frame and waits up to 50 ms for the card (in microseconds, lowest octet first).
  static func exchange(_ frame: [UInt8]) -> [UInt8] {
    let timer: [UInt8] = [0x5F, 0x46, 0x04, 0x50, 0xC3, 0x00, 0x00]
    let data = timer + [0x95, UInt8(truncatingIfNeeded: frame.count)] + frame
    return [0xFF, 0xC2, 0x00, 0x01, UInt8(truncatingIfNeeded: data.count)] + data + [0x00]
  }

  /// Whether it succeeded: data object C0 names the first failure and its status.
  static func isDone(_ answer: [UInt8]) -> Bool {
    answer.suffix(2) == [0x90, 0x00] && !(answer.count >= 5 && answer[0] == 0xC0 && answer[3] != 0x90)
  }

  /// What the card answered; `nil` if nothing came.
  static func reply(in answer: [UInt8]) -> [UInt8]? {
    guard isDone(answer) else { return nil }
    var rest = answer.dropLast(2)
    while let tag = rest.popFirst(), let length = rest.popFirst(), rest.count >= Int(length) {
      if tag == 0x97 { return Array(rest.prefix(Int(length))) }
      rest = rest.dropFirst(Int(length))
    }
    return nil
  }
}
