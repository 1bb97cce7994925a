internal import FocusPorts

enum ReaderLights {
  /// What a reader that hands frames to its chip shows: `FF 00 40 P 04 T1 T2 n B` of the ACR122U. In P the bits 10 and
  /// 20 light red and green first, 40 and 80 let them blink; T1 and T2 are tenths of a second; B 01 sounds the buzzer
  /// during T1.
  static func direct(_ feedback: ReaderFeedback, isSilent: Bool) -> [UInt8] {
    let red: UInt8 = 0x50
    let green: UInt8 = 0xA0
    let (lamps, on, off, times, sounds): (UInt8, UInt8, UInt8, UInt8, Bool) =
      switch feedback {
      case .accepted: (green, 1, 0, 1, true)
      case .refused: (red, 1, 1, 2, true)
      case .wait: (red | green, 2, 1, 1, false)
      case .failed: (red, 3, 0, 1, true)
      }
    return [0xFF, 0x00, 0x40, lamps, 0x04, on, off, times, sounds && !isSilent ? 1 : 0]
  }

  /// Switches off the beep with which an ACR122U greets each card, where silence is wanted.
  static let noGreeting: [UInt8] = [0xFF, 0x00, 0x52, 0x00, 0x00]

  /// What an ACR1252U-like reader sounds, as commands to the reader itself: `E0 00 00 28 01 t`, t in hundredths of a
  /// second.
  static func escape(_ feedback: ReaderFeedback, isSilent: Bool) -> [[UInt8]] {
    guard !isSilent else { return [] }
    let beeps: [UInt8] =
      switch feedback {
      case .accepted: [10]
      case .refused: [5, 5]
      case .wait: []
      case .failed: [30]
      }
    return beeps.map { [0xE0, 0x00, 0x00, 0x28, 0x01, $0] }
  }
}
