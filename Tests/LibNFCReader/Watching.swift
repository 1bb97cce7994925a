import CardModels
import FocusPorts
import LibNFCReader
import LinuxRuntime
import TagFormats
import TestSupport

/// A reader under test, and what it has told so far.
final class WatchedReader: Sendable {
  let reader: LibNFCReader
  private let told = Locked<[ReaderEvent]>([])

  init(_ devices: LibNFCDevice...) {
    let program = BuiltProgram("focuskey-libnfc").path
    let reader = LibNFCReader(devices, program: program)
    self.reader = reader
    let told = told
    Task {
      for await event in reader.events() { told.withLock { $0.append(event) } }
    }
  }

  convenience init(_ board: VirtualPN532) throws {
    self.init(try LibNFCDevice(board.connection))
  }

  /// What was told, in short words.
  var words: [String] { told.withLock { $0.map(\.word) } }

  /// Waits until exactly this was told.
  func tells(_ expected: String...) async -> Bool {
    await eventually(within: .seconds(8)) { self.words == expected }
  }

  /// The cards that arrived.
  var arrived: [PresentedCard] {
    told.withLock { $0.compactMap { if case .arrived(_, let card, _) = $0 { card } else { nil } } }
  }
}

extension ReaderEvent {
  var word: String {
    switch self {
    case .ready: "ready"
    case .lost(_, let why): "lost: \(why)"
    case .arrived(_, _, let atStart): atStart ? "lay there" : "arrived"
    case .left: "left"
    case .severalCards: "several"
    case .unreadable: "unreadable"
    }
  }
}

/// A card that holds the link `https://focuskey.app/focus/work`.
func card(_ chip: Chip = .ntag213, number: UInt8 = 1) -> CardModel {
  let link = Array("focuskey.app/focus/work".utf8)
  let message = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
  guard let card = Type2Card(chip, uid: [0x04, number, 0x22, 0x33, 0x44, 0x55, 0x66], holding: message) else {
    fatalError("\(chip) is no Type 2 chip that holds a link")
  }
  return .type2(card)
}
