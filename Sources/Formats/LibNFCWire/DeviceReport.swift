internal import Octets

/// One line that the process of a device says to the service.
package enum DeviceReport: Equatable, Sendable {
  /// It is opening the device, which may take a second and a half.
  case opening
  /// The device waits for cards; the text is libnfc's name for it.
  case ready(String)
  /// Nothing happened, and the device is well.
  case alive
  /// A card came, or (`atOnce`) lay there already when the device was opened. Requests name it by its number, so that
  /// none reaches the next card by mistake.
  case card(UInt32, CardIdentity, atOnce: Bool)
  case several
  /// Nothing is there: said once after ``ready(_:)``, and whenever a card or several have left.
  case empty
  case answer(UInt32, ExchangeOutcome)
  /// A damaged frame was overcome by trying again; libnfc's number for it.
  case trouble(Int32)
  case failed(DeviceError)
}

package enum ExchangeOutcome: Equatable, Sendable {
  /// The card's octets; none where the chip only says that the card acknowledged.
  case data([UInt8])
  /// The card refused, and has been selected again since.
  case refused
  /// No answer, as expected for that frame.
  case silent
  case gone
  /// The line between chip and computer damaged it.
  case spoilt
}

extension DeviceReport {
  /// No line is longer: an answer of 264 octets (libnfc's largest) in hex, and the words before it.
  package static let longestLine = 640

  /// The line, without its end.
  package var line: String {
    switch self {
    case .opening: "opening"
    case .ready(let name): "ready \(name)"
    case .alive: "alive"
    case .card(let number, let card, let atOnce): "card \(number) \(atOnce ? "at-once" : "new") \(card.words)"
    case .several: "several"
    case .empty: "empty"
    case .answer(let number, let outcome): "answer \(number) \(outcome.words)"
    case .trouble(let code): "trouble \(code)"
    case .failed(let fault): "failed \(fault.rawValue)"
    }
  }

  /// Reads a line without its end; `nil` if it is none of ours.
  package init?(line: some StringProtocol) {
    guard line.utf8.count <= Self.longestLine else { return nil }
    let (verb, rest) = line.cutAfterFirstWord()
    let words = rest.split(separator: " ")
    switch verb {
    case "opening" where words.isEmpty: self = .opening
    case "ready" where !rest.isEmpty: self = .ready(rest)
    case "alive" where words.isEmpty: self = .alive
    case "card":
      guard words.count > 2, let number = UInt32(words[0]), words[1] == "new" || words[1] == "at-once",
        let card = CardIdentity(words: words.dropFirst(2))
      else { return nil }
      self = .card(number, card, atOnce: words[1] == "at-once")
    case "several" where words.isEmpty: self = .several
    case "empty" where words.isEmpty: self = .empty
    case "answer":
      guard let number = words.first.flatMap({ UInt32($0) }), let outcome = ExchangeOutcome(words: words.dropFirst())
      else { return nil }
      self = .answer(number, outcome)
    case "trouble":
      guard words.count == 1, let code = Int32(words[0]) else { return nil }
      self = .trouble(code)
    case "failed":
      guard words.count == 1, let fault = DeviceError(rawValue: String(words[0])) else { return nil }
      self = .failed(fault)
    default: return nil
    }
  }
}

extension ExchangeOutcome {
  fileprivate var words: String {
    switch self {
    case .data(let octets): "data \(octets.word)"
    case .refused: "refused"
    case .silent: "silent"
    case .gone: "gone"
    case .spoilt: "spoilt"
    }
  }

  fileprivate init?(words: ArraySlice<Substring>) {
    switch (words.first, words.count) {
    case ("data", 2):
      guard let octets = words.last.flatMap({ [UInt8](word: $0) }) else { return nil }
      self = .data(octets)
    case ("refused", 1): self = .refused
    case ("silent", 1): self = .silent
    case ("gone", 1): self = .gone
    case ("spoilt", 1): self = .spoilt
    default: return nil
    }
  }
}

extension CardIdentity {
  fileprivate var words: String {
    switch family {
    case .isoA(let atqa, let sak, let ats):
      "A \(uid.word) \([UInt8(atqa >> 8), UInt8(atqa & 0xFF)].word) \([sak].word) \(ats.word)"
    case .felica(let pmm): "F \(uid.word) \(pmm.word)"
    }
  }

  fileprivate init?(words: ArraySlice<Substring>) {
    let parts = words.dropFirst().compactMap { [UInt8](word: $0) }
    guard parts.count == words.count - 1, let uid = parts.first, !uid.isEmpty, uid.count <= 10 else { return nil }
    switch (words.first, parts.count) {
    case ("A", 4):
      guard parts[1].count == 2, parts[2].count == 1, parts[3].count <= 254 else { return nil }
      let atqa = UInt16(parts[1][0]) << 8 | UInt16(parts[1][1])
      self.init(uid: uid, family: .isoA(atqa: atqa, sak: parts[2][0], ats: parts[3]))
    case ("F", 2):
      guard uid.count == 8, parts[1].count == 8 else { return nil }
      self.init(uid: uid, family: .felica(pmm: parts[1]))
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The octets as one word of a line; a dash stands for none.
  var word: String {
    isEmpty ? "-" : HexText.text(of: self)
  }

  init?(word: some StringProtocol) {
    if word == "-" {
      self = []
      return
    }
    guard let octets = try? HexText.octets(of: word), octets.count * 2 == word.utf8.count else { return nil }
    self = octets
  }
}

extension StringProtocol {
  func cutAfterFirstWord() -> (first: String, rest: String) {
    guard let blank = firstIndex(of: " ") else { return (String(self), "") }
    return (String(self[..<blank]), String(self[index(after: blank)...]))
  }
}
