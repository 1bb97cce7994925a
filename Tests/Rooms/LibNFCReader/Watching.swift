import CardModels
import FocusPorts
import LibNFCReader
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing

/// A reader under test, and what it has told so far.
final class WatchedReader: Sendable {
  let reader: LibNFCReader
  private let told = Locked<[ReaderEvent]>([])

  init(_ devices: LibNFCDevice..., settings: LibNFCReader.Settings = LibNFCReader.Settings()) {
    let reader = LibNFCReader(devices, settings)
    self.reader = reader
    let told = told
    let events = reader.events()
    Task(executorPreference: Spare.threads) {
      for await event in events { told.withLock { $0.append(event) } }
    }
  }

  convenience init(_ board: VirtualPN532) throws {
    self.init(try LibNFCDevice(board.connection))
  }

  /// What was told, in short words.
  var words: [String] { told.withLock { $0.map(\.word) } }

  /// The same without the coming and going of the device, which a busy machine may bring about.
  var taps: [String] { words.filter { $0 != "ready" && !$0.hasPrefix("lost") } }

  /// Waits until exactly this was told, as long as any other test waits for what will come.
  func tells(_ expected: String...) async -> Bool {
    if await eventually({ self.words == expected }) { return true }
    Issue.record("told: \(words)")
    return false
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

/// The message of the link `https://focuskey.app/focus/work`.
let link: [UInt8] = [0xD1, 0x01, 24, 0x55, 0x04] + Array("focuskey.app/focus/work".utf8)

/// Seven octets, of which the second tells cards apart.
func uid(_ number: UInt8) -> [UInt8] { [0x04, number, 0x22, 0x33, 0x44, 0x55, 0x66] }

/// A card that holds ``link``.
func card(_ chip: Chip = .ntag213, number: UInt8 = 1) -> CardModel {
  guard let card = Type2Card(chip, uid: uid(number), holding: link) else {
    fatalError("\(chip) is no Type 2 chip that holds a link")
  }
  return .type2(card)
}

/// The process that serves a board, if there is one.
func helper(of board: VirtualPN532) -> Int32? {
  ProcessEntry.find("focuskey-libnfc", argument: board.connection)?.id
}
