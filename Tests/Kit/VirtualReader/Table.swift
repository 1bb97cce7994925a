package import CardModels
package import FocusPorts
import Glibc
import LinuxRuntime
package import PCSCReader
internal import RealParts
import TestSupport

/// A reader on the shared pcscd, the product watching it, and what it told so far.
package final class Table: Sendable {
  package let daemon: PrivatePCSCD
  package let reader: VirtualReader
  package let product: PCSCReader
  /// What was told, and when: milliseconds of the clock that only goes forward.
  package typealias Telling = (event: ReaderEvent, at: Int64)

  private let told = Locked<[Telling]>([])
  private let noticed = Locked<[PCSCNotice]>([])

  /// Plugs a reader in, with a card on it if one is given, and waits until the product sees it.
  package init(
    _ kind: ReaderModel.Kind = .acr122U, card: CardModel? = nil, settings: PCSCReader.Settings = .unhurried
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

  /// The product does not see the reader.
  package struct NotSeen: Error {}

  private func watch() async throws {
    let events = product.events()
    let told = told
    Task(executorPreference: Spare.threads) {
      for await event in events {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let milliseconds = Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
        told.withLock { $0.append((event, milliseconds)) }
      }
    }
    guard await eventually({ self.words.contains("ready") }) else { throw NotSeen() }
  }

  /// The name of the reader as the product says it.
  package var name: ReaderName { ReaderName(backend: PCSCReader.backend, name: "\(reader.model.look.name) 00 00") }

  package var events: [ReaderEvent] { told.withLock { $0.map(\.event) } }
  package var notices: [PCSCNotice] { noticed.withLock { $0 } }

  /// How much was told.
  package var count: Int { told.withLock { $0.count } }

  /// What was told, in words.
  package var words: [String] { words(from: 0) }

  /// What was told behind the first `count` events, in words.
  package func words(from count: Int) -> [String] { tellings(from: count).map(\.event.word) }

  /// What was told behind the first `count` events, with its times.
  package func tellings(from count: Int) -> [Telling] { told.withLock { Array($0.dropFirst(count)) } }

  /// Waits until N events were told.
  package func hears(_ count: Int) async -> Bool { await eventually { self.events.count >= count } }

  /// Waits until exactly this was told, and that nothing follows at once.
  package func hears(_ words: String...) async -> Bool {
    guard await eventually(within: .seconds(5), { self.words == words }) else {
      print("told: \(self.words)")
      return false
    }
    try? await Task.sleep(for: .milliseconds(30))
    return self.words == words
  }

  /// Ends the watching and takes the reader away.
  package func clear() async {
    await product.stop()
    daemon.unplug(reader)
    _ = await eventually { (try? PCSCReader.readers().contains(self.name)) != true }
  }
}

extension PCSCReader.Settings {
  /// The usual settings, for a machine that is so busy with other tests that a card which answers may look mute.
  package static var unhurried: PCSCReader.Settings {
    var settings = PCSCReader.Settings()
    settings.patience = .seconds(20)
    return settings
  }
}

extension ReaderEvent {
  /// The event in short: what, the last octet of the UID, and what else matters.
  package var word: String {
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
