import CardModels
import FocusPorts
import LinuxRuntime
import PCSCReader
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// What is tried on a real pcscd. Its client library knows one pcscd a process, so these run one after the other.
@Suite(
  .serialized,
  .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct RealPCSCD {}

/// A reader on the shared pcscd, the product watching it, and what it told so far.
final class Table: Sendable {
  let daemon: PrivatePCSCD
  let reader: VirtualReader
  let product: PCSCReader
  private let told = Locked<[ReaderEvent]>([])
  private let noticed = Locked<[PCSCNotice]>([])

  /// Plugs a reader in, with a card on it if one is given, and waits until the product sees it.
  init(
    _ kind: ReaderModel.Kind = .acr122U, card: CardModel? = nil, settings: PCSCReader.Settings = .init()
  ) async throws {
    daemon = try PrivatePCSCD.ofThisProcess.get()
    reader = VirtualReader(kind)
    var settings = settings
    settings.only = settings.only ?? reader.model.look.name
    let noticed = noticed
    product = PCSCReader(settings) { notice in noticed.withLock { $0.append(notice) } }
    if let card { reader.place(card) }
    try daemon.plug(reader)
    try await watch()
  }

  private func watch() async throws {
    let events = product.events()
    let told = told
    Task { for await event in events { told.withLock { $0.append(event) } } }
    try #require(await eventually { self.words.contains("ready") })
  }

  /// The name of the reader as the product says it.
  var name: ReaderName { ReaderName(backend: PCSCReader.backend, name: "\(reader.model.look.name) 00 00") }

  var events: [ReaderEvent] { told.withLock { $0 } }
  var notices: [PCSCNotice] { noticed.withLock { $0 } }

  /// What was told, in words.
  var words: [String] { events.map(\.word) }

  /// Waits until so many events were told.
  func hears(_ count: Int) async -> Bool { await eventually { self.events.count >= count } }

  /// Waits until exactly this was told, and that nothing follows at once.
  func hears(_ words: String...) async -> Bool {
    guard await eventually(within: .seconds(5), { self.words == words }) else { return false }
    try? await Task.sleep(for: .milliseconds(30))
    return self.words == words
  }

  /// Ends the watching and takes the reader away.
  func clear() async {
    await product.stop()
    daemon.unplug(reader)
    _ = await eventually { (try? PCSCReader.readers().contains(self.name)) != true }
  }
}

extension ReaderEvent {
  /// The event in short: what, the last octet of the UID, and what else matters.
  var word: String {
    func last(_ uid: [UInt8]?) -> String { uid?.last.map { " \($0)" } ?? " ?" }
    return switch self {
    case .ready: "ready"
    case .lost: "lost"
    case .arrived(_, let card, let atStart): "arrived\(last(card.uid))\(atStart ? " at start" : "")"
    case .left(_, let uid): "left\(last(uid))"
    case .severalCards: "several"
    case .unreadable(_, let uid, _): "unreadable\(last(uid))"
    }
  }
}

/// A card with `https://focuskey.app/focus/work` on it and a UID that ends in `number`.
func card(_ number: UInt8, _ chip: Chip = .ntag213) -> CardModel {
  .type2(Type2Card(chip, uid: [0x04, 1, 2, 3, 4, 5, number], holding: link)!)
}

/// The message of the cards here.
let link: [UInt8] = [0xD1, 0x01, 0x19, 0x55, 0x04] + Array("focuskey.app/focus/work?".utf8)
