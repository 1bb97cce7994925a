/// One line that the service says to the process of a device. Stopping needs none: that is SIGTERM, or the end of the
/// line.
package enum DeviceRequest: Equatable, Sendable {
  package enum Carriage: String, CaseIterable, Equatable, Sendable {
    /// InDataExchange: the chip knows the command and frames it (reads, writes, Classic, ISO 7816).
    case framed
    /// InCommunicateThru: the octets as they are; the chip adds the checksum and nothing else.
    case raw
    /// The same without checking the answer's checksum, because the answer is an acknowledge of four bits.
    case acknowledged
    /// Like ``raw``, for a frame to which silence is the good answer: the card must not be looked for afterwards.
    case unanswered
  }

  /// Send octets to a card; the number comes back with the answer.
  case exchange(UInt32, card: UInt32, Carriage, [UInt8])
  case reselect(UInt32, card: UInt32)

  /// No line is longer: a frame of 264 octets in hex, and the words before it.
  package static let longestLine = 640

  package var number: UInt32 {
    switch self {
    case .exchange(let number, _, _, _), .reselect(let number, _): number
    }
  }

  package var card: UInt32 {
    switch self {
    case .exchange(_, let card, _, _), .reselect(_, let card): card
    }
  }

  /// The line, without its end.
  package var line: String {
    switch self {
    case .exchange(let number, let card, let carriage, let octets):
      "exchange \(number) \(card) \(carriage.rawValue) \(octets.word)"
    case .reselect(let number, let card): "reselect \(number) \(card)"
    }
  }

  /// Reads a line without its end; `nil` if it is none of ours.
  package init?(line: some StringProtocol) {
    guard line.utf8.count <= Self.longestLine else { return nil }
    let words = line.split(separator: " ")
    guard words.count >= 3, let number = UInt32(words[1]), let card = UInt32(words[2]) else { return nil }
    switch (words[0], words.count) {
    case ("exchange", 5):
      guard let carriage = Carriage(rawValue: String(words[3])), let octets = [UInt8](word: words[4]),
        !octets.isEmpty, octets.count <= 262
      else { return nil }
      self = .exchange(number, card: card, carriage, octets)
    case ("reselect", 3): self = .reselect(number, card: card)
    default: return nil
    }
  }
}
